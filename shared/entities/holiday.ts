import { defineEntity } from '#shared/kernel/entity.ts';
import { choice, date, text } from '#shared/kernel/fields.ts';
import { WEEKDAYS } from '#shared/rules/weekday.ts';

/** A weekday or a date without shifts, or a date that is a working day by exception. */
export const holiday = defineEntity({
  name: 'holiday',
  path: '/mes/system/holiday',
  permission: 'SYSTEM_HOLIDAY_SETTING',
  shownAs: 'name',
  sort: 'date',
  filters: ['kind', 'date'],
  fields: {
    kind: choice(['weeklyRest', 'rest', 'statutory', 'makeUpWorkday'], {
      required: true,
      label: 'holidayKind',
    }),
    weekday: choice(WEEKDAYS),
    date: date({ label: 'day' }),
    name: text({ required: true, max: 100 }),
  },
});
