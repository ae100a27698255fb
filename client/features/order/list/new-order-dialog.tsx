import { Checkbox } from '@blueprintjs/core';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { entities } from '#shared/entities/index.ts';
import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import { flag, text, type FieldMap } from '#shared/kernel/fields.ts';
import { addCustomFields, type CustomColumn } from '#shared/rules/columns.ts';
import { getShownFields } from '#shared/rules/form-setting.ts';
import { useCustomColumns } from '#client/crud/columns/use-custom-columns.ts';
import { getEditableFields } from '#client/crud/edit/editable-fields.ts';
import { toSavePayload } from '#client/crud/edit/form-values.ts';
import { Field } from '#client/kit/fields/field.tsx';
import type { InputProps } from '#client/kit/fields/input-props.ts';
import { useArrangedFormFields, useFormArrangements } from '#client/kit/forms/use-arranged-form.ts';
import { useForm } from '#client/kit/forms/use-form.ts';
import { useRequestSender } from '#client/kit/forms/use-request-sender.ts';
import { send } from '#client/kit/wire/call.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';
import { toMidSentence } from '#client/kit/words/mid-sentence.ts';
import { useT } from '#client/kit/words/t.ts';
import { FormDialog } from '#client/kit/forms/form-dialog.tsx';
import { useFormCommand } from '#client/production/reporting/use-report.ts';
import { useProposedOrderCode } from '../use-proposed-order-code.ts';

interface Props {
  onClose: () => void;
}

const ORDER_ENTITY: EntityDeclaration = entities.workOrder;
const FIRST_PART_FIELDS = {
  withPart: flag({ initial: true, label: 'withFirstPart' }),
  partCode: text({ max: 60, label: 'partCode' }),
  partName: text({ label: 'partName' }),
} as const;
/** The default fields of a new order, if the factory has not configured the form. */
const DEFAULT_ORDER_FIELDS = [
  'code',
  'name',
  'customerId',
  'quantity',
  'plannedStart',
  'dueDate',
  'priority',
];

/**
 * Creates an order and, unless the user clears the checkbox, its first part, so that the user can enter
 * the routing at once.
 */
export function NewOrderDialog({ onClose }: Props) {
  const { customColumns, isLoading } = useCustomColumns(ORDER_ENTITY);
  const { isLoading: isFormLoading } = useFormArrangements();
  const proposal = useProposedOrderCode();
  if (isLoading || isFormLoading || proposal.isPending) return null;
  return <LoadedNewOrderDialog customColumns={customColumns} code={proposal.data?.code} onClose={onClose} />;
}

/** A checkbox whose text is the label of the field, not "yes" or "no". */
function FirstPartCheckbox({ id, value, onChange, ariaLabel }: InputProps) {
  return (
    <Checkbox
      id={id}
      className="flag-input"
      checked={value === true}
      label={ariaLabel ?? ''}
      onChange={(event) => onChange(event.target.checked)}
    />
  );
}

function LoadedNewOrderDialog({
  customColumns,
  code,
  onClose,
}: Props & { customColumns: readonly CustomColumn[]; code: string | undefined }) {
  const t = useT();
  const navigate = useNavigate();
  const client = useQueryClient();
  const [initialCustomColumns] = useState(customColumns);
  const entityWithCustomColumns = useMemo(
    () => addCustomFields(ORDER_ENTITY, initialCustomColumns),
    [initialCustomColumns],
  );
  const { arrangedFields } = useArrangedFormFields(
    'workOrder',
    useMemo(() => getEditableFields(entityWithCustomColumns), [entityWithCustomColumns]),
  );
  const orderFields = useMemo(
    () =>
      arrangedFields
        ? getShownFields(arrangedFields)
        : Object.fromEntries(
            DEFAULT_ORDER_FIELDS.map((name) => [name, entityWithCustomColumns.fields[name]!]),
          ),
    [arrangedFields, entityWithCustomColumns],
  );
  const fields = useMemo(() => ({ ...orderFields, ...FIRST_PART_FIELDS }), [orderFields]);
  const formDeclaration: { fields: FieldMap } = { fields };
  const form = useForm<FieldMap>(fields, code === undefined ? {} : { code });
  const { sendCommand, busy, refusal } = useFormCommand(form);
  const { busy: isAddingPart, runRequest } = useRequestSender();
  const addsPart = form.values['withPart'] === true;
  const submit = async () => {
    const values = form.check();
    if (!values) return;
    const { withPart: shouldAddPart, partCode, partName, ...order } = values;
    const createdOrder = await sendCommand<{ id: number }>(
      `${entities.workOrder.path}/save`,
      toSavePayload(order),
    );
    if (!createdOrder) return;
    await client.invalidateQueries({ queryKey: queryKeys.entity('workOrder') });
    if (shouldAddPart) {
      // If the part cannot be created, the order still exists, and a message tells why the part is missing. This dialog
      // closes, so the refusal must not be shown in it.
      await runRequest(() =>
        send(`${entities.part.path}/save`, {
          orderId: createdOrder.id,
          code: partCode ?? order['code'],
          name: partName ?? order['name'],
          quantity: order['quantity'],
        }),
      );
    }
    await navigate(`/order/${createdOrder.id}`);
  };
  return (
    <FormDialog
      title={t('newNamed', { name: toMidSentence(t('workOrder')) })}
      form={form}
      busy={busy || isAddingPart}
      refusal={refusal}
      confirmsDiscard
      wide
      stepwise
      submitText={t('createOrder')}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      {Object.keys(orderFields).map((name, index) => (
        <Field key={name} of={formDeclaration} name={name} autoFocus={index === 0} />
      ))}
      <div className="field-across">
        <Field of={formDeclaration} name="withPart" as={FirstPartCheckbox} hideLabel />
      </div>
      {addsPart && (
        <>
          <Field of={formDeclaration} name="partCode" />
          <Field of={formDeclaration} name="partName" />
          <p className="field-hint">{t('firstPartHint')}</p>
        </>
      )}
    </FormDialog>
  );
}
