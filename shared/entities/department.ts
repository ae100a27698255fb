import { defineEntity } from '#shared/kernel/entity.ts';
import { choice, ref, text } from '#shared/kernel/fields.ts';

/** A unit of the factory's organisation; departments form a tree. */
export const department = defineEntity({
  name: 'department',
  path: '/mes/system/basic/department',
  permission: 'SYSTEM_BASIC_DEPARTMENT',
  shownAs: 'name',
  sort: 'code',
  parentField: 'parentId',
  filters: ['workingStatus'],
  fields: {
    code: text({ required: true, unique: true, max: 40 }),
    name: text({ required: true, max: 100 }),
    parentId: ref('department'),
    workingStatus: choice(['enabled', 'discontinued'], { initial: 'enabled', label: 'status' }),
  },
});
