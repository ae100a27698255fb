import { ref, type Field, type FieldKeys } from '#shared/kernel/fields.ts';

/** The word lists that a factory maintains. */
export const CLASS_IDS = [
  'errorClass',
  'abnormalType',
  'orderType',
  'region',
  'deadlineClass',
  'scrapReason',
  'downtimeReason',
  'jobLevel',
  'wageGrade',
  'producingArea',
] as const;
export type ClassId = (typeof CLASS_IDS)[number];

/** Declares a reference to a word of one class; the class is also the label of the field. */
export const classificationRef = <
  const C extends ClassId,
  const O extends Omit<FieldKeys<number>, 'label'> = Record<never, never>,
>(
  classId: C,
  options?: O,
) => ({ ...ref('classification', { ...(options as O), label: classId }), classId });

/** Finds the class whose words a field refers to; undefined if the field refers to no words. */
export const classOf = (field: Field): ClassId | undefined => CLASS_IDS.find((one) => one === field.classId);
