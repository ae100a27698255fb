import { date, number } from '#shared/kernel/fields.ts';
import { isDay } from '#shared/rules/days.ts';

/** The maximum number of days from a shown day to today. */
export const MAX_DAYS_AGO = 366;

/** The parameters that show a past day instead of today: the day, or how many days ago it was. */
export const SHOWN_DAY_FIELDS = {
  shownDay: date(),
  daysAgo: number({ min: 0, max: MAX_DAYS_AGO, decimals: 0 }),
} as const;

/** The day that a board shows. */
export type BoardDate =
  | { readonly kind: 'fixed'; readonly day: string }
  | { readonly kind: 'ago'; readonly daysAgo: number };

/**
 * Reads the variable `date` of a board: a day such as '2026-03-09', or a number of days before today.
 * @returns null if the board shows today, or if the variable has neither form
 */
export function readBoardDate(variableValue: string | undefined): BoardDate | null {
  const text = (variableValue ?? '').trim();
  if (isDay(text)) return { kind: 'fixed', day: text };
  const daysAgo = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  return daysAgo >= 1 && daysAgo <= MAX_DAYS_AGO ? { kind: 'ago', daysAgo } : null;
}
