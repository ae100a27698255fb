import { useNavigate } from 'react-router-dom';
import { entities } from '#shared/entities/index.ts';
import type { FieldMap } from '#shared/kernel/fields.ts';
import { STUDY_LIMITS } from '#shared/msa/study.ts';
import { Field } from '#client/kit/fields/field.tsx';
import { FormDialog } from '#client/kit/forms/form-dialog.tsx';
import { useForm } from '#client/kit/forms/use-form.ts';
import { useT } from '#client/kit/words/t.ts';
import { useFormCommand } from '#client/production/reporting/use-report.ts';
import { getStudyPath } from '../gauge-paths.ts';

const {
  gaugeId,
  characteristic,
  unit,
  decimals,
  lowerLimit,
  upperLimit,
  appraiserIds,
  partCount,
  trialCount,
} = entities.gaugeStudy.fields;
const FIELDS = {
  gaugeId,
  characteristic,
  unit,
  decimals,
  lowerLimit,
  upperLimit,
  // The server also refuses fewer appraisers. With this limit, the form shows the error before the call.
  appraiserIds: { ...appraiserIds, min: STUDY_LIMITS.appraisers.min },
  partCount,
  trialCount,
} satisfies FieldMap;
const FORM = { fields: FIELDS };
/** The counts of parts and trials that the MSA manual recommends, with a usual unit. */
const RECOMMENDED_SIZE = { partCount: 10, trialCount: 3, unit: 'mm' };

/** Begins a study, and opens its page. */
export function BeginStudyDialog({ onClose }: { onClose: () => void }) {
  const t = useT();
  const navigate = useNavigate();
  const form = useForm(FIELDS, RECOMMENDED_SIZE);
  const { sendCommand, busy, refusal } = useFormCommand(form);
  const submit = async () => {
    const values = form.check();
    if (!values) return;
    const study = await sendCommand<{ id: number }>('/mes/quality/gaugeStudy/begin', values);
    if (study) await navigate(getStudyPath(study.id));
  };
  return (
    <FormDialog
      title={t('beginStudy')}
      form={form}
      busy={busy}
      refusal={refusal}
      submitText={t('beginStudy')}
      confirmsDiscard
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <Field of={FORM} name="gaugeId" autoFocus />
      <Field of={FORM} name="characteristic" />
      <Field of={FORM} name="lowerLimit" />
      <Field of={FORM} name="upperLimit" />
      <Field of={FORM} name="unit" />
      <Field of={FORM} name="decimals" />
      <Field of={FORM} name="appraiserIds" />
      <Field of={FORM} name="partCount" />
      <Field of={FORM} name="trialCount" />
    </FormDialog>
  );
}
