import { choice, number, text } from '#shared/kernel/fields.ts';
import { CALENDARS } from '#shared/rules/holiday-import.ts';
import { command, query, type Route } from '../../call/route.ts';
import { compareOfficialDays, importHolidays } from './import-holidays.ts';
import { parseOfficialDays } from './official-days.ts';

/** The maximum length of a calendar file, in characters. */
const MAX_CALENDAR = 500_000;

const calendar = {
  csv: text({ required: true, max: MAX_CALENDAR, label: 'calendarFile' }),
  country: choice(CALENDARS, { required: true, label: 'calendarCountry' }),
  fromYear: number({ required: true, min: 1900, max: 2200, decimals: 0, label: 'fromYear' }),
  toYear: number({ required: true, min: 1900, max: 2200, decimals: 0, label: 'toYear' }),
} as const;

const yearsBetween = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);

/** Routes that compare and import official calendars. */
export const holidayRoutes: Route[] = [
  query({
    path: '/mes/system/holiday/compare',
    permission: 'SYSTEM_HOLIDAY_SETTING',
    input: calendar,
    run: ({ db, user, input: { csv, country, fromYear, toYear } }) =>
      compareOfficialDays(
        db,
        user.factoryId,
        parseOfficialDays(csv, country, yearsBetween(fromYear, toYear)),
      ),
  }),
  command({
    path: '/mes/system/holiday/import',
    permission: 'SYSTEM_HOLIDAY_SETTING_MODIFY',
    input: calendar,
    run: ({ work, user, input: { csv, country, fromYear, toYear } }) =>
      importHolidays(work, user, parseOfficialDays(csv, country, yearsBetween(fromYear, toYear))),
  }),
];
