import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  addDays,
  addMonths,
  countDays,
  countDaysBetween,
  isDay,
  listDays,
  getWeekdayIndex,
  getWeekday,
} from '#shared/rules/days.ts';

const arbitraryDay = fc
  .date({
    min: new Date('1900-01-01T00:00:00Z'),
    max: new Date('2200-12-31T00:00:00Z'),
    noInvalidDate: true,
  })
  .map((date) => date.toISOString().slice(0, 10));
const arbitraryDayCount = fc.integer({ min: -1000, max: 1000 });

it('adding days and counting them agree across months and years', () => {
  fc.assert(
    fc.property(arbitraryDay, arbitraryDayCount, (from, days) => {
      const to = addDays(from, days);
      expect(isDay(to)).toBe(true);
      expect(countDaysBetween(from, to)).toBe(days);
      expect(to > from).toBe(days > 0);
      expect(getWeekdayIndex(to)).toBe((((getWeekdayIndex(from) + days) % 7) + 7) % 7);
      expect(listDays(from, to)).toHaveLength(Math.abs(days) + 1);
    }),
  );
});

it('a month later is the same day, or the last day of a shorter month', () => {
  expect(addMonths('2026-01-31', 1)).toBe('2026-02-28');
  expect(addMonths('2024-01-31', 1)).toBe('2024-02-29');
  expect(addMonths('2026-01-15', -1)).toBe('2025-12-15');
  expect(addMonths('2026-12-31', 14)).toBe('2028-02-29');
});

it('the first and the last day of a period are counted', () => {
  expect(countDays({ from: '2026-03-01', to: '2026-03-01' })).toBe(1);
  expect(countDays({ from: '2026-02-27', to: '2026-03-01' })).toBe(3);
});

it('a date must exist in the calendar', () => {
  for (const invalidDay of ['2026-02-29', '2026-13-01', '2026-1-1', '', null, 20260101])
    expect(isDay(invalidDay)).toBe(false);
  expect(isDay('2024-02-29')).toBe(true);
  expect(getWeekday('2024-01-01')).toBe('monday');
});
