import type { HooksOf } from './hooks.ts';
import { completePlanLines } from './plan-lines.ts';

/** The lines of a template follow each other without a cycle. Empty values of a line are filled in from its node. */
export const masterPlanTemplateHooks: HooksOf<'masterPlanTemplate'> = {
  batchable: true,
  beforeSave: completePlanLines,
};
