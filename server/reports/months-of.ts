import { addDays, addMonths, type DayPeriod } from '#shared/rules/days.ts';

/**
 * Lists whole months, the earliest first.
 * @param today the current day in the time zone of the factory
 * @param day any day of the last month; null for the current month
 * @param count the number of months
 */
export function listMonths(today: string, day: string | null, count: number): DayPeriod[] {
  const firstOfLastMonth = `${(day ?? today).slice(0, 8)}01`;
  return Array.from({ length: count }, (_, index) => {
    const from = addMonths(firstOfLastMonth, index + 1 - count);
    return { from, to: addDays(addMonths(from, 1), -1) };
  });
}
