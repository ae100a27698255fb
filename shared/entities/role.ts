import { HOME_PRESETS } from '#shared/boards/home-presets.ts';
import { defineEntity } from '#shared/kernel/entity.ts';
import { choice, lines, number, text } from '#shared/kernel/fields.ts';

/** A set of permissions that accounts can hold. System roles are built in and cannot be changed. */
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
    /** The kind of accounts that can hold the role. */
    forAccounts: choice(['employee', 'customer', 'supplier'], { initial: 'employee' }),
    /** The number of accounts that hold the role. */
    usageCount: number({ min: 0, decimals: 0, initial: 0 }),
    /** The initial home page of the holders of the role. Without this value, their permissions decide. */
    homePreset: choice(HOME_PRESETS),
    remark: text({ max: 500 }),
    permissions: lines({ permission: text({ required: true, max: 80 }) }, { max: 1000 }),
  },
});
