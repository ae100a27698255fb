/** The forms whose fields a factory arranges itself, as the settings page lists them. */
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
