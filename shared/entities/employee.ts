import { defineEntity } from '#shared/kernel/entity.ts';
import { choice, lines, moment, number, ref, refs, text } from '#shared/kernel/fields.ts';

/** A person who works in the factory. Employees can report work and log in. */
export const employee = defineEntity({
  name: 'employee',
  path: '/mes/system/basic/employee',
  permission: 'SYSTEM_BASIC_EMPLOYEE',
  shownAs: 'name',
  sort: 'code',
  filters: ['departmentId', 'workingStatus', 'workGroupId'],
  fields: {
    code: text({ required: true, unique: 'forEver', max: 40 }),
    name: text({ required: true, max: 100 }),
    roleIds: refs('role'),
    departmentId: ref('department'),
    workGroupId: ref('workGroup'),
    departmentalRole: choice(['staff', 'head'], { initial: 'staff' }),
    workingStatus: choice(['onJob', 'vacation', 'quit'], { initial: 'onJob' }),
    orgNumber: text({ max: 40 }),
    normalCapacity: number({ unit: 'hoursPerDay', min: 0, max: 24 }),
    budgetCapacity: number({ unit: 'hoursPerDay', min: 0, max: 24 }),
    idNumber: text({ max: 40 }),
    phone: text({ max: 40 }),
    mail: text({ max: 100 }),
    weLinkCode: text({ unique: 'forEver', max: 60 }),
    badgeCode: text({ unique: true, max: 60 }),
    wageGradeId: ref('wageGrade'),
    absences: lines({
      absentFrom: moment({ required: true }),
      absentUntil: moment({ required: true }),
      reason: text(),
    }),
  },
});
