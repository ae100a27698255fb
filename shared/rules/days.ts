import { WEEKDAYS, type Weekday } from './weekday.ts';

// Days of a calendar are texts, 'YYYY-MM-DD': they compare as they sort, and no clock or zone touches them.

/** Days of a factory, both included. */
export interface Days {
  from: string;
  to: string;
}

export const DAY_MS = 86_400_000;
const msOf = (day: string): number => Date.parse(`${day}T00:00:00Z`);
const textOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** Whether a text is a day that exists. */
export const isDay = (value: unknown): value is string =>
  typeof value === 'string' &&
  /^\d{4}-\d{2}-\d{2}$/.test(value) &&
  !Number.isNaN(msOf(value)) &&
  textOf(msOf(value)) === value;

/** The day so many days later; earlier with a negative number. */
export const addDays = (day: string, days: number): string => textOf(msOf(day) + days * DAY_MS);

/** The same day so many months later; the last of the month where it is shorter. */
export function addMonths(day: string, months: number): string {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number];
  const last = textOf(Date.UTC(year, month + months, 0));
  return `${last.slice(0, 8)}${String(Math.min(date, Number(last.slice(8)))).padStart(2, '0')}`;
}

/** Whole days from one day to another; negative backwards. */
export const daysBetween = (from: string, to: string): number => (msOf(to) - msOf(from)) / DAY_MS;

/** How many days a period has. */
export const countDays = ({ from, to }: Days): number => daysBetween(from, to) + 1;

/** Every day from one to another, whichever comes first. */
export function listDays(one: string, other: string): string[] {
  const [from, to] = one <= other ? [one, other] : [other, one];
  return Array.from({ length: countDays({ from, to }) }, (_, index) => addDays(from, index));
}

/** The day of the week, counted from Monday: 0 to 6. */
export const weekdayIndex = (day: string): number => (new Date(msOf(day)).getUTCDay() + 6) % 7;

/** The day of the week. */
export const weekdayOf = (day: string): Weekday => WEEKDAYS[weekdayIndex(day)]!;
