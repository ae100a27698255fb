import { entities, type Entity } from '#shared/entities/index.ts';
import { quantity, text } from '#shared/kernel/fields.ts';
import { addQuantities, subtractQuantities } from '#shared/ledger/quantity.ts';
import { isBeyondPlan, type PlannedMaterial } from '#shared/reporting/report-entries.ts';
import { Field } from '#client/kit/fields/field.tsx';
import { FormDialog } from '#client/kit/forms/form-dialog.tsx';
import { useForm } from '#client/kit/forms/use-form.ts';
import { showSuccess } from '#client/kit/messages/toasts.ts';
import { formatNumber } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';
import { useFormCommand } from '#client/production/reporting/use-report.ts';

interface Props {
  part: Entity<'part'>;
  material: PlannedMaterial;
  onClose: () => void;
}

const ISSUE_FIELDS = { quantity: quantity({ required: true, min: 0.0001 }), remark: text({ max: 500 }) };
const ISSUE_FORM = { fields: ISSUE_FIELDS };

/** Issues a material to a part by hand. The default quantity is the quantity that the part still lacks. */
export function IssueDialog({ part, material, onClose }: Props) {
  const t = useT();
  const { materialId, name, unit, planned, issued } = material;
  const openQuantity = Math.max(0, subtractQuantities(planned, issued));
  const form = useForm(ISSUE_FIELDS, { quantity: openQuantity || null });
  const { sendCommand, busy, refusal } = useFormCommand(form);
  const typedQuantity = Number(form.values['quantity']) || 0;
  const submit = async () => {
    const values = form.check();
    if (!values) return;
    const answer = await sendCommand<unknown>(`${entities.part.path}/issueMaterial`, {
      partId: part.id,
      materialId,
      ...values,
    });
    if (!answer) return;
    showSuccess(t('materialIssued', { name, quantity: formatNumber(values.quantity) }));
    onClose();
  };
  return (
    <FormDialog
      title={t('issueMaterial')}
      subject={
        <>
          <strong>{name}</strong> · {part.name}
          <br />
          {`${t('issuedOfPlanned')}: ${formatNumber(issued)} / ${formatNumber(planned)} ${unit ?? ''}`}
        </>
      }
      form={form}
      busy={busy}
      refusal={refusal}
      submitText={t('issueMaterial')}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <div className="field-row">
        <Field of={ISSUE_FORM} name="quantity" autoFocus />
      </div>
      {isBeyondPlan(material, typedQuantity) && (
        <p className="issued-mark" role="alert">
          <span aria-hidden="true">{'▲'}</span>{' '}
          {t('issueBeyondPlan', {
            total: formatNumber(addQuantities(issued, typedQuantity)),
            planned: formatNumber(planned),
          })}
        </p>
      )}
      <div className="field-across">
        <Field of={ISSUE_FORM} name="remark" />
      </div>
    </FormDialog>
  );
}
