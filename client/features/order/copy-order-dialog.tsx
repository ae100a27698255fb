import { useNavigate } from 'react-router-dom';
import { entities, type Entity } from '#shared/entities/index.ts';
import { date, quantity, text } from '#shared/kernel/fields.ts';
import { Field } from '#client/kit/fields/field.tsx';
import { FormDialog } from '#client/kit/forms/form-dialog.tsx';
import { useForm } from '#client/kit/forms/use-form.ts';
import { showSuccess } from '#client/kit/messages/toasts.ts';
import { useT } from '#client/kit/words/t.ts';
import { useFormCommand } from '#client/production/reporting/use-report.ts';
import { PlannedDatesHint } from './planned-dates-hint.tsx';
import { useProposedOrderCode } from './use-proposed-order-code.ts';

interface Props {
  order: Entity<'workOrder'>;
  onClose: () => void;
}

const COPY_FIELDS = {
  code: text({ required: true, max: 60, label: 'orderCode' }),
  quantity: quantity({ required: true, min: 0.0001 }),
  dueDate: date(),
} as const;

/** Copies an order with its parts and routings, and opens the copy. */
export function CopyOrderDialog({ order, onClose }: Props) {
  const proposal = useProposedOrderCode();
  if (proposal.isPending) return null;
  return <LoadedCopyOrderDialog order={order} code={proposal.data?.code ?? null} onClose={onClose} />;
}

function LoadedCopyOrderDialog({ order, code, onClose }: Props & { code: string | null }) {
  const t = useT();
  const navigate = useNavigate();
  const form = useForm(COPY_FIELDS, { code, quantity: order.quantity });
  const { sendCommand, busy, refusal } = useFormCommand(form);
  const submit = async () => {
    const values = form.check();
    if (!values) return;
    const copy = await sendCommand<{ id: number; partCount: number; processCount: number }>(
      `${entities.workOrder.path}/copy`,
      { id: order.id, ...values },
    );
    if (!copy) return;
    showSuccess(t('orderCopied', { name: values.code, parts: copy.partCount, processes: copy.processCount }));
    onClose();
    await navigate(`/order/${copy.id}`);
  };
  return (
    <FormDialog
      title={t('copyOrderNamed', { name: order.code })}
      subject={t('copyOrderAbout')}
      form={form}
      busy={busy}
      refusal={refusal}
      submitText={t('copyOrder')}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <Field of={{ fields: COPY_FIELDS }} name="code" autoFocus />
      <Field of={{ fields: COPY_FIELDS }} name="quantity" />
      <Field of={{ fields: COPY_FIELDS }} name="dueDate" />
      <PlannedDatesHint
        sourceDueDate={order.dueDate}
        dueDate={form.values['dueDate']}
        missingDueDateTerm="copyDatesEmpty"
      />
    </FormDialog>
  );
}
