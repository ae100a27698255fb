import { ref, type Field, type FieldOptions } from '#shared/kernel/fields.ts';

/** The classes of classifications. Each class is a list of words that a factory maintains. */
export const CLASSIFICATION_CLASSES = [
  'errorClass',
  'abnormalType',
  'orderType',
  'region',
  'deadlineClass',
  'scrapReason',
  'downtimeReason',
  'extraProcessReason',
  'skipReason',
  'jobLevel',
  'producingArea',
  'gaugeKind',
] as const;
export type ClassificationClass = (typeof CLASSIFICATION_CLASSES)[number];

/** Declares a reference to a word of one class; the class is also the label of the field. */
export const classificationRef = <
  const C extends ClassificationClass,
  const O extends Omit<FieldOptions<number>, 'label'> = Record<never, never>,
>(
  classId: C,
  options?: O,
) => ({ ...ref('classification', { ...(options as O), label: classId }), classId });

/** Declares the reference to a region that the specification calls `respective_region`; 0 means all regions. */
export const respectiveRegionRef = () => ({
  ...ref('classification', { label: 'respectiveRegion' }),
  classId: 'region' as const,
  zero: 'allRegions' as const,
});

/** Finds the class of the words to which a field refers; undefined if the field does not refer to a classification. */
export const findClassificationClass = (field: Field): ClassificationClass | undefined =>
  CLASSIFICATION_CLASSES.find((candidate) => candidate === field.classId);
