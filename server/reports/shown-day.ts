import { MAX_DAYS_AGO } from '#shared/boards/shown-day.ts';
import { makeError } from '#shared/kernel/errors.ts';
import { addDays, countDaysBetween } from '#shared/rules/days.ts';
import { getToday } from '../db/clock.ts';
import type { Db } from '../db/database.ts';

/** The values of `SHOWN_DAY_FIELDS`; null or absent if the parameter is not given. */
interface ShownDayInput {
  readonly shownDay?: string | null;
  readonly daysAgo?: number | null;
}

/**
 * Finds the past day that a report shows, in the time zone of the factory. A given day takes precedence over a number
 * of days.
 * @returns null if the report shows today
 * @throws fieldsInvalid if the day is in the future, or more than `MAX_DAYS_AGO` days ago
 */
export function resolveShownDay(
  db: Db,
  zone: string,
  { shownDay = null, daysAgo = null }: ShownDayInput,
): string | null {
  const today = getToday(db, zone);
  if (shownDay === null) return daysAgo ? addDays(today, -daysAgo) : null;
  const passedDays = countDaysBetween(shownDay, today);
  if (passedDays < 0)
    throw makeError('fieldsInvalid', {}, { shownDay: { reason: 'tooLarge', params: { max: today } } });
  if (passedDays > MAX_DAYS_AGO) {
    const firstDay = addDays(today, -MAX_DAYS_AGO);
    throw makeError('fieldsInvalid', {}, { shownDay: { reason: 'tooSmall', params: { min: firstDay } } });
  }
  return passedDays === 0 ? null : shownDay;
}
