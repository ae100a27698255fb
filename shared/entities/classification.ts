import { defineEntity } from '#shared/kernel/entity.ts';
import { choice, ref, text } from '#shared/kernel/fields.ts';

/** A word of a factory's own lists: error classes, order types, regions … */
export const classification = defineEntity({
  name: 'classification',
  path: '/mes/system/classify',
  permission: 'SYSTEM_CLASSIFY',
  shownAs: 'name',
  sort: 'code',
  tree: 'parentId',
  filters: ['classId'],
  fields: {
    classId: choice(['errorClass', 'abnormalType', 'orderType', 'region'], {
      required: true,
      label: 'classKind',
    }),
    code: text({ required: true, unique: true, max: 40 }),
    name: text({ required: true, max: 100 }),
    parentId: ref('classification'),
  },
});
