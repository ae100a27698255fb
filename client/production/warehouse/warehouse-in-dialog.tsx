import { moment, quantity, ref, text } from '#shared/kernel/fields.ts';
import { Field } from '#client/kit/fields/field.tsx';
import { FormDialog } from '#client/kit/forms/form-dialog.tsx';
import { useForm } from '#client/kit/forms/use-form.ts';
import { showSuccess } from '#client/kit/messages/toasts.ts';
import { formatNumber } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';
import { useFormCommand } from '../reporting/use-report.ts';

interface Props {
  part: { id: number; name: string };
  /** The number of finished pieces that are neither in the warehouse nor in an assembly. */
  waiting: number;
  /** The token of the person identified at a terminal. */
  workerToken?: string | null;
  onClose: () => void;
}

const WAREHOUSE_IN_FIELDS = {
  quantity: quantity({ required: true, min: 0.0001 }),
  shelfId: ref('shelf'),
  at: moment(),
  remark: text({ max: 500 }),
} as const;
const WAREHOUSE_IN_FORM = { fields: WAREHOUSE_IN_FIELDS };

/** Puts finished pieces of a part into the warehouse, by default all waiting pieces. */
export function WarehouseInDialog({ part, waiting, workerToken, onClose }: Props) {
  const t = useT();
  const form = useForm(WAREHOUSE_IN_FIELDS, { quantity: waiting });
  const { sendCommand, busy, refusal } = useFormCommand(form, workerToken);
  const submit = async () => {
    const values = form.check();
    if (!values) return;
    if (!(await sendCommand<unknown>('/mes/warehouse/receive', { partId: part.id, ...values }))) return;
    showSuccess(t('warehousedNow', { quantity: formatNumber(values.quantity) }));
    onClose();
  };
  return (
    <FormDialog
      title={t('warehouseInOf', { name: part.name })}
      subject={`${t('warehouseWaiting')} ${formatNumber(waiting)}`}
      form={form}
      busy={busy}
      refusal={refusal}
      submitText={t('warehouseIn')}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <Field of={WAREHOUSE_IN_FORM} name="quantity" autoFocus />
      <Field of={WAREHOUSE_IN_FORM} name="shelfId" />
      <details className="more-fields" open={form.problems['at'] ? true : undefined}>
        <summary>{t('moreFields')}</summary>
        <div>
          <Field of={WAREHOUSE_IN_FORM} name="at" />
          <Field of={WAREHOUSE_IN_FORM} name="remark" />
          <p className="field-hint">{t('emptyIsNow')}</p>
        </div>
      </details>
    </FormDialog>
  );
}
