import { defineEntity } from '#shared/kernel/entity.ts';
import { choice, number, ref, refs, text } from '#shared/kernel/fields.ts';
import { PLAN_RELATIONS } from '#shared/rules/plan-relation.ts';

/**
 * A milestone or phase of master plans, e.g. design or casting. A node is confirmed by hand, is a task of a
 * department, or ends with the processes of its crafts. Its hours, relation and delay are the defaults for the lines
 * of templates.
 */
export const masterPlanNode = defineEntity({
  name: 'masterPlanNode',
  path: '/mes/orderPlan',
  permission: 'ORDER_MASTER_PLAN_NODE_SETTING',
  shownAs: 'name',
  sort: 'code',
  topic: 'plan',
  filters: ['nodeType', 'departmentId'],
  fields: {
    code: text({ required: true, unique: true, max: 40 }),
    name: text({ required: true, max: 100 }),
    nodeType: choice(['manual', 'departmentTask', 'boundToCrafts'], { initial: 'manual' }),
    departmentId: ref('department'),
    craftIds: refs('craft', { label: 'crafts' }),
    estimatedHours: number({ unit: 'hours', min: 0, max: 100_000, initial: 0 }),
    /** The usual preceding node. */
    predecessorId: ref('masterPlanNode', { label: 'predecessor' }),
    relation: choice(PLAN_RELATIONS, { initial: 'finishToStart' }),
    postpositionDays: number({ unit: 'workingDays', min: 0, max: 365, decimals: 0, initial: 0 }),
    remark: text({ max: 500 }),
  },
});
