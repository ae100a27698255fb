import { defineEntity } from '#shared/kernel/entity.ts';
import { choice, flag, lines, moment, number, quantity, ref, text } from '#shared/kernel/fields.ts';
import { classificationRef } from './classification-ref.ts';
import { STORED_ENTRY_FIELDS } from './report-entry-fields.ts';

/**
 * One interval of work (ISA-95: work performance) on a process or on a task, or one receipt of pieces. A closed
 * report does not change any more, except that it can be marked as reversed.
 */
export const workReport = defineEntity({
  name: 'workReport',
  path: '/mes/report',
  permission: 'PRODUCTION',
  shownAs: 'id',
  sort: '-startedAt',
  topic: 'report',
  verbs: ['page', 'get'],
  filters: ['processId', 'cardId', 'deviceId', 'kind', 'startedAt'],
  customColumns: 'report',
  fields: {
    kind: choice(['receive', 'start', 'unfinished', 'finish', 'outsidePlan'], {
      required: true,
      label: 'reportKind',
    }),
    phase: choice(['preparation', 'run', 'stop'], { initial: 'run' }),
    /**
     * Whether the report is about rework of pieces that an earlier report found bad. The pieces in `rework`
     * of this report must be reworked again.
     */
    isRework: flag(),
    processId: ref('process'),
    taskId: ref('task'),
    /** The card that was scanned for the report. */
    cardId: ref('card'),
    deviceId: ref('device'),
    startedAt: moment({ required: true }),
    endedAt: moment(),
    seconds: number({ unit: 'seconds', decimals: 0, min: 0, initial: 0, label: 'duration' }),
    received: quantity({ initial: 0 }),
    started: quantity({ initial: 0 }),
    good: quantity({ initial: 0 }),
    scrap: quantity({ initial: 0 }),
    rework: quantity({ initial: 0 }),
    hold: quantity({ initial: 0 }),
    excess: quantity({ initial: 0 }),
    errorClassId: classificationRef('errorClass'),
    scrapReasonId: classificationRef('scrapReason'),
    source: choice(['screen', 'barcode', 'kiosk', 'offline', 'import', 'api'], {
      initial: 'screen',
      label: 'reportSource',
    }),
    /** Whether the time was reconstructed, because the clock of a device without network was wrong. */
    timeCorrected: flag(),
    batchId: text({ max: 36, label: 'reportBatch' }),
    reversesId: ref('workReport'),
    reversedBy: text({ max: 100 }),
    reversedAt: moment(),
    remark: text({ max: 500 }),
    people: lines({
      employeeId: ref('employee', { required: true }),
      ratio: number({ unit: 'percent', min: 0, max: 100 }),
      seconds: number({ unit: 'seconds', decimals: 0, min: 0 }),
    }),
    ...STORED_ENTRY_FIELDS,
  },
});
