/** The lists of words that a factory keeps. */
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

/** Of which class the words are that a field refers to, by entity and field. */
export const CLASS_OF: Readonly<Record<string, Readonly<Record<string, ClassId>>>> = {
  workOrder: { orderTypeId: 'orderType' },
  customer: { regionId: 'region' },
  supplier: { regionId: 'region' },
  employee: { wageGradeId: 'wageGrade' },
  device: { producingAreaId: 'producingArea' },
  workReport: { errorClassId: 'errorClass' },
  abnormalCall: { typeId: 'abnormalType' },
  callRule: { typeId: 'abnormalType' },
};
