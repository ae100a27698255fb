import { entities } from '#shared/entities/index.ts';
import type { MeasureKind } from '#shared/entities/corrective-measure.ts';
import { date, type FieldMap } from '#shared/kernel/fields.ts';
import type { CorrectiveDetail, CorrectiveMeasure } from '#shared/quality/corrective.ts';
import { toLocalDay } from '#shared/rules/wall-clock.ts';
import { Field } from '#client/kit/fields/field.tsx';
import { FormDialog } from '#client/kit/forms/form-dialog.tsx';
import { useForm } from '#client/kit/forms/use-form.ts';
import { useT } from '#client/kit/words/t.ts';
import { useTimeZone } from '#client/kit/words/use-time-zone.ts';
import { getServerTime } from '#client/kit/live/live.ts';
import { useCorrectiveCommand } from './use-corrective.ts';

const { path, fields } = entities.correctiveMeasure;
const PLAN_FIELDS = {
  kind: fields.kind,
  what: fields.what,
  ownerId: fields.ownerId,
  dueOn: fields.dueOn,
} satisfies FieldMap;
const PLAN_FORM = { fields: PLAN_FIELDS };
const COMPLETE_FIELDS = {
  doneOn: date({ required: true, label: 'measureDoneOn' }),
  result: fields.result,
} satisfies FieldMap;
const COMPLETE_FORM = { fields: COMPLETE_FIELDS };

interface PlanProps {
  corrective: CorrectiveDetail;
  /** The measure to change; null for a new one. */
  measure: CorrectiveMeasure | null;
  /** The kind of a new measure. */
  kind: MeasureKind;
  onClose: () => void;
}

/** Adds or changes a measure of a corrective action: what is done, by whom, and until when. */
export function MeasureDialog({ corrective, measure, kind, onClose }: PlanProps) {
  const t = useT();
  const form = useForm(PLAN_FIELDS, measure ? { ...measure } : { kind });
  const { submit, busy, refusal } = useCorrectiveCommand(form, onClose);
  const title = t(measure ? 'editMeasure' : 'addMeasure');
  const save = async () => {
    const values = form.check();
    if (!values) return;
    const { id: correctiveId, code } = corrective;
    const row = measure ? { id: measure.id, version: measure.version } : { correctiveId };
    await submit(`${path}/save`, { ...row, ...values }, () => t('correctiveSaved', { code }));
  };
  return (
    <FormDialog
      title={`${title} · ${corrective.code}`}
      form={form}
      busy={busy}
      refusal={refusal}
      submitText={t('save')}
      confirmsDiscard
      onSubmit={() => void save()}
      onClose={onClose}
    >
      <Field of={PLAN_FORM} name="kind" />
      <Field of={PLAN_FORM} name="what" autoFocus />
      <Field of={PLAN_FORM} name="ownerId" chosenName={measure?.owner} />
      <Field of={PLAN_FORM} name="dueOn" />
      {corrective.rootCause === null && <p className="field-hint">{t('rootCauseFirst')}</p>}
    </FormDialog>
  );
}

interface CompleteProps {
  measure: { id: number; version: number; what: string };
  onClose: () => void;
}

/** Completes a measure: the user enters the day and the result. */
export function CompleteMeasureDialog({ measure: { id, version, what }, onClose }: CompleteProps) {
  const t = useT();
  const zone = useTimeZone();
  const form = useForm(COMPLETE_FIELDS, { doneOn: toLocalDay(zone, getServerTime()) });
  const { submit, busy, refusal } = useCorrectiveCommand(form, onClose);
  const complete = async () => {
    const values = form.check();
    if (values) await submit(`${path}/complete`, { id, version, ...values }, () => t('measureCompleted'));
  };
  return (
    <FormDialog
      title={t('completeMeasure')}
      subject={what}
      form={form}
      busy={busy}
      refusal={refusal}
      submitText={t('completeMeasure')}
      onSubmit={() => void complete()}
      onClose={onClose}
    >
      <Field of={COMPLETE_FORM} name="doneOn" />
      <Field of={COMPLETE_FORM} name="result" autoFocus />
    </FormDialog>
  );
}
