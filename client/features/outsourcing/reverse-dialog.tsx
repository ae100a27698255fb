import { useQueryClient } from '@tanstack/react-query';
import type { OutsourcingMovement } from '#shared/answers/outside.ts';
import { entities, type Entity } from '#shared/entities/index.ts';
import { text } from '#shared/kernel/fields.ts';
import { Field } from '#client/kit/fields/field.tsx';
import { FormDialog } from '#client/kit/forms/form-dialog.tsx';
import { useForm } from '#client/kit/forms/use-form.ts';
import { showSuccess } from '#client/kit/messages/toasts.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';
import { useT } from '#client/kit/words/t.ts';
import { useFormCommand } from '#client/production/reporting/use-report.ts';

interface Props {
  order: Entity<'outsourcingOrder'>;
  movement: OutsourcingMovement;
  onClose: () => void;
}

const FIELDS = { reason: text({ required: true, max: 500 }) } as const;

/** Asks for the reason, and reverses a movement of pieces. */
export function ReverseDialog({ order, movement, onClose }: Props) {
  const t = useT();
  const client = useQueryClient();
  const form = useForm(FIELDS);
  const { sendCommand, busy, refusal, refusalRows } = useFormCommand(form);
  const submit = async () => {
    const values = form.check();
    if (!values) return;
    const answer = await sendCommand(`${entities.outsourcingOrder.path}/reverse`, {
      id: order.id,
      version: order.version,
      movementId: movement.id,
      ...values,
    });
    if (!answer) return;
    // The page must have the new quantities before this dialog closes, because the next dialog proposes them.
    await client.invalidateQueries({ queryKey: queryKeys.entity('outsourcingOrder') });
    showSuccess(t('reverseDone'));
    onClose();
  };
  return (
    <FormDialog
      title={`${t('reverseMovement')} · ${t(movement.kind)} ${movement.deliveryNote ?? ''}`}
      subject={t('reverseMovementHint')}
      form={form}
      busy={busy}
      refusal={refusal}
      refusalRows={refusalRows}
      submitText={t('reverseMovement')}
      danger
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <Field of={{ fields: FIELDS }} name="reason" autoFocus />
    </FormDialog>
  );
}
