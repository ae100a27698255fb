import { defineEntity } from '#shared/kernel/entity.ts';
import { date, number, ref, text } from '#shared/kernel/fields.ts';

/** A project, which consists of work orders and sub-projects. */
export const project = defineEntity({
  name: 'project',
  path: '/mes/project',
  permission: 'PROJECT_MANAGE',
  shownAs: 'name',
  sort: 'code',
  tree: 'parentId',
  topic: 'plan',
  filters: ['customerId', 'leaderId', 'dueDate'],
  customColumns: 'project',
  fields: {
    code: text({ required: true, unique: true, max: 60 }),
    name: text({ required: true }),
    parentId: ref('project', { label: 'parentProject' }),
    customerId: ref('customer'),
    leaderId: ref('employee'),
    contractAmount: number({ min: 0, decimals: 2 }),
    budgetAmount: number({ min: 0, decimals: 2 }),
    dueDate: date(),
    remark: text({ max: 500 }),
  },
});
