import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { entities } from '#shared/entities/index.ts';
import { flag, text } from '#shared/kernel/fields.ts';
import { Field } from '#client/kit/fields/field.tsx';
import { useForm } from '#client/kit/forms/use-form.ts';
import { queryKeys } from '#client/kit/query-keys.ts';
import { midSentence } from '#client/kit/mid-sentence.ts';
import { useT } from '#client/kit/t.ts';
import { FormDialog } from '#client/kit/forms/form-dialog.tsx';
import { useReport } from './use-report.ts';

interface Props {
  onClose: () => void;
}

const { code, name, customerId, quantity, plannedStart, dueDate, priority } = entities.workOrder.fields;
const fields = {
  code,
  name,
  customerId,
  quantity,
  plannedStart,
  dueDate,
  priority,
  withPart: flag({ initial: true, label: 'withFirstPart' }),
  partCode: text({ max: 60, label: 'partCode' }),
  partName: text({ label: 'partName' }),
} as const;
const of = { fields };

/** A new order in one short form; the first part is made with it, so that its routing can be laid at once. */
export function NewOrderDialog({ onClose }: Props) {
  const t = useT();
  const navigate = useNavigate();
  const client = useQueryClient();
  const form = useForm(fields);
  const { report, busy, refusal } = useReport(form);
  const withPart = form.values['withPart'] === true;
  const submit = async () => {
    const values = form.check();
    if (!values) return;
    const { withPart: first, partCode, partName, ...order } = values;
    const made = await report<{ id: number }>(`${entities.workOrder.path}/save`, order);
    if (!made) return;
    await client.invalidateQueries({ queryKey: queryKeys.entity('workOrder') });
    if (first) {
      // Refused or lost, the order still stands: its page is where the part is added by hand.
      await report<{ id: number }>(`${entities.part.path}/save`, {
        orderId: made.id,
        code: partCode ?? order.code,
        name: partName ?? order.name,
        quantity: order.quantity,
      });
    }
    await navigate(`/order/${made.id}`);
  };
  return (
    <FormDialog
      title={t('newNamed', { name: midSentence(t('workOrder')) })}
      form={form}
      busy={busy}
      refusal={refusal}
      keeps
      wide
      submit={t('createOrder')}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <Field of={of} name="code" autoFocus />
      <Field of={of} name="name" />
      <Field of={of} name="customerId" />
      <Field of={of} name="quantity" />
      <Field of={of} name="plannedStart" />
      <Field of={of} name="dueDate" />
      <Field of={of} name="priority" />
      <Field of={of} name="withPart" />
      {withPart && (
        <>
          <Field of={of} name="partCode" />
          <Field of={of} name="partName" />
          <p className="field-hint">{t('firstPartHint')}</p>
        </>
      )}
    </FormDialog>
  );
}
