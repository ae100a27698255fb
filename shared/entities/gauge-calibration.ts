import { defineEntity } from '#shared/kernel/entity.ts';
import { choice, date, file, ref, text } from '#shared/kernel/fields.ts';
import { CALIBRATION_RESULTS } from '#shared/quality/gauge.ts';

/** A calibration of a gauge. It is recorded once, and neither changed nor deleted. */
export const gaugeCalibration = defineEntity({
  name: 'gaugeCalibration',
  path: '/mes/quality/gaugeCalibration',
  permission: { read: 'QUALITY_GAUGE', write: 'QUALITY_GAUGE_MODIFY' },
  shownAs: 'certificateNumber',
  sort: '-calibratedOn',
  topic: 'quality',
  verbs: ['page', 'get'],
  filters: ['gaugeId', 'calibrationResult', 'calibratedOn'],
  fields: {
    gaugeId: ref('gauge', { required: true }),
    calibratedOn: date({ required: true }),
    calibrationResult: choice(CALIBRATION_RESULTS, { required: true }),
    /** The laboratory or person who calibrated the gauge. */
    calibratedBy: text({ max: 100 }),
    certificateNumber: text({ required: true, max: 60 }),
    certificate: file({ label: 'calibrationCertificate' }),
    /** When the next calibration is due; empty if the gauge has failed. */
    nextDueOn: date({ label: 'nextCalibrationDueOn' }),
    recordedBy: text({ required: true, max: 100, label: 'calibrationRecordedBy' }),
    remark: text({ max: 500 }),
  },
});

/** Each term in simplified Chinese, English, traditional Chinese and Japanese. */
export const gaugeCalibrationTerms = {
  gaugeCalibration: ['校准记录', 'Calibration', '校正記錄', '校正記録'],
  gaugeCalibrations: ['校准记录', 'Calibrations', '校正記錄', '校正記録'],
  calibratedOn: ['校准日期', 'Calibrated on', '校正日期', '校正日'],
  calibrationResult: ['校准结果', 'Result', '校正結果', '校正結果'],
  calibrationPassed: ['合格', 'Within tolerance', '合格', '合格'],
  calibrationAdjusted: [
    '超差，已调整合格',
    'Out of tolerance, adjusted',
    '超差，已調整合格',
    '公差外（調整後合格）',
  ],
  calibrationFailed: ['超差，不合格', 'Out of tolerance, failed', '超差，不合格', '公差外（不合格）'],
  calibratedBy: ['校准机构', 'Calibrated by', '校正機構', '校正機関'],
  certificateNumber: ['证书编号', 'Certificate no.', '證書編號', '証明書番号'],
  nextCalibrationDueOn: ['下次校准日期', 'Next due', '下次校正日期', '次回期限'],
  calibrationRecordedBy: ['记录人', 'Recorded by', '記錄人', '記録者'],
} as const;
