import { fail } from '#shared/kernel/errors.ts';
import { date } from '#shared/kernel/fields.ts';
import type { ReportPeriodLimits } from '#shared/kernel/report.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import { addDays, countDays, type DayPeriod } from '#shared/rules/days.ts';
import { toLocalDay } from '#shared/rules/wall-clock.ts';

/** The parameters for the first and the last day of a report. */
export const DAY_PARAMETERS = { from: date({ label: 'rangeFrom' }), to: date({ label: 'rangeTo' }) } as const;

/** The limits for the period of daily reports: a week by default, at most a quarter. */
export const DAILY_REPORT_PERIOD_LIMITS = { days: 7, most: 92 } as const satisfies ReportPeriodLimits;

/**
 * Returns the first and the last day of a report. If the call gives neither day, the period has its default
 * length and ends today. If the call gives only the last day, the period has its default length and ends on
 * this day. If the call gives only the first day, the period ends today, or on the first day if this is in
 * the future. Today is the current day in the time zone of the factory.
 * @throws startAfterEnd, periodTooLong
 */
export function resolveReportDays(
  user: Pick<CurrentUser, 'zone'>,
  requested: { readonly from: string | null; readonly to: string | null },
  period: ReportPeriodLimits,
): DayPeriod {
  const today = toLocalDay(user.zone);
  const to = requested.to ?? (requested.from === null || requested.from <= today ? today : requested.from);
  const days = { from: requested.from ?? addDays(to, 1 - period.days), to };
  if (days.from > days.to) throw fail('startAfterEnd', {}, { to: { reason: 'notADate' } });
  if (countDays(days) > period.most)
    throw fail('periodTooLong', { days: period.most }, { from: { reason: 'notADate' } });
  return days;
}
