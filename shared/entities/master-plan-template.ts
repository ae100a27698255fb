import { defineEntity } from '#shared/kernel/entity.ts';
import { choice, lines, number, ref, text } from '#shared/kernel/fields.ts';
import { PLAN_RELATIONS } from '#shared/rules/plan-relation.ts';

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
    /** An empty `estimatedHours`, `relation` or `postpositionDays` of a line means the value of the line's node. */
    nodes: lines(
      {
        seq: number({ required: true, min: 1, max: 9999, decimals: 0 }),
        nodeId: ref('masterPlanNode', { required: true, label: 'masterPlanNode' }),
        estimatedHours: number({ unit: 'hours', min: 0, max: 100_000 }),
        /**
         * The seq of the preceding line. A line without a preceding line starts when the plan
         * starts.
         */
        afterSeq: number({ min: 1, max: 9999, decimals: 0 }),
        relation: choice(PLAN_RELATIONS),
        postpositionDays: number({ unit: 'workingDays', min: 0, max: 365, decimals: 0 }),
      },
      { max: 200, label: 'masterPlanNodes' },
    ),
  },
});
