import { defineEntity } from '#shared/kernel/entity.ts';
import { number, text } from '#shared/kernel/fields.ts';
import { planLinkLines, planNodeLines } from './plan-line-fields.ts';

/** A master plan for orders of one kind: its nodes and their dependencies. */
export const masterPlanTemplate = defineEntity({
  name: 'masterPlanTemplate',
  path: '/mes/system/masterPlanTemplate',
  permission: 'ORDER_PLAN_TEMPLATE_SETTING',
  shownAs: 'name',
  sort: 'code',
  topic: 'plan',
  fields: {
    code: text({ required: true, unique: true, max: 40 }),
    name: text({ required: true, max: 100 }),
    /** The hours of a working day, for the conversion between hours and days. */
    workdayHours: number({ unit: 'hours', min: 1, max: 24, decimals: 2, initial: 8 }),
    remark: text({ max: 500 }),
    nodes: planNodeLines,
    links: planLinkLines,
  },
});
