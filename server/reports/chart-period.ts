import { sql, type RawBuilder } from 'kysely';
import { buildShiftSql } from './shift-window.ts';

/** The periods of charts on wall screens. */
export const CHART_PERIODS = ['today', 'currentShift', 'lastSevenDays'] as const;
export type ChartPeriod = (typeof CHART_PERIODS)[number];

/**
 * Builds the common table expressions `calendar (today)` and `span (opens, closes)` for a period. If no shift
 * is running, `currentShift` is the last shift. `lastSevenDays` includes today. If the shift or the day has
 * not ended yet, the span ends now.
 * @param pastDay the day that is shown instead of today; null for today
 */
export function buildSpanSql(
  factoryId: number,
  zone: string,
  period: ChartPeriod,
  pastDay: string | null = null,
): RawBuilder<unknown> {
  if (period === 'currentShift') {
    return sql`${buildShiftSql(factoryId, zone, 'last', pastDay)}, span as (
      select starts_at as opens, least(ends_at, now()) as closes from shift
    )`;
  }
  const daysBefore = period === 'today' ? 0 : 6;
  return sql`calendar as (
    select coalesce(${pastDay}::date, (now() at time zone ${zone})::date) as today
  ), span as (
    select (today - ${daysBefore}::integer)::timestamp at time zone ${zone} as opens,
           least(now(), (today + 1)::timestamp at time zone ${zone}) as closes
    from calendar
  )`;
}
