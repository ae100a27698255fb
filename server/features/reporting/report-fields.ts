import { classificationRef } from '#shared/entities/classification-ref.ts';
import { choice, flag, lines, moment, number, quantity, ref, text } from '#shared/kernel/fields.ts';

/**
 * The input fields of the routes that receive pieces, start and end work, and undo reports. Each route uses
 * some of them.
 */
export const REPORT_INPUT_FIELDS = {
  processId: ref('process', { required: true }),
  taskId: ref('task', { required: true }),
  cardId: ref('card'),
  reportId: ref('workReport', { required: true, label: 'workReport' }),
  quantity: quantity({ required: true, min: 0.0001 }),
  good: quantity({ initial: 0 }),
  scrap: quantity({ initial: 0 }),
  rework: quantity({ initial: 0 }),
  errorClassId: classificationRef('errorClass'),
  scrapReasonId: classificationRef('scrapReason'),
  skipReasonId: classificationRef('skipReason'),
  skipReason: text({ max: 200, label: 'skipReasonInWords' }),
  deviceId: ref('device'),
  at: moment(),
  minutes: number({ min: 1, max: 1440, label: 'tookMinutes' }),
  remark: text({ max: 500 }),
  madeOffline: flag(),
  timeCorrected: flag(),
  isRework: flag(),
  phase: choice(['preparation', 'run', 'stop'], { initial: 'run' }),
  source: choice(['screen', 'barcode', 'kiosk', 'offline', 'api'], {
    initial: 'screen',
    label: 'reportSource',
  }),
  people: lines(
    { employeeId: ref('employee', { required: true }), ratio: number({ min: 0.01, max: 100 }) },
    { max: 50 },
  ),
} as const;

/**
 * The additional fields of a report that a device made without network. Both fields are absent in calls within the
 * server.
 */
export interface OfflineMarks {
  madeOffline?: boolean;
  timeCorrected?: boolean;
}
