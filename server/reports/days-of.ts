import { fail } from '#shared/kernel/errors.ts';
import { date } from '#shared/kernel/fields.ts';
import type { ReportPeriod } from '#shared/kernel/report.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import { addDays, countDays, type Days } from '#shared/rules/days.ts';
import { dayIn } from '#shared/rules/wall-clock.ts';

/** From which day to which a report is about. */
export const DAYS = { from: date({ label: 'rangeFrom' }), to: date({ label: 'rangeTo' }) } as const;

/** The period of the daily reports: the last week where nothing is given, a quarter at most. */
export const DAILY_PERIOD = { days: 7, most: 92 } as const satisfies ReportPeriod;

/**
 * The days that a report is about: what is given, else as many days as it says up to today, or up to the given end.
 * Today is the factory's.
 * @throws startAfterEnd, periodTooLong
 */
export function daysOf(
  user: Pick<CurrentUser, 'zone'>,
  given: { readonly from: string | null; readonly to: string | null },
  period: ReportPeriod,
): Days {
  const today = dayIn(user.zone);
  const to = given.to ?? (given.from === null || given.from <= today ? today : given.from);
  const days = { from: given.from ?? addDays(to, 1 - period.days), to };
  if (days.from > days.to) throw fail('startAfterEnd', {}, { to: { reason: 'notADate' } });
  if (countDays(days) > period.most)
    throw fail('periodTooLong', { days: period.most }, { from: { reason: 'notADate' } });
  return days;
}
