import { makeError } from '#shared/kernel/errors.ts';
import { date } from '#shared/kernel/fields.ts';
import type { ReportPeriodLimits } from '#shared/kernel/report.ts';
import { addDays, countDays, type DayPeriod } from '#shared/rules/days.ts';

export const DAY_PARAMETERS = { from: date({ label: 'rangeFrom' }), to: date({ label: 'rangeTo' }) } as const;

export const DAILY_REPORT_PERIOD_LIMITS = { days: 7, most: 92 } as const satisfies ReportPeriodLimits;

/**
 * Returns the first and the last day of a report. A missing last day is today, or the first day if that is in the
 * future. If the first day is missing, the period has its default length.
 * @param today the current day in the time zone of the factory
 * @throws startAfterEnd; periodTooLong if the period has more than `period.most` days
 */
export function resolveReportDays(
  today: string,
  requestedPeriod: { readonly from: string | null; readonly to: string | null },
  period: ReportPeriodLimits,
): DayPeriod {
  const to =
    requestedPeriod.to ??
    (requestedPeriod.from === null || requestedPeriod.from <= today ? today : requestedPeriod.from);
  const days = { from: requestedPeriod.from ?? addDays(to, 1 - period.days), to };
  if (days.from > days.to) throw makeError('startAfterEnd', {}, { to: { reason: 'notADate' } });
  if (countDays(days) > period.most)
    throw makeError('periodTooLong', { days: period.most }, { from: { reason: 'notADate' } });
  return days;
}
