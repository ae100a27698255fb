import { sql, type RawBuilder } from 'kysely';
import type { EntityName } from '#shared/entities/index.ts';
import {
  buildGroupCondition,
  WHOLE_FACTORY_SCOPE,
  GROUP_SCOPE_ENTITIES,
  type GroupScope,
} from './group-scope.ts';

/** The entities whose changes can change the plan of the day or the part of it that is due by now. */
export const DAY_PLAN_ENTITIES = [
  'workReport',
  'process',
  'part',
  'workOrder',
  ...GROUP_SCOPE_ENTITIES,
  'roster',
  'classTable',
  'holiday',
  'factory',
] as const satisfies readonly EntityName[];

/**
 * Builds the common table expression `touched`: the processes with reports on the day, with their good pieces and scrap
 * of the day. For a past day it also has the processes with reports since then; `later` is the quantity that these
 * reports made.
 */
function buildTouchedSql(factoryId: number, isPastDay: boolean): RawBuilder<unknown> {
  if (!isPastDay) return sql`touched as (select process_id, good, scrap, 0::numeric as later from made)`;
  return sql`
    made_later as materialized (
      select process_id, sum(good) as good from work_report
      where factory_id = ${factoryId} and process_id is not null and ended_at >= (select closes from day)
        and reversed_at is null and reverses_id is null
      group by process_id
    ), touched as (
      select process_id, coalesce(made.good, 0) as good, coalesce(made.scrap, 0) as scrap,
             coalesce(made_later.good, 0) as later
      from made full join made_later using (process_id)
    )`;
}

/**
 * Builds the common table expressions `made`, `touched` and `counted`. The query must define `day (today, opens,
 * closes)` before them. `counted` has one row per process that is due or has reports on the day. Its columns `today`
 * and `scrap` hold the good pieces and the scrap of the day.
 *
 * On the day, a due process is planned to make its target minus the good pieces that it had at the start of the day. So
 * the plan includes work that is left over from earlier days, and the reports of the day do not change the plan. The
 * target is the total quantity of the process minus its inherited and its accepted loss.
 *
 * A process is due if its due date is on or before the day. The due date is the planned end of the process, otherwise
 * the due date of its part, otherwise that of its order. A process is not due while the process or its order is
 * suspended. Only processes of the groups in `scope` are counted.
 *
 * For a past day, the good pieces at its start are computed from the reports since then. Due dates, losses and
 * suspensions have their present values, because their history is not stored.
 */
export const buildDayPlanSql = (
  factoryId: number,
  scope: GroupScope = WHOLE_FACTORY_SCOPE,
  isPastDay = false,
): RawBuilder<unknown> => sql`
  made as materialized (
    select process_id, sum(good) as good, sum(scrap) as scrap
    from work_report
    where factory_id = ${factoryId} and process_id is not null
      and ended_at >= (select opens from day) and ended_at < (select closes from day)
      and reversed_at is null and reverses_id is null
    group by process_id
  ), ${buildTouchedSql(factoryId, isPastDay)}, counted as (
    select p.work_group_id, p.planned_end, p.inherited_loss, p.accepted_loss,
           p.good - coalesce(touched.later, 0) as good, p.concession,
           coalesce(p.planned_quantity, part.quantity) as planned_quantity,
           coalesce(p.planned_end, part.due_date, o.due_date) as due, coalesce(touched.good, 0) as today,
           coalesce(touched.scrap, 0) as scrap
    from work_order o
    join part on part.factory_id = o.factory_id and part.order_id = o.id and part.deleted_at is null
    join process p on p.factory_id = part.factory_id and p.part_id = part.id and p.deleted_at is null
    left join touched on touched.process_id = p.id
    where o.factory_id = ${factoryId} and o.deleted_at is null and o.state in ('released', 'inProgress')
      and p.state not in ('completed', 'specialAcceptance', 'scrapped', 'suspended')
      and ${buildGroupCondition('p.work_group_id', scope)}
      and (touched.process_id is not null
        or coalesce(p.planned_end, part.due_date, o.due_date) <= (select today from day))
    union all
    -- Adds processes with reports on the day that are completed, suspended or closed by now.
    select p.work_group_id, p.planned_end, p.inherited_loss, p.accepted_loss, p.good - touched.later, p.concession,
           coalesce(p.planned_quantity, part.quantity),
           case when p.state <> 'suspended' and o.state <> 'suspended'
             then coalesce(p.planned_end, part.due_date, o.due_date) end, touched.good, touched.scrap
    from touched
    -- "limit 1" makes the planner look up each of these processes by its key instead of scanning all processes.
    cross join lateral (
      select * from process where factory_id = ${factoryId} and id = touched.process_id limit 1
    ) p
    join part on part.factory_id = p.factory_id and part.id = p.part_id
    join work_order o on o.factory_id = part.factory_id and o.id = part.order_id
    where (o.state not in ('released', 'inProgress')
       or p.state in ('completed', 'specialAcceptance', 'scrapped', 'suspended'))
      and ${buildGroupCondition('p.work_group_id', scope)}
  )`;

/** The SQL expression that adds up the planned quantities of the rows of `counted` that are due. */
export const PLANNED_QUANTITY_SUM_SQL: RawBuilder<number> = sql`
  coalesce(sum(greatest(planned_quantity - inherited_loss - accepted_loss - (good + concession - today), 0))
    filter (where due <= (select today from day)), 0)`;

/**
 * Builds the common table expression `day` for a calendar day in a time zone.
 * @param day null for today
 */
export const buildCalendarDaySql = (zone: string, day: string | null = null): RawBuilder<unknown> => sql`
  day as (
    select today, today::timestamp at time zone ${zone} as opens,
           (today + 1)::timestamp at time zone ${zone} as closes
    from (select coalesce(${day}::date, (now() at time zone ${zone})::date) as today) d
  )`;

/**
 * Builds the common table expression `working_times`: the working times of a day, as a multirange of instants. It has
 * one row for the factory, whose group is null, and one for each group with a roster of its own. Where two shifts
 * overlap, the time counts once. Without any roster, the whole day is working time. On a day without a shift the
 * times are null. The query must define `day (today, opens, closes)` before `working_times`.
 */
export const buildWorkingTimesSql = (factoryId: number, zone: string): RawBuilder<unknown> => sql`
  rosters as (
    select distinct work_group_id from roster, day
    where factory_id = ${factoryId} and deleted_at is null and employee_id is null and device_id is null
      and today between valid_from and coalesce(valid_until, 'infinity')
  ), rostered as (
    select w.level, w.work_group_id,
           range_agg(tstzrange(w.starts_at, w.ends_at) * tstzrange(day.opens, day.closes)) as times
    from day, shift_windows(${factoryId}, ${zone}, day.today - 1, day.today) w
    where w.level in (2, 3)
    group by w.level, w.work_group_id
  ), working_times as (
    -- The factory works when its roster says so, otherwise when any of its groups works.
    select null::bigint as work_group_id, case
      when exists (select 1 from rosters where work_group_id is null)
        then (select times from rostered where level = 3)
      when exists (select 1 from rosters) then (select range_agg(times) from rostered where level = 2)
      else tstzmultirange(tstzrange(day.opens, day.closes)) end as times
    from day
    union all
    select r.work_group_id, t.times
    from rosters r left join rostered t on t.level = 2 and t.work_group_id = r.work_group_id
    where r.work_group_id is not null
  )`;

/**
 * Builds the SQL expression for the share of the given times that has passed at an instant, from 0 to 1. If
 * the times are null or empty, the share is 0, because nobody is expected to work.
 */
export const buildPassedShareSql = (
  times: RawBuilder<unknown>,
  at: RawBuilder<unknown>,
): RawBuilder<number> => sql`
  coalesce((
    select extract(epoch from sum(greatest(least(upper(t), ${at}) - lower(t), interval '0')))
      / nullif(extract(epoch from sum(upper(t) - lower(t))), 0)
    from unnest(${times}) t where not isempty(t)
  ), 0)`;

/**
 * Builds the common table expressions `working_times` and `worked_shares`. `worked_shares` has the share of each row
 * of `working_times` that has passed by now.
 */
export const buildWorkedSharesSql = (factoryId: number, zone: string): RawBuilder<unknown> => sql`
  ${buildWorkingTimesSql(factoryId, zone)}, worked_shares as (
    select work_group_id, ${buildPassedShareSql(sql`times`, sql`now()`)} as share from working_times
  )`;
