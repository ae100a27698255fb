import { date, text } from '#shared/kernel/fields.ts';
import type { ConfirmationKind, PlanConfirmation } from '#shared/planning/master-plan/plan-answer.ts';
import { Field } from '#client/kit/fields/field.tsx';
import { FormDialog } from '#client/kit/forms/form-dialog.tsx';
import { useForm } from '#client/kit/forms/use-form.ts';
import { useT } from '#client/kit/words/t.ts';
import { usePlanCommand } from '#client/production/plans/use-plans.ts';

const CONFIRM_FIELDS = {
  day: date({ required: true, label: 'confirmedDay' }),
  remark: text({ max: 500 }),
};
const CONFIRM_FORM = { fields: CONFIRM_FIELDS };
const WITHDRAW_FIELDS = { reason: text({ required: true, max: 500 }) };
const WITHDRAW_FORM = { fields: WITHDRAW_FIELDS };

/** The node of a plan whose begin or end the dialog confirms. */
export interface ConfirmedNode {
  planId: number;
  seq: number;
  nodeId: number;
  name: string;
  today: string;
}

interface ConfirmProps {
  node: ConfirmedNode;
  kind: ConfirmationKind;
  onClose: () => void;
}

/** Confirms that a node has begun or ended, and on which day. */
export function ConfirmDialog({ node: { planId, seq, nodeId, name, today }, kind, onClose }: ConfirmProps) {
  const t = useT();
  const form = useForm(CONFIRM_FIELDS, { day: today });
  const { submit, busy, refusal } = usePlanCommand(form, onClose);
  const send = async () => {
    const values = form.check();
    if (values)
      await submit('confirm', { id: planId, seq, nodeId, kind, ...values }, t('nodeConfirmed', { name }));
  };
  return (
    <FormDialog
      title={t(kind)}
      subject={name}
      form={form}
      busy={busy}
      refusal={refusal}
      submitText={t(kind)}
      onSubmit={() => void send()}
      onClose={onClose}
    >
      <Field of={CONFIRM_FORM} name="day" autoFocus />
      <Field of={CONFIRM_FORM} name="remark" />
    </FormDialog>
  );
}

interface WithdrawProps {
  planId: number;
  name: string;
  confirmation: PlanConfirmation;
  onClose: () => void;
}

/** Withdraws a confirmation with a reason. */
export function WithdrawDialog({ planId, name, confirmation, onClose }: WithdrawProps) {
  const t = useT();
  const form = useForm(WITHDRAW_FIELDS);
  const { submit, busy, refusal } = usePlanCommand(form, onClose);
  const send = async () => {
    const values = form.check();
    const { confirmationId } = confirmation;
    if (values)
      await submit(
        'withdraw',
        { id: planId, confirmationId, ...values },
        t('confirmationWithdrawn', { name }),
      );
  };
  return (
    <FormDialog
      title={t('withdrawConfirmation')}
      subject={`${name} · ${t('confirmedBy', { day: confirmation.day, by: confirmation.byName })}`}
      form={form}
      busy={busy}
      refusal={refusal}
      submitText={t('withdrawConfirmation')}
      danger
      onSubmit={() => void send()}
      onClose={onClose}
    >
      <Field of={WITHDRAW_FORM} name="reason" autoFocus />
    </FormDialog>
  );
}
