import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { entities } from '#shared/entities/index.ts';
import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import { flag, text, type FieldMap } from '#shared/kernel/fields.ts';
import { withCustomFields, type CustomColumn } from '#shared/rules/columns.ts';
import { shownFields } from '#shared/rules/form-setting.ts';
import { useCustomColumns } from '#client/crud/columns/use-custom-columns.ts';
import { givenFields } from '#client/crud/edit/given-fields.ts';
import { toSavePayload } from '#client/crud/edit/values-of.ts';
import { Field } from '#client/kit/fields/field.tsx';
import { useArrangedForm, useStoredForms } from '#client/kit/forms/use-arranged-form.ts';
import { useForm } from '#client/kit/forms/use-form.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';
import { midSentence } from '#client/kit/words/mid-sentence.ts';
import { useT } from '#client/kit/words/t.ts';
import { FormDialog } from '#client/kit/forms/form-dialog.tsx';
import { useReport } from '../reporting/use-report.ts';

interface Props {
  onClose: () => void;
}

const ORDER: EntityDeclaration = entities.workOrder;
const PART = {
  withPart: flag({ initial: true, label: 'withFirstPart' }),
  partCode: text({ max: 60, label: 'partCode' }),
  partName: text({ label: 'partName' }),
} as const;
/** The default fields of a new order, if the factory has not configured the form. */
const SHORT = ['code', 'name', 'customerId', 'quantity', 'plannedStart', 'dueDate', 'priority'];

/**
 * Creates an order together with its first part, so that the user can enter the routing at once.
 */
export function NewOrderDialog({ onClose }: Props) {
  const { customs, waits } = useCustomColumns(ORDER);
  const { isLoading } = useStoredForms();
  return waits || isLoading ? null : <OpenDialog customs={customs} onClose={onClose} />;
}

function OpenDialog({ customs, onClose }: Props & { customs: readonly CustomColumn[] }) {
  const t = useT();
  const navigate = useNavigate();
  const client = useQueryClient();
  const [own] = useState(customs);
  const whole = useMemo(() => withCustomFields(ORDER, own), [own]);
  const { arranged } = useArrangedForm(
    'workOrder',
    useMemo(() => givenFields(whole), [whole]),
  );
  const orderFields = useMemo(
    () =>
      arranged ? shownFields(arranged) : Object.fromEntries(SHORT.map((name) => [name, whole.fields[name]!])),
    [arranged, whole],
  );
  const fields = useMemo(() => ({ ...orderFields, ...PART }), [orderFields]);
  const of: { fields: FieldMap } = { fields };
  const form = useForm<FieldMap>(fields);
  const { report, busy, refusal } = useReport(form);
  const withPart = form.values['withPart'] === true;
  const submit = async () => {
    const values = form.check();
    if (!values) return;
    const { withPart: first, partCode, partName, ...order } = values;
    const made = await report<{ id: number }>(`${entities.workOrder.path}/save`, toSavePayload(order));
    if (!made) return;
    await client.invalidateQueries({ queryKey: queryKeys.entity('workOrder') });
    if (first) {
      // If the part cannot be created, the order still exists. The user can add the part on the
      // order's page.
      await report<{ id: number }>(`${entities.part.path}/save`, {
        orderId: made.id,
        code: partCode ?? order['code'],
        name: partName ?? order['name'],
        quantity: order['quantity'],
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
      {Object.keys(orderFields).map((name, index) => (
        <Field key={name} of={of} name={name} autoFocus={index === 0} />
      ))}
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
