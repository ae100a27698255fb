import { expect, test } from 'vitest';
import { compareHolidays } from '#shared/rules/holiday-import.ts';
import { listDays } from '#shared/rules/days.ts';
import { buildYearCalendar, type StoredHoliday } from '#shared/rules/year-calendar.ts';

const SUNDAY_REST: StoredHoliday = { kind: 'weeklyRest', weekday: 'sunday', date: null, name: 'Sunday' };
const makeHoliday = (date: string, kind: StoredHoliday['kind']): StoredHoliday => ({
  kind,
  weekday: null,
  date,
  name: kind,
});

test('marks the working days; a dated holiday overrides a weekly holiday', () => {
  const months = buildYearCalendar(2026, [
    SUNDAY_REST,
    makeHoliday('2026-02-15', 'makeUpWorkday'),
    makeHoliday('2026-02-16', 'statutory'),
    makeHoliday('2026-02-17', 'rest'),
  ]);
  expect(months.map((days) => days.length)).toEqual([31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]);
  // February 2026 has four Sundays. One Sunday is a work day, and two other days are holidays.
  expect(months[1]!.filter((day) => day.isWorked).length).toBe(28 - 4 + 1 - 2);
  expect(buildYearCalendar(2028, []).flat().length).toBe(366);
});

test('lists the days from one day to another, given in either order', () => {
  expect(listDays('2026-03-01', '2026-02-27')).toEqual(['2026-02-27', '2026-02-28', '2026-03-01']);
});

test('imports only the days of an official calendar that differ', () => {
  const day = { date: '2026-10-01', kind: 'statutory', name: 'National Day' } as const;
  const existingHoliday = { id: 1, ...day };
  expect(compareHolidays([day, day], [])).toEqual({ add: [day], change: [], same: 0 });
  expect(compareHolidays([day], [existingHoliday])).toEqual({ add: [], change: [], same: 1 });
  expect(compareHolidays([day], [{ ...existingHoliday, name: 'Old' }]).change.length).toBe(1);
});
