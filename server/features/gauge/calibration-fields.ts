import { CALIBRATION_RESULTS } from '#shared/quality/gauge.ts';
import { choice, date, file, number, ref, text } from '#shared/kernel/fields.ts';

/** The input fields of a calibration. */
export const CALIBRATION_FIELDS = {
  gaugeId: ref('gauge', { required: true }),
  /** The version of the gauge that the caller has read. */
  version: number({ required: true, min: 1, max: 2_000_000_000, decimals: 0 }),
  calibratedOn: date({ required: true }),
  calibrationResult: choice(CALIBRATION_RESULTS, { required: true }),
  calibratedBy: text({ max: 100 }),
  certificateNumber: text({ required: true, max: 60 }),
  certificate: file({ label: 'calibrationCertificate' }),
  /** If this field is empty, the interval of the gauge determines the day. */
  nextDueOn: date({ label: 'nextCalibrationDueOn' }),
  remark: text({ max: 500 }),
} as const;
