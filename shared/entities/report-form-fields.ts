import { quantity, ref, text } from '#shared/kernel/fields.ts';
import { classificationRef } from './classification-ref.ts';

/**
 * The fields of a report that a factory can hide or require. People enter the device when they
 * start work, and the other fields when they finish it.
 */
export const reportFormFields = {
  deviceId: ref('device'),
  scrap: quantity({ initial: 0 }),
  rework: quantity({ initial: 0 }),
  errorClassId: classificationRef('errorClass'),
  scrapReasonId: classificationRef('scrapReason'),
  remark: text({ max: 500 }),
} as const;
