import { defineEntity } from '#shared/kernel/entity.ts';
import { choice, lines, moment, number, ref, text } from '#shared/kernel/fields.ts';
import { classificationRef } from './classification-ref.ts';

/** A machine or work place that processes run on (ISA-95: equipment). */
export const device = defineEntity({
  name: 'device',
  path: '/mes/system/basic/device',
  permission: 'SYSTEM_BASIC_DEVICE',
  shownAs: 'name',
  sort: 'code',
  filters: ['status', 'workGroupId'],
  pickedBy: ['workGroupId', 'status'],
  topic: 'device',
  terminalVerbs: ['list'],
  fields: {
    code: text({ required: true, unique: true, max: 40 }),
    name: text({ required: true, max: 100 }),
    brand: text({ max: 100 }),
    producingAreaId: classificationRef('producingArea'),
    workGroupId: ref('workGroup'),
    normalCapacity: number({ unit: 'hoursPerDay', min: 0, max: 24 }),
    maximumCapacity: number({ unit: 'hoursPerDay', min: 0, max: 24 }),
    budgetCapacity: number({ unit: 'hoursPerDay', min: 0, max: 24 }),
    status: choice(['normal', 'repair', 'scrapped'], { initial: 'normal' }),
    downtimes: lines({
      downFrom: moment({ required: true }),
      downUntil: moment({ required: true }),
      reasonId: classificationRef('downtimeReason'),
      remark: text(),
    }),
  },
});
