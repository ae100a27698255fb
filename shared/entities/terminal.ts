import { defineEntity } from '#shared/kernel/entity.ts';
import { number, ref, text } from '#shared/kernel/fields.ts';

/** A place on the floor where people report: a tablet or panel that stays signed in. */
export const terminal = defineEntity({
  name: 'terminal',
  path: '/mes/system/basic/terminal',
  permission: 'SYSTEM_BASIC_TERMINAL',
  shownAs: 'name',
  sort: 'code',
  filters: ['workGroupId'],
  fields: {
    /** What is typed once to make a tablet this terminal. */
    code: text({ required: true, unique: true, max: 40, label: 'deviceCode' }),
    name: text({ required: true, max: 100 }),
    workGroupId: ref('workGroup'),
    /** How long somebody who does nothing stays recognised here. */
    keepMinutes: number({ unit: 'minutes', min: 1, max: 1440, decimals: 0, initial: 480 }),
    remark: text({ max: 500 }),
  },
});
