import { choice, number, text } from '#shared/kernel/fields.ts';
import { CALENDARS } from '#shared/rules/holiday-import.ts';
import { command, query, type Route } from '../../call/route.ts';
import { compareOfficial, importHolidays } from './import-holidays.ts';
import { officialDays } from './official-days.ts';

/** Longest calendar file, in characters. */
const MAX_CALENDAR = 500_000;

const calendar = {
  csv: text({ required: true, max: MAX_CALENDAR, label: 'calendarFile' }),
  country: choice(CALENDARS, { required: true, label: 'calendarCountry' }),
  fromYear: number({ required: true, min: 1900, max: 2200, decimals: 0, label: 'fromYear' }),
  toYear: number({ required: true, min: 1900, max: 2200, decimals: 0, label: 'toYear' }),
} as const;

const yearsBetween = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);

/** Official calendars, compared with the factory's holidays and imported. */
export const holidayRoutes: Route[] = [
  query({
    path: '/mes/system/holiday/compare',
    permission: 'SYSTEM_HOLIDAY_SETTING',
    input: calendar,
    run: ({ db, user, input: { csv, country, fromYear, toYear } }) =>
      compareOfficial(db, user.factoryId, officialDays(csv, country, yearsBetween(fromYear, toYear))),
  }),
  command({
    path: '/mes/system/holiday/import',
    permission: 'SYSTEM_HOLIDAY_SETTING_MODIFY',
    input: calendar,
    run: ({ work, user, input: { csv, country, fromYear, toYear } }) =>
      importHolidays(work, user, officialDays(csv, country, yearsBetween(fromYear, toYear))),
  }),
];
