/** The forms that a factory can configure, in the order of the settings page. */
export const FORM_NAMES = [
  'project',
  'workOrder',
  'part',
  'process',
  'workReport',
  'masterPlan',
  'qualityException',
] as const;
export type FormName = (typeof FORM_NAMES)[number];
