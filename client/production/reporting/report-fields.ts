import { classificationRef } from '#shared/entities/classification-ref.ts';
import { choice, lines, moment, number, quantity, ref, text } from '#shared/kernel/fields.ts';

/** The fields of the form that starts work. */
export const START_FORM_FIELDS = {
  quantity: quantity({ required: true, min: 0.0001 }),
  deviceId: ref('device'),
  people: lines(
    { employeeId: ref('employee', { required: true }), ratio: number({ min: 0.01, max: 100 }) },
    { min: 1, max: 50 },
  ),
  phase: choice(['run', 'preparation', 'stop'], { initial: 'run' }),
  skipReasonId: classificationRef('skipReason'),
  skipReason: text({ max: 200, label: 'skipReasonInWords' }),
  at: moment(),
} as const;

/** The fields of the form that closes a report. */
export const CLOSE_FORM_FIELDS = {
  good: quantity({ initial: 0 }),
  scrap: quantity({ initial: 0 }),
  rework: quantity({ initial: 0 }),
  errorClassId: classificationRef('errorClass'),
  scrapReasonId: classificationRef('scrapReason'),
  at: moment(),
  remark: text({ max: 500 }),
} as const;

/** The number of pieces of a rework report that must be reworked again. */
export const MACHINE_AGAIN_FIELD = quantity({ initial: 0, label: 'machineAgain' });

/** The fields that the factory can make required for starting work. */
export const ARRANGEABLE_START_FIELDS = { deviceId: START_FORM_FIELDS.deviceId } as const;

/**
 * The fields whose visibility, required flag or default value the factory can set for closing a report.
 */
export const ARRANGEABLE_CLOSE_FIELDS = {
  scrap: CLOSE_FORM_FIELDS.scrap,
  rework: CLOSE_FORM_FIELDS.rework,
  errorClassId: CLOSE_FORM_FIELDS.errorClassId,
  scrapReasonId: CLOSE_FORM_FIELDS.scrapReasonId,
  remark: CLOSE_FORM_FIELDS.remark,
} as const;

export const RECEIVE_FORM_FIELDS = { quantity: quantity({ required: true, min: 0.0001 }) } as const;

export const REASON_FORM_FIELDS = { reason: text({ required: true, max: 500 }) } as const;
