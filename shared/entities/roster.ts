import { defineEntity } from '#shared/kernel/entity.ts';
import { date, ref, text } from '#shared/kernel/fields.ts';

/**
 * Who works by which class table, from when until when: a person, a device, a work group, or the whole factory where
 * none is named. The nearest one counts: a person's own before the group's before the factory's.
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
    /** One shift of the table; all of them where none is named. */
    shiftName: text({ max: 40, label: 'onlyShift' }),
    validFrom: date({ required: true }),
    validUntil: date(),
    employeeId: ref('employee'),
    workGroupId: ref('workGroup'),
    deviceId: ref('device'),
    remark: text({ max: 500 }),
  },
});
