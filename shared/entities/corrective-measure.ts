import { defineEntity } from '#shared/kernel/entity.ts';
import { choice, date, ref, text } from '#shared/kernel/fields.ts';

/**
 * What a measure is for: to protect the customer at once, to remove the cause, or to keep it from coming back
 * elsewhere.
 */
export const MEASURE_KINDS = ['containing', 'correcting', 'preventing'] as const;
export type MeasureKind = (typeof MEASURE_KINDS)[number];
export const MEASURE_STATES = ['measureOpen', 'measureDone'] as const;
export type MeasureState = (typeof MEASURE_STATES)[number];

/** A measure of a corrective action: what one person must do by a certain day. */
export const correctiveMeasure = defineEntity({
  name: 'correctiveMeasure',
  path: '/mes/quality/correctiveMeasure',
  permission: { read: 'PRODUCTION', write: 'QUALITY_CORRECT' },
  shownAs: 'what',
  sort: 'dueOn',
  topic: 'quality',
  verbs: ['page', 'get', 'save', 'delete'],
  derived: ['state', 'doneOn', 'doneBy', 'result'],
  filters: ['state', 'ownerId', 'dueOn', 'kind', 'correctiveId'],
  fields: {
    correctiveId: ref('correctiveAction', { required: true, label: 'correctiveAction' }),
    kind: choice(MEASURE_KINDS, { initial: 'correcting', label: 'measureKind' }),
    what: text({ required: true, max: 500, label: 'correctiveMeasure' }),
    ownerId: ref('employee', { required: true, label: 'measureOwner' }),
    dueOn: date({ required: true, label: 'measureDueOn' }),
    state: choice(MEASURE_STATES, { initial: 'measureOpen', label: 'measureState' }),
    doneOn: date({ label: 'measureDoneOn' }),
    doneBy: text({ max: 100, label: 'measureDoneBy' }),
    result: text({ max: 1000, label: 'measureResult' }),
  },
});

/** Each term in simplified Chinese, English, traditional Chinese and Japanese. */
export const correctiveMeasureTerms = {
  correctiveMeasure: ['措施', 'Measure', '措施', '対策'],
  correctiveMeasures: ['措施', 'Measures', '措施', '対策'],
  measureKind: ['措施类别', 'Kind', '措施類別', '対策の種類'],
  containing: ['围堵', 'Containment', '圍堵', '暫定'],
  correcting: ['纠正', 'Corrective', '矯正', '恒久'],
  preventing: ['预防', 'Preventive', '預防', '再発防止'],
  measureOwner: ['责任人', 'Owner', '責任人', '担当者'],
  measureDueOn: ['计划完成', 'Due', '計劃完成', '期限'],
  measureState: ['措施状态', 'State', '措施狀態', '状態'],
  measureOpen: ['未完成', 'Open', '未完成', '未完了'],
  measureDone: ['已完成', 'Done', '已完成', '完了'],
  measureDoneOn: ['完成日期', 'Done on', '完成日期', '完了日'],
  measureDoneBy: ['完成确认人', 'Done by', '完成確認人', '完了者'],
  measureResult: ['完成情况', 'Result', '完成情況', '結果'],
} as const;
