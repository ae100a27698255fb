import { sql, type RawBuilder } from 'kysely';

// SQL versions of the rules in `shared/rules/lateness.ts`, for an order with the alias `o`. Statements use these
// expressions to sort, filter or count by lateness.

type SqlExpression = RawBuilder<unknown>;

const CURRENT_TIME = sql`now()`;
const buildDaySql = (instant: SqlExpression, zone: string) => sql`((${instant}) at time zone ${zone})::date`;
/** The instant at which a day begins, in milliseconds since 1970. */
const buildStartOfDayMsSql = (day: SqlExpression, zone: string) =>
  buildMillisecondsSql(sql`(${day})::timestamp at time zone ${zone}`);
const buildMillisecondsSql = (instant: SqlExpression) => sql`(extract(epoch from ${instant}) * 1000)::float8`;

/**
 * The due day of an order: the due date, or the promised date if there is no due date; null if there is
 * neither.
 */
export const DUE_DAY_SQL: SqlExpression = sql`coalesce(o.due_date, o.promised_date)`;

/**
 * The days from the due day to today, or to the day on which a completed or closed order ended. It is 0 if
 * the order is not overdue.
 */
export const buildOverdueDaysSql = (
  zone: string,
  now: SqlExpression = CURRENT_TIME,
): SqlExpression => sql`greatest(0,
  case when o.state in ('completed', 'closed') then ${buildDaySql(sql`o.ended_at`, zone)}
    when o.state <> 'cancelled' then ${buildDaySql(now, zone)} end - ${DUE_DAY_SQL})`;

/**
 * The days from the due day to the expected finish: by the applied plan, or else at the planned pace. The expected
 * finish is never before today. The number is negative if the order is expected to finish before its due day. If there
 * is no expected finish, it is the number of overdue days, or null if the order is not overdue. It is null for an order
 * that has ended.
 */
export const buildExpectedDelayDaysSql = (
  zone: string,
  now: SqlExpression = CURRENT_TIME,
): SqlExpression => sql`(
  select case when o.projected_end is not null
      then greatest(${buildDaySql(sql`o.projected_end - interval '1 ms'`, zone)}, d.today) - d.due
    when d.begins <= d.due
      then greatest(case when w.over < 0 then ceil(w.over) else floor(w.over + 0.5) end::int, d.today - d.due)
    when d.today > d.due then d.today - d.due end
  from (select ${DUE_DAY_SQL} as due, ${buildDaySql(now, zone)} as today,
      coalesce(o.planned_start, ${buildDaySql(sql`o.started_at`, zone)}) as begins) d
    cross join lateral (select ${buildMillisecondsSql(now)} as now, ${buildStartOfDayMsSql(sql`d.begins`, zone)} as begins,
      ${buildStartOfDayMsSql(sql`d.due + 1`, zone)} as ends) m
    cross join lateral (select (case when o.progress > 0 then m.now else greatest(m.now, m.begins) end
      + (m.ends - m.begins) * (1 - least(100, o.progress)::float8 / 100) - m.ends) / 86400000 as over) w
  where o.state not in ('completed', 'closed', 'cancelled'))`;

/**
 * Whether an order is overdue or is expected to finish after its due day. It is false for completed, closed
 * and cancelled orders.
 */
export const buildExpectedLateCondition = (zone: string): SqlExpression =>
  sql`coalesce(${buildExpectedDelayDaysSql(zone)} > 0, false)`;
