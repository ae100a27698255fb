import { WEEKDAYS, type Weekday } from './weekday.ts';

// Calendar days are texts, 'YYYY-MM-DD': text comparison sorts them, and time zones do not affect them.

/** A period of days, both included. */
export interface Days {
  from: string;
  to: string;
}

export const DAY_MS = 86_400_000;
const msOf = (day: string): number => Date.parse(`${day}T00:00:00Z`);
const textOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** Whether a text is an existing day. */
export const isDay = (value: unknown): value is string =>
  typeof value === 'string' &&
  /^\d{4}-\d{2}-\d{2}$/.test(value) &&
  !Number.isNaN(msOf(value)) &&
  textOf(msOf(value)) === value;

/** Adds days to a day; a negative number subtracts. */
export const addDays = (day: string, days: number): string => textOf(msOf(day) + days * DAY_MS);

/** Adds months to a day; the result is at most the last day of its month. */
export function addMonths(day: string, months: number): string {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number];
  const last = textOf(Date.UTC(year, month + months, 0));
  return `${last.slice(0, 8)}${String(Math.min(date, Number(last.slice(8)))).padStart(2, '0')}`;
}

/** Whole days from one day to another; negative if the second is earlier. */
export const daysBetween = (from: string, to: string): number => (msOf(to) - msOf(from)) / DAY_MS;

/** The number of days in a period. */
export const countDays = ({ from, to }: Days): number => daysBetween(from, to) + 1;

/** Lists every day between two days, both included, in calendar order. */
export function listDays(one: string, other: string): string[] {
  const [from, to] = one <= other ? [one, other] : [other, one];
  return Array.from({ length: countDays({ from, to }) }, (_, index) => addDays(from, index));
}

/** The day of the week, counted from Monday: 0 to 6. */
export const weekdayIndex = (day: string): number => (new Date(msOf(day)).getUTCDay() + 6) % 7;

/** The day of the week. */
export const weekdayOf = (day: string): Weekday => WEEKDAYS[weekdayIndex(day)]!;
