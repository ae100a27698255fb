import { quantity, ref, text } from '#shared/kernel/fields.ts';
import { classificationRef } from './classification-ref.ts';

/** What may be left out of a report on the floor or asked for: the device at its start, the rest at its end. */
export const reportFormFields = {
  deviceId: ref('device'),
  scrap: quantity({ initial: 0 }),
  rework: quantity({ initial: 0 }),
  errorClassId: classificationRef('errorClass'),
  remark: text({ max: 500 }),
} as const;
