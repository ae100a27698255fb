import { defineEntity } from '#shared/kernel/entity.ts';
import { flag, lines, number, text } from '#shared/kernel/fields.ts';

/**
 * A set of shifts with their breaks and weekdays (ISA-95: work calendar), in the factory's local
 * time.
 */
export const classTable = defineEntity({
  name: 'classTable',
  path: '/mes/system/classTable',
  permission: 'SYSTEM_CLASS_TABLE_SETTING',
  shownAs: 'name',
  sort: 'code',
  fields: {
    code: text({ required: true, unique: true, max: 40 }),
    name: text({ required: true, max: 100 }),
    remark: text({ max: 500 }),
    shifts: lines(
      {
        name: text({ required: true, max: 40, label: 'shift' }),
        startsAt: text({ required: true, max: 5 }),
        endsAt: text({ required: true, max: 5 }),
        monday: flag({ initial: true }),
        tuesday: flag({ initial: true }),
        wednesday: flag({ initial: true }),
        thursday: flag({ initial: true }),
        friday: flag({ initial: true }),
        saturday: flag({ initial: true }),
        sunday: flag({ initial: true }),
        rate: number({ min: 0, max: 10, decimals: 2, initial: 1, label: 'shiftRate' }),
      },
      { min: 1, max: 20 },
    ),
    breaks: lines(
      {
        startsAt: text({ required: true, max: 5 }),
        endsAt: text({ required: true, max: 5 }),
      },
      { max: 20 },
    ),
  },
});
