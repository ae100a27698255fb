import { choice, number, text } from '#shared/kernel/fields.ts';
import { OFFICIAL_CALENDARS } from '#shared/rules/holiday-import.ts';
import { defineCommand, defineQuery, type Route } from '../../call/route.ts';
import { compareOfficialDays, importHolidays } from './import-holidays.ts';
import { parseOfficialDays } from './official-days.ts';

const MAX_CALENDAR_CHARACTERS = 500_000;

const calendarInput = {
  csv: text({ required: true, max: MAX_CALENDAR_CHARACTERS, label: 'calendarFile' }),
  country: choice(OFFICIAL_CALENDARS, { required: true, label: 'calendarCountry' }),
  fromYear: number({ required: true, min: 1900, max: 2200, decimals: 0, label: 'fromYear' }),
  toYear: number({ required: true, min: 1900, max: 2200, decimals: 0, label: 'toYear' }),
} as const;

const listYearsBetween = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);

export const holidayRoutes: Route[] = [
  defineQuery({
    path: '/mes/system/holiday/compare',
    permission: 'SYSTEM_HOLIDAY_SETTING',
    input: calendarInput,
    run: ({ db, user, input: { csv, country, fromYear, toYear } }) =>
      compareOfficialDays(
        db,
        user.factoryId,
        parseOfficialDays(csv, country, listYearsBetween(fromYear, toYear)),
      ),
  }),
  defineCommand({
    path: '/mes/system/holiday/import',
    permission: 'SYSTEM_HOLIDAY_SETTING_MODIFY',
    input: calendarInput,
    run: ({ tx, user, input: { csv, country, fromYear, toYear } }) =>
      importHolidays(tx, user, parseOfficialDays(csv, country, listYearsBetween(fromYear, toYear))),
  }),
];
