import { useQueryClient } from '@tanstack/react-query';
import { entities } from '#shared/entities/index.ts';
import type { FieldMap } from '#shared/kernel/fields.ts';
import { toLocalDay } from '#shared/rules/wall-clock.ts';
import type { AnyRow } from '#client/crud/row.ts';
import { Field } from '#client/kit/fields/field.tsx';
import { FormDialog } from '#client/kit/forms/form-dialog.tsx';
import { useForm } from '#client/kit/forms/use-form.ts';
import { showSuccess } from '#client/kit/messages/toasts.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';
import { useT } from '#client/kit/words/t.ts';
import { useTimeZone } from '#client/kit/words/use-time-zone.ts';
import { useFormCommand } from '#client/production/reporting/use-report.ts';
import { getServerTime } from '#client/kit/live/live.ts';

interface Props {
  gauge: AnyRow;
  onClose: () => void;
}

const { calibratedOn, calibrationResult, calibratedBy, certificateNumber, certificate, nextDueOn, remark } =
  entities.gaugeCalibration.fields;
const FIELDS = {
  calibratedOn,
  calibrationResult,
  calibratedBy,
  certificateNumber,
  certificate,
  nextDueOn,
  remark,
} satisfies FieldMap;
const FORM = { fields: FIELDS };

/** Records a calibration of a gauge, today and within tolerance by default. */
export function CalibrationDialog({ gauge, onClose }: Props) {
  const t = useT();
  const zone = useTimeZone();
  const client = useQueryClient();
  const form = useForm(FIELDS, {
    calibratedOn: toLocalDay(zone, getServerTime()),
    calibrationResult: 'calibrationPassed',
  });
  const { sendCommand, busy, refusal } = useFormCommand(form);
  const code = String(gauge['code']);
  const submit = async () => {
    const values = form.check();
    if (!values) return;
    const answer = await sendCommand('/mes/quality/gauge/calibrate', {
      gaugeId: gauge.id,
      version: gauge.version,
      ...values,
    });
    await Promise.all([
      client.invalidateQueries({ queryKey: queryKeys.entity('gauge') }),
      client.invalidateQueries({ queryKey: queryKeys.entity('gaugeCalibration') }),
    ]);
    if (!answer) return;
    showSuccess(t('calibrationRecorded', { code }));
    onClose();
  };
  return (
    <FormDialog
      title={`${t('recordCalibration')} · ${code} ${String(gauge['name'])}`}
      subject={t('calibrationHint')}
      form={form}
      busy={busy}
      refusal={refusal}
      submitText={t('recordCalibration')}
      confirmsDiscard
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <Field of={FORM} name="calibratedOn" />
      <Field of={FORM} name="calibrationResult" />
      <Field of={FORM} name="certificateNumber" autoFocus />
      <Field of={FORM} name="calibratedBy" />
      <Field of={FORM} name="certificate" />
      {form.values['calibrationResult'] !== 'calibrationFailed' && <Field of={FORM} name="nextDueOn" />}
      <Field of={FORM} name="remark" />
    </FormDialog>
  );
}
