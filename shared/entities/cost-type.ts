import { defineEntity } from '#shared/kernel/entity.ts';
import { date, lines, number, ref, text } from '#shared/kernel/fields.ts';

/** A cost category with hourly rates, each of which is valid from a given day on. */
export const costType = defineEntity({
  name: 'costType',
  path: '/mes/system/basic/costType',
  permission: 'SYSTEM_BASIC_COST_TYPE',
  shownAs: 'name',
  sort: 'code',
  parentField: 'parentId',
  fields: {
    code: text({ required: true, unique: true, max: 40 }),
    name: text({ required: true, max: 100 }),
    parentId: ref('costType'),
    rates: lines({
      validFrom: date({ required: true }),
      deviceHourRate: number({ unit: 'perHour', min: 0 }),
      manHourRate: number({ unit: 'perHour', min: 0 }),
    }),
  },
});
