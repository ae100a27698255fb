import { quantity, ref, text } from '#shared/kernel/fields.ts';
import { classificationRef } from './classification-ref.ts';

/** Fields of a report that a factory can hide or require: the device at the start, the others at the end. */
export const reportFormFields = {
  deviceId: ref('device'),
  scrap: quantity({ initial: 0 }),
  rework: quantity({ initial: 0 }),
  errorClassId: classificationRef('errorClass'),
  remark: text({ max: 500 }),
} as const;
