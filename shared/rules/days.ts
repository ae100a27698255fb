import { WEEKDAYS, type Weekday } from './weekday.ts';

// Calendar days are texts of the form 'YYYY-MM-DD', which time zones do not affect. The order of the texts is the
// order of the days.

/** A period from one day to another; both days are included. */
export interface DayPeriod {
  from: string;
  to: string;
}

export const DAY_MS = 86_400_000;
const toUtcMs = (day: string): number => Date.parse(`${day}T00:00:00Z`);
const toDayText = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

export const isDay = (value: unknown): value is string =>
  typeof value === 'string' &&
  /^\d{4}-\d{2}-\d{2}$/.test(value) &&
  !Number.isNaN(toUtcMs(value)) &&
  toDayText(toUtcMs(value)) === value;

/** Adds a number of days, which may be negative, to a day. */
export const addDays = (day: string, days: number): string => toDayText(toUtcMs(day) + days * DAY_MS);

/** Adds months to a day. If the month is too short, the result is the last day of the month. */
export function addMonths(day: string, months: number): string {
  const [year, month, dayOfMonth] = day.split('-').map(Number) as [number, number, number];
  const lastDayOfMonth = toDayText(Date.UTC(year, month + months, 0));
  return `${lastDayOfMonth.slice(0, 8)}${String(Math.min(dayOfMonth, Number(lastDayOfMonth.slice(8)))).padStart(2, '0')}`;
}

/** Counts the days from one day to another; negative if the second day is earlier. */
export const countDaysBetween = (from: string, to: string): number => (toUtcMs(to) - toUtcMs(from)) / DAY_MS;

/** Counts the days in a period, including the first and the last day. */
export const countDays = ({ from, to }: DayPeriod): number => countDaysBetween(from, to) + 1;

/** Lists the days from one day to another, both included, in calendar order. Either day may be earlier. */
export function listDays(day: string, otherDay: string): string[] {
  const [from, to] = day <= otherDay ? [day, otherDay] : [otherDay, day];
  return Array.from({ length: countDays({ from, to }) }, (_, index) => addDays(from, index));
}

/** Returns the index of the weekday of a day: 0 for Monday to 6 for Sunday. */
export const getWeekdayIndex = (day: string): number => (new Date(toUtcMs(day)).getUTCDay() + 6) % 7;

export const getWeekday = (day: string): Weekday => WEEKDAYS[getWeekdayIndex(day)]!;
