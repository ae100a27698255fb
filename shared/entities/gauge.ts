import { defineEntity } from '#shared/kernel/entity.ts';
import { choice, date, file, number, text } from '#shared/kernel/fields.ts';
import { GAUGE_STATES } from '#shared/quality/gauge.ts';
import { classificationRef } from './classification-ref.ts';

/**
 * A gauge with which people measure or judge pieces. It is calibrated at intervals, and each calibration is a
 * row of `gaugeCalibration`.
 */
export const gauge = defineEntity({
  name: 'gauge',
  path: '/mes/quality/gauge',
  permission: 'QUALITY_GAUGE',
  shownAs: 'code',
  sort: 'code',
  topic: 'quality',
  derived: ['dueOn'],
  filters: ['gaugeKindId', 'state', 'dueOn'],
  pickedBy: ['gaugeKindId', 'state'],
  fields: {
    code: text({ required: true, unique: true, max: 40, label: 'gaugeCode' }),
    name: text({ required: true, max: 100 }),
    gaugeKindId: classificationRef('gaugeKind', { required: true }),
    state: choice(GAUGE_STATES, { initial: 'gaugeInUse', label: 'gaugeState' }),
    dueOn: date({ label: 'calibrationDueOn' }),
    /**
     * The day of the last calibration. After the first recorded calibration, users cannot edit this day; only
     * a new calibration changes it.
     */
    lastCalibratedOn: date(),
    /** The range in which the gauge measures, and the smallest step that it shows. */
    rangeFrom: number({ min: -9_999_999_999, label: 'measuresFrom' }),
    rangeTo: number({ min: -9_999_999_999, label: 'measuresTo' }),
    resolution: number({ min: 0 }),
    unit: text({ max: 20 }),
    serialNumber: text({ max: 60 }),
    location: text({ max: 100, label: 'gaugeLocation' }),
    calibrationMonths: number({ unit: 'months', min: 1, max: 120, decimals: 0, initial: 12 }),
    /** The certificate of the last calibration. */
    certificate: file({ label: 'calibrationCertificate' }),
    remark: text({ max: 500 }),
  },
});

/** Each term in simplified Chinese, English, traditional Chinese and Japanese. */
export const gaugeTerms = {
  gauge: ['量具', 'Gauge', '量具', '測定具'],
  gauges: ['量具', 'Gauges', '量具', '測定具'],
  gaugeCode: ['量具编号', 'Gauge no.', '量具編號', '測定具番号'],
  gaugeKind: ['量具类别', 'Gauge kind', '量具類別', '測定具の種類'],
  gaugeState: ['量具状态', 'State', '量具狀態', '状態'],
  gaugeInUse: ['使用中', 'In use', '使用中', '使用中'],
  gaugeInCalibration: ['送检中', 'In calibration', '送校中', '校正中'],
  gaugeBlocked: ['停用', 'Blocked', '停用', '使用停止'],
  gaugeScrapped: ['已报废', 'Scrapped', '已報廢', '廃棄済み'],
  measuresFrom: ['测量下限', 'Measures from', '測量下限', '測定範囲（下限）'],
  measuresTo: ['测量上限', 'Measures to', '測量上限', '測定範囲（上限）'],
  resolution: ['分辨力', 'Resolution', '解析度', '最小表示量'],
  serialNumber: ['出厂编号', 'Serial no.', '出廠編號', '製造番号'],
  gaugeLocation: ['存放位置', 'Location', '存放位置', '保管場所'],
  calibrationMonths: ['校准周期', 'Calibration interval', '校正週期', '校正周期'],
  lastCalibratedOn: ['上次校准日期', 'Last calibrated on', '上次校正日期', '前回校正日'],
  calibrationDueOn: ['校准到期日', 'Calibration due', '校正到期日', '校正期限'],
  calibrationCertificate: ['校准证书', 'Certificate', '校正證書', '校正証明書'],
} as const;
