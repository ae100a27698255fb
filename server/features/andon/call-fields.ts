import { classificationRef } from '#shared/entities/classification-ref.ts';
import { file, flag, number, ref, text } from '#shared/kernel/fields.ts';

/** The input fields of the routes of calls for help. */
export const helpCallFields = {
  typeId: classificationRef('abnormalType', { required: true }),
  stops: flag(),
  processId: ref('process'),
  deviceId: ref('device'),
  description: text({ max: 500 }),
  picture: file(),
  id: ref('abnormalCall', { required: true, label: 'abnormalCall' }),
  version: number({ required: true, min: 1, max: 2_000_000_000, decimals: 0 }),
  solution: text({ max: 500 }),
  reason: text({ required: true, max: 500 }),
} as const;
