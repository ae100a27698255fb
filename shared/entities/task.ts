import { defineEntity } from '#shared/kernel/entity.ts';
import { flag, ref, text } from '#shared/kernel/fields.ts';

/**
 * A kind of work without an order, e.g. cleaning, a meeting or a trial. A report outside the plan names the task.
 */
export const task = defineEntity({
  name: 'task',
  path: '/mes/system/basic/task',
  permission: 'SYSTEM_BASIC_TASK',
  shownAs: 'name',
  sort: 'code',
  filters: ['paidWork', 'costTypeId', 'active'],
  fields: {
    code: text({ required: true, unique: true, max: 40 }),
    name: text({ required: true, max: 100 }),
    paidWork: flag({ initial: true }),
    countsAsLoad: flag({ initial: true }),
    costTypeId: ref('costType'),
    active: flag({ initial: true }),
    remark: text({ max: 500 }),
  },
});
