import { sql, type RawBuilder } from 'kysely';
import { GROUP_SCOPE_FIELDS } from '#shared/boards/group-scope.ts';
import { SHOWN_DAY_FIELDS } from '#shared/boards/shown-day.ts';
import { choice, moment, quantity } from '#shared/kernel/fields.ts';
import {
  DAY_PLAN_ENTITIES,
  buildCalendarDaySql,
  buildDayPlanSql,
  buildPassedShareSql,
  buildWorkingTimesSql,
  PLANNED_QUANTITY_SUM_SQL,
} from './day-plan.ts';
import { defineReport } from './define-report.ts';
import { buildProcessCondition, loadGroupScope, type GroupScope } from './group-scope.ts';
import { buildShiftSql, SHIFT_DAY_SQL } from './shift-window.ts';
import { resolveShownDay } from './shown-day.ts';

interface HourOutputRow {
  startsAt: string;
  endsAt: string;
  /** The quantity that is planned for the hour. */
  planned: number;
  /** The part of the planned quantity that is due by now; 0 for an hour that has not begun. */
  plannedNow: number;
  good: number;
  scrap: number;
}

/**
 * Builds the common table expressions for the calendar day: `span (opens, closes)` and `plans`. `plans` has a row for
 * each work group: its planned quantity, and in `times` the working times over which this quantity is spread.
 */
const buildDaySql = (
  factoryId: number,
  zone: string,
  scope: GroupScope,
  pastDay: string | null,
): RawBuilder<unknown> => sql`
  ${buildCalendarDaySql(zone, pastDay)}, ${buildDayPlanSql(factoryId, scope, pastDay !== null)}, ${buildWorkingTimesSql(factoryId, zone)}, plans as (
    select g.planned, case when own.work_group_id is null then factory.times else own.times end as times
    from (
      select work_group_id, ${PLANNED_QUANTITY_SUM_SQL} as planned from counted
      group by work_group_id
    ) g
    left join working_times own on own.work_group_id = g.work_group_id
    cross join (select times from working_times where work_group_id is null) factory
  ), span as (
    select opens, closes from day
  )`;

/**
 * Builds the common table expressions `span` and `plans` for the current shift or, if no shift is running, for the last
 * one. The plan of the work day is divided among its shifts by their length, and spread evenly over each shift.
 */
const buildShiftPlanSql = (
  factoryId: number,
  zone: string,
  scope: GroupScope,
  pastDay: string | null,
): RawBuilder<unknown> => sql`
  ${buildShiftSql(factoryId, zone, 'last', pastDay)}, ${SHIFT_DAY_SQL}, ${buildDayPlanSql(factoryId, scope, pastDay !== null)}, plans as (
    select g.planned * extract(epoch from s.ends_at - s.starts_at) / day.worked as planned,
           tstzmultirange(tstzrange(s.starts_at, s.ends_at)) as times
    from shift s cross join day cross join (
      select ${PLANNED_QUANTITY_SUM_SQL} as planned from counted
    ) g
  ), span as (
    select starts_at as opens, ends_at as closes from shift
  )`;

/**
 * The planned quantity, the good pieces and the scrap of each hour of today or of the current shift. If no
 * shift is running, the report shows the last shift. The plan is the plan of the day (day-plan.ts), spread
 * over the working times of the work groups. The hours are clock hours, so the first and the last hour of a
 * shift can be shorter. The figures of all hours add up to the figures of `planActualToday` and
 * `currentShift`.
 */
export const outputByHour = defineReport<HourOutputRow>()({
  name: 'outputByHour',
  path: '/mes/form/outputByHour',
  parameters: {
    period: choice(['today', 'currentShift'], { initial: 'today' }),
    ...GROUP_SCOPE_FIELDS,
    ...SHOWN_DAY_FIELDS,
  },
  columns: {
    startsAt: { field: moment({ required: true }), label: 'startedAt' },
    endsAt: { field: moment({ required: true }), label: 'endedAt' },
    planned: { field: quantity({ required: true }), label: 'plannedQuantity', total: true },
    plannedNow: { field: quantity({ required: true }), label: 'plannedNow', total: true },
    good: { field: quantity({ required: true }), label: 'good', total: true },
    scrap: { field: quantity({ required: true }), label: 'scrap', total: true },
  },
  rowKey: ['startsAt'],
  watches: DAY_PLAN_ENTITIES,
  clock: 'minute',
  run: async (db, { factoryId, zone }, { period, ...otherParams }) => {
    const scope = await loadGroupScope(db, factoryId, otherParams);
    const day = resolveShownDay(db, zone, otherParams);
    const buildPeriodSql = period === 'today' ? buildDaySql : buildShiftPlanSql;
    const { rows } = await sql<HourOutputRow>`
      with ${buildPeriodSql(factoryId, zone, scope, day)}, hours as (
        select greatest(h, opens) as starts_at, least(h + interval '1 hour', closes) as ends_at
        from span, generate_series(
          date_trunc('hour', opens at time zone ${zone}) at time zone ${zone}, closes - interval '1 microsecond',
          interval '1 hour'
        ) h
      ), instants as (
        select starts_at as at from hours
        union select ends_at from hours
        union select greatest(opens, least(now(), closes)) from span
      ), plan_line as (
        -- The quantity that is planned from the beginning until each instant.
        select i.at, coalesce(sum(round(
          p.planned * ${buildPassedShareSql(sql`p.times`, sql`i.at`)}, 0)), 0) as quantity
        from instants i left join plans p on true
        group by i.at
      ), per_hour as (
        select h.starts_at, sum(r.good) as good, sum(r.scrap) as scrap
        from hours h
        join work_report r on r.factory_id = ${factoryId} and r.process_id is not null
          and r.ended_at >= h.starts_at and r.ended_at < h.ends_at
          and r.reversed_at is null and r.reverses_id is null
          and ${buildProcessCondition(factoryId, 'r.process_id', scope)}
        group by h.starts_at
      )
      select h.starts_at, h.ends_at, till.quantity - since.quantity as planned,
             by_now.quantity - since.quantity as planned_now, coalesce(m.good, 0) as good,
             coalesce(m.scrap, 0) as scrap
      from hours h
      join plan_line since on since.at = h.starts_at
      join plan_line till on till.at = h.ends_at
      join plan_line by_now on by_now.at = greatest(h.starts_at, least(h.ends_at, now()))
      left join per_hour m on m.starts_at = h.starts_at
      order by h.starts_at`.execute(db);
    return rows;
  },
});
