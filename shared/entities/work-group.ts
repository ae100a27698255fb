import { defineEntity } from '#shared/kernel/entity.ts';
import { choice, lines, number, ref, refs, text } from '#shared/kernel/fields.ts';
import { classificationRef } from './classification-ref.ts';

/** The fields of a work group for each of its people, devices and shelves. */
const RESOURCE_FIELDS = {
  jobLevelId: classificationRef('jobLevel'),
  workAttribute: choice(['main', 'auxiliary'], { initial: 'main' }),
} as const;

/**
 * A group of people, devices and shelves that is planned and led as one unit (ISA-95: work centre). If a resource
 * names this group as its home group, the group also lists the resource. A resource that is assigned to a craft
 * of the group cannot be removed from the group. The department of a group is its workshop.
 */
export const workGroup = defineEntity({
  name: 'workGroup',
  path: '/mes/system/basic/group',
  permission: 'SYSTEM_BASIC_GROUP',
  shownAs: 'name',
  sort: 'code',
  filters: ['departmentId', 'craftIds', 'productionLineIds'],
  fields: {
    code: text({ required: true, unique: true, max: 40 }),
    name: text({ required: true, max: 100 }),
    departmentId: ref('department', { label: 'workshop' }),
    craftIds: refs('craft', { label: 'crafts' }),
    productionLineIds: refs('productionLine', { label: 'productionLines' }),
    normalCapacity: number({ unit: 'hoursPerDay', min: 0 }),
    maximumCapacity: number({ unit: 'hoursPerDay', min: 0 }),
    budgetCapacity: number({ unit: 'hoursPerDay', min: 0 }),
    efficiency: number({ unit: 'percent', min: 1, max: 300, initial: 100 }),
    staff: lines({
      employeeId: ref('employee', { required: true }),
      ...RESOURCE_FIELDS,
      craftId: ref('craft', { label: 'assignedCraft' }),
    }),
    equipment: lines({
      deviceId: ref('device', { required: true }),
      ...RESOURCE_FIELDS,
      craftId: ref('craft', { label: 'assignedCraft' }),
    }),
    shelves: lines({ shelfId: ref('shelf', { required: true }), ...RESOURCE_FIELDS }),
    remark: text({ max: 500 }),
  },
});
