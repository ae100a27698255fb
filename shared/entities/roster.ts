import { defineEntity } from '#shared/kernel/entity.ts';
import { date, ref, text } from '#shared/kernel/fields.ts';

/**
 * Assigns a class table to a person, a device, a work group, or the whole factory if none of them is set, for
 * a period. The most specific roster applies: a person's own roster overrides the group's, which overrides
 * the factory's.
 */
export const roster = defineEntity({
  name: 'roster',
  path: '/mes/system/roster',
  permission: 'SYSTEM_CLASS_TABLE_SETTING',
  shownAs: 'classTableId',
  sort: '-validFrom',
  filters: ['classTableId', 'workGroupId', 'employeeId', 'deviceId', 'validFrom'],
  fields: {
    classTableId: ref('classTable', { required: true }),
    /** The name of one shift of the class table. Empty means all shifts. */
    shiftName: text({ max: 40, label: 'onlyShift' }),
    validFrom: date({ required: true }),
    validUntil: date(),
    employeeId: ref('employee'),
    workGroupId: ref('workGroup'),
    deviceId: ref('device'),
    remark: text({ max: 500 }),
  },
});
