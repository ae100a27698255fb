import { Button } from '@blueprintjs/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { Entity } from '#shared/entities/index.ts';
import { number, text } from '#shared/kernel/fields.ts';
import { findNextState } from '#shared/kernel/machine.ts';
import { qualityPenaltyStateMachine } from '#shared/machines/quality-penalty.ts';
import { StateMark } from '#client/kit/elements/state-mark.tsx';
import { Field } from '#client/kit/fields/field.tsx';
import { FormDialog } from '#client/kit/forms/form-dialog.tsx';
import { useForm } from '#client/kit/forms/use-form.ts';
import { showSuccess } from '#client/kit/messages/toasts.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';
import { useUser } from '#client/kit/wire/session.ts';
import { formatNumber } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';
import { useFormCommand } from '#client/production/reporting/use-report.ts';
import { namePersonConcerned } from './name-person-concerned.ts';
import { getExceptionPath } from './quality-paths.ts';

interface Props {
  penalty: Entity<'qualityPenalty'>;
  onClose: () => void;
}

const FIELDS = {
  amount: number({ required: true, min: 0, decimals: 2, label: 'penaltyAmount' }),
  reason: text({ max: 500 }),
} as const;

/**
 * Shows a penalty or a reward. The user can approve or refuse it until somebody has decided about it. A refusal or a
 * changed amount requires a reason.
 */
export function PenaltyDialog({ penalty, onClose }: Props) {
  const t = useT();
  const user = useUser();
  const client = useQueryClient();
  const form = useForm(FIELDS, { amount: penalty.amount, reason: null });
  const { sendCommand, busy, refusal } = useFormCommand(form);
  const [isDecided, setIsDecided] = useState(false);
  const isWaiting = findNextState(qualityPenaltyStateMachine, penalty.state, 'approvePenalty') !== null;
  // Nobody decides about their own penalty or reward.
  const isOwn = penalty.employeeId !== null && penalty.employeeId === user.employeeId;
  const isOpen = isWaiting && !isOwn;
  const personText = namePersonConcerned(penalty);

  const decidePenalty = async (verb: 'approve' | 'refuse') => {
    const values = form.check();
    if (!values || isDecided) return;
    let { version } = penalty;
    if (verb === 'approve' && values.amount !== penalty.amount) {
      const changedPenalty = await sendCommand<{ version: number }>('/mes/quality/punish/change', {
        id: penalty.id,
        version,
        ...values,
      });
      if (!changedPenalty) return;
      ({ version } = changedPenalty);
    }
    const reason = verb === 'refuse' ? { reason: values.reason } : {};
    const answer = await sendCommand(`/mes/quality/punish/${verb}`, { id: penalty.id, version, ...reason });
    await client.invalidateQueries({ queryKey: queryKeys.entity('qualityPenalty') });
    if (!answer) return;
    setIsDecided(true);
    showSuccess(t(verb === 'approve' ? 'penaltyApproved' : 'penaltyRefused'));
    onClose();
  };
  return (
    <FormDialog
      title={`${t(penalty.kind)} · ${personText}`}
      subject={
        <>
          <Link to={getExceptionPath(penalty.exceptionId)}>{penalty.labels.exceptionId}</Link> ·{' '}
          {penalty.ratio !== null && `${t('responsibilityRatio')} ${formatNumber(penalty.ratio)} % · `}
          {t('proposedAmount')} {formatNumber(penalty.proposedAmount)} <StateMark state={penalty.state} />
        </>
      }
      form={form}
      busy={busy}
      refusal={refusal}
      submitText={isOpen ? t('approvePenalty') : t('dismiss')}
      onSubmit={() => (isOpen ? void decidePenalty('approve') : onClose())}
      onClose={onClose}
    >
      <Field of={{ fields: FIELDS }} name="amount" readOnly={!isOpen} />
      <Field of={{ fields: FIELDS }} name="reason" readOnly={!isOpen} />
      {isWaiting && isOwn && <p className="field-hint">{t('error.ownPenalty')}</p>}
      {isOpen && (
        <>
          <p className="field-hint">
            {penalty.employeeId !== null && t('penaltyInWages', { month: penalty.month.slice(0, 7) })}{' '}
            {t('penaltyNeedsReason')}
          </p>
          <div className="field-across">
            <Button
              intent="danger"
              variant="outlined"
              text={t('refusePenalty')}
              disabled={busy}
              onClick={() => void decidePenalty('refuse')}
            />
          </div>
        </>
      )}
    </FormDialog>
  );
}
