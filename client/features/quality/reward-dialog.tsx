import { useQueryClient } from '@tanstack/react-query';
import { number, ref, text } from '#shared/kernel/fields.ts';
import { MIN_REWARD } from '#shared/quality/penalty.ts';
import { Field } from '#client/kit/fields/field.tsx';
import { FormDialog } from '#client/kit/forms/form-dialog.tsx';
import { useForm } from '#client/kit/forms/use-form.ts';
import { showSuccess } from '#client/kit/messages/toasts.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';
import { useT } from '#client/kit/words/t.ts';
import { useFormCommand } from '#client/production/reporting/use-report.ts';

interface Props {
  /** The exception of the reward; omitted if the dialog asks for it. */
  exception?: { id: number; code: string };
  onClose: () => void;
}

const FIELDS = {
  exceptionId: ref('qualityException', { required: true, label: 'qualityException' }),
  employeeId: ref('employee', { required: true, label: 'rewardedPerson' }),
  amount: number({ required: true, min: MIN_REWARD, decimals: 2, label: 'penaltyAmount' }),
  reason: text({ required: true, max: 500 }),
} as const;

/** Proposes a reward for a finished exception. */
export function RewardDialog({ exception, onClose }: Props) {
  const t = useT();
  const client = useQueryClient();
  const form = useForm(FIELDS, exception && { exceptionId: exception.id });
  const { sendCommand, busy, refusal } = useFormCommand(form);
  const proposeReward = async () => {
    const values = form.check();
    if (!values || !(await sendCommand('/mes/quality/punish/reward', { ...values }))) return;
    await client.invalidateQueries({ queryKey: queryKeys.entity('qualityPenalty') });
    showSuccess(t('rewardProposed'));
    onClose();
  };
  return (
    <FormDialog
      title={t('addReward')}
      subject={exception?.code}
      form={form}
      busy={busy}
      refusal={refusal}
      submitText={t('addReward')}
      onSubmit={() => void proposeReward()}
      onClose={onClose}
    >
      {!exception && <Field of={{ fields: FIELDS }} name="exceptionId" autoFocus />}
      <Field of={{ fields: FIELDS }} name="employeeId" autoFocus={exception !== undefined} />
      <Field of={{ fields: FIELDS }} name="amount" />
      <Field of={{ fields: FIELDS }} name="reason" />
      <p className="field-hint">{t('rewardHint')}</p>
    </FormDialog>
  );
}
