import { defineEntity } from '#shared/kernel/entity.ts';
import { choice, lines, text } from '#shared/kernel/fields.ts';

/** A set of permissions that people hold; system roles come with the product and cannot be changed. */
export const role = defineEntity({
  name: 'role',
  path: '/mes/system/basic/role',
  permission: 'SYSTEM_BASIC_ROLE',
  shownAs: 'name',
  sort: 'name',
  derived: ['roleType'],
  filters: ['roleType'],
  fields: {
    name: text({ required: true, unique: true, max: 100 }),
    roleType: choice(['custom', 'system'], { initial: 'custom' }),
    remark: text({ max: 500 }),
    permissions: lines({ permission: text({ required: true, max: 80 }) }, { max: 1000 }),
  },
});
