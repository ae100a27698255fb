import { defineEntity } from '#shared/kernel/entity.ts';
import { date, ref, text } from '#shared/kernel/fields.ts';

/**
 * Assigns a class table for a period to a person, a device or a work group; if none of them is set, to the whole
 * factory. The most specific roster applies: a roster of a person or device overrides one of the work group, and a
 * roster of the work group overrides one of the factory.
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
    /** The name of one shift of the class table. Null means all shifts. */
    shiftName: text({ max: 40, label: 'onlyShift' }),
    validFrom: date({ required: true }),
    validUntil: date(),
    employeeId: ref('employee'),
    workGroupId: ref('workGroup'),
    deviceId: ref('device'),
    remark: text({ max: 500 }),
  },
});
