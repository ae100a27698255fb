import { defineEntity } from '#shared/kernel/entity.ts';
import { date, file, lines, number, ref, text } from '#shared/kernel/fields.ts';

/**
 * A project, which consists of work orders and sub-projects. Its amounts do not include those of its sub-projects.
 * `budget` divides the budget amount among cost types.
 */
export const project = defineEntity({
  name: 'project',
  path: '/mes/project',
  permission: 'PROJECT_MANAGE',
  shownAs: 'name',
  sort: 'code',
  parentField: 'parentId',
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
    budget: lines(
      {
        costTypeId: ref('costType', { required: true }),
        amount: number({ required: true, min: 0, decimals: 2 }),
      },
      { label: 'budgetByCostType' },
    ),
    documents: lines(
      {
        name: text({ required: true, max: 100 }),
        file: file({ label: 'documentFile' }),
      },
      { max: 100, label: 'projectDocuments' },
    ),
    remark: text({ max: 500 }),
  },
});
