import { defineEntity } from '#shared/kernel/entity.ts';
import { choice, lines, number, text } from '#shared/kernel/fields.ts';

/** A set of permissions that people hold; system roles come with the product and cannot be changed. */
export const role = defineEntity({
  name: 'role',
  path: '/mes/system/basic/role',
  permission: 'SYSTEM_BASIC_ROLE',
  shownAs: 'name',
  sort: 'name',
  derived: ['roleType', 'usageCount'],
  filters: ['roleType', 'forAccounts'],
  fields: {
    name: text({ required: true, unique: true, max: 100 }),
    roleType: choice(['custom', 'system'], { initial: 'custom' }),
    /** Whose accounts can hold it: those of customers and suppliers see their own of what the codes show. */
    forAccounts: choice(['employee', 'customer', 'supplier'], { initial: 'employee' }),
    /** How many people hold it. */
    usageCount: number({ min: 0, decimals: 0, initial: 0 }),
    remark: text({ max: 500 }),
    permissions: lines({ permission: text({ required: true, max: 80 }) }, { max: 1000 }),
  },
});
