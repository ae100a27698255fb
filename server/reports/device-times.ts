import { sql, type RawBuilder } from 'kysely';

/**
 * Builds the common table expressions `device_rosters` and `device_level`. The query must define `shop (id,
 * work_group_id)` and `calendar (today)` before them. `device_level (id, work_group_id, level)` has one row
 * for each row of `shop`. The level tells where the shifts of a device come from: 1 from its own roster, 2
 * from the roster of its work group, 3 from the roster of the factory, null if none of them has a roster.
 */
export const buildDeviceLevelSql = (factoryId: number): RawBuilder<unknown> => sql`
  device_rosters as materialized (
    select device_id, work_group_id from roster, calendar
    where factory_id = ${factoryId} and deleted_at is null and employee_id is null
      and today between valid_from and coalesce(valid_until, 'infinity')
  ), device_level as (
    select s.id, s.work_group_id, case
      when exists (select 1 from device_rosters r where r.device_id = s.id) then 1
      when exists (select 1 from device_rosters r where r.work_group_id = s.work_group_id) then 2
      when exists (select 1 from device_rosters r where r.device_id is null and r.work_group_id is null) then 3
    end as level
    from shop s
  )`;

/**
 * Builds the common table expression `device_times (device_id, times)`: the shift times of each device of
 * `shop` in a span, as a multirange of instants. A device without any roster works all the time. The query
 * must define `span (opens, closes)` and the expressions of `buildDeviceLevelSql` before it.
 */
export const buildDeviceTimesSql = (factoryId: number, zone: string): RawBuilder<unknown> => sql`
  device_windows as (
    select w.level, coalesce(w.device_id, w.work_group_id, 0) as target,
           range_agg(tstzrange(w.starts_at, w.ends_at) * tstzrange(span.opens, span.closes)) as times
    from span, shift_windows(
      ${factoryId}, ${zone}, (span.opens at time zone ${zone})::date - 1, (span.closes at time zone ${zone})::date
    ) w
    where w.employee_id is null
    group by 1, 2
  ), device_times as (
    select l.id as device_id, case when l.level is null then tstzmultirange(tstzrange(span.opens, span.closes))
             else coalesce(w.times, '{}'::tstzmultirange) end as times
    from span cross join device_level l
    left join device_windows w on w.level = l.level
      and w.target = case l.level when 1 then l.id when 2 then l.work_group_id else 0 end
  )`;

/**
 * Builds the common table expression `device_repairs (device_id, times)`: the times when each device was in repair, as
 * ranges of instants. The query must define `shop (id, status)` and `span (opens, closes)` before. The changes of the
 * status since the start of the span come from the log. Until its first change, a device had the old status of this
 * change.
 */
export const buildDeviceRepairsSql = (factoryId: number): RawBuilder<unknown> => sql`
  status_changes as (
    select entity_id as device_id, before ->> 'status' as was, after ->> 'status' as became,
           tstzrange(at, lead(at) over changes) as times, at, row_number() over changes as place
    from log, span
    where factory_id = ${factoryId} and entity = 'device' and at >= span.opens
      and before ->> 'status' is not null and before ->> 'status' is distinct from after ->> 'status'
    window changes as (partition by entity_id order by at, id)
  ), device_repairs as (
    select device_id, times from status_changes where became = 'repair'
    union all
    select device_id, tstzrange(null, at) from status_changes where place = 1 and was = 'repair'
    union all
    select s.id, tstzrange(null, null) from shop s
    where s.status = 'repair' and not exists (select 1 from status_changes c where c.device_id = s.id)
  )`;

/**
 * Builds the common table expressions `device_calls (device_id, stops, type_id, times)` and `device_reports (device_id,
 * phase, times)`: the calls at devices and the reports of devices that overlap the span of `span (opens, closes)`,
 * which the query must define before. If a call or report is open, the end is infinity.
 */
export const buildDeviceWorkSql = (factoryId: number): RawBuilder<unknown> => sql`
  device_calls as (
    select device_id, stops, type_id, tstzrange(
      raised_at, greatest(raised_at, coalesce(solved_at, cancelled_at, 'infinity'))) as times
    from abnormal_call, span
    where factory_id = ${factoryId} and deleted_at is null and raised_at < span.closes
      and coalesce(solved_at, cancelled_at, 'infinity') > span.opens
  ), device_reports as (
    select device_id, phase, tstzrange(started_at, greatest(started_at, ended_at)) as times
    from work_report, span
    where factory_id = ${factoryId} and device_id is not null and kind <> 'receive'
      and started_at < span.closes and ended_at > span.opens and reversed_at is null and reverses_id is null
    union all
    select device_id, phase, tstzrange(started_at, 'infinity')
    from work_report, span
    where factory_id = ${factoryId} and device_id is not null and kind <> 'receive'
      and started_at < span.closes and ended_at is null and reversed_at is null and reverses_id is null
  )`;
