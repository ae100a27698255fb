import { quantity, ref, text } from '#shared/kernel/fields.ts';
import { classificationRef } from './classification-ref.ts';

/**
 * The fields of a work report that a factory can hide or require. The device is entered when work starts, and the
 * other fields when the work is finished or stopped.
 */
export const reportFormFields = {
  deviceId: ref('device'),
  scrap: quantity({ initial: 0 }),
  rework: quantity({ initial: 0 }),
  errorClassId: classificationRef('errorClass'),
  scrapReasonId: classificationRef('scrapReason'),
  remark: text({ max: 500 }),
} as const;
