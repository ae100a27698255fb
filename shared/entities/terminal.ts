import { defineEntity } from '#shared/kernel/entity.ts';
import { number, ref, text } from '#shared/kernel/fields.ts';

/** A shop-floor terminal: a tablet or panel that stays signed in, where people report. */
export const terminal = defineEntity({
  name: 'terminal',
  path: '/mes/system/basic/terminal',
  permission: 'SYSTEM_BASIC_TERMINAL',
  shownAs: 'name',
  sort: 'code',
  filters: ['workGroupId'],
  fields: {
    /** A person types this code once to turn a tablet into this terminal. */
    code: text({ required: true, unique: true, max: 40, label: 'deviceCode' }),
    name: text({ required: true, max: 100 }),
    workGroupId: ref('workGroup'),
    /** After how many minutes of inactivity a person must identify themselves again. */
    keepMinutes: number({ unit: 'minutes', min: 1, max: 1440, decimals: 0, initial: 480 }),
    remark: text({ max: 500 }),
  },
});
