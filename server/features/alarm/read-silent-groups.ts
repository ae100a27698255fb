import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import type { MeasuredFactory, MeasuredValue } from './measured-value.ts';

/**
 * Reads for how many minutes each work group has reported nothing. The time before its current shift does not count,
 * and the value is at most one day. It is 0 for a group with a running report. Groups without a device in normal
 * condition are left out, and so are groups that have no shift now. A group has the shifts of its own roster, or those
 * of the roster of the factory. Without either roster, a group works at all times.
 */
export async function readSilentGroups(
  db: Db,
  { factoryId, zone }: MeasuredFactory,
): Promise<(MeasuredValue & { workGroupId: number })[]> {
  const { rows } = await sql<{ key: string; subject: string; value: number; workGroupId: number }>`
    with calendar as (
      select (now() at time zone ${zone})::date as today
    ), rosters as materialized (
      select distinct coalesce(work_group_id, 0) as target from roster, calendar
      where factory_id = ${factoryId} and deleted_at is null and employee_id is null and device_id is null
        and today between valid_from and coalesce(valid_until, 'infinity')
    ), groups as (
      select g.id, g.name, case
          when exists (select 1 from rosters where target = g.id) then g.id
          when exists (select 1 from rosters where target = 0) then 0
        end as target
      from work_group g
      where g.factory_id = ${factoryId} and g.deleted_at is null and exists (
        select 1 from device d where d.factory_id = ${factoryId} and d.work_group_id = g.id
          and d.deleted_at is null and d.status = 'normal'
      )
    ), windows as materialized (
      select case level when 2 then work_group_id else 0 end as target, max(starts_at) as starts_at
      from calendar, shift_windows(${factoryId}, ${zone}, today - 1, today)
      where level in (2, 3) and starts_at <= now() and now() < ends_at
      group by 1
    ), reports as (
      select coalesce(d.work_group_id, p.work_group_id) as work_group_id, bool_or(r.ended_at is null) as is_open,
             max(coalesce(r.ended_at, r.started_at)) as last_at
      from work_report r
      left join device d on d.factory_id = ${factoryId} and d.id = r.device_id
      left join process p on p.factory_id = ${factoryId} and p.id = r.process_id
      where r.factory_id = ${factoryId} and r.reversed_at is null and r.reverses_id is null and r.kind <> 'receive'
        and (r.ended_at is null or r.ended_at > now() - interval '1 day')
      group by 1
    )
    select g.id::text as key, g.name as subject, g.id as work_group_id,
           case when coalesce(r.is_open, false) then 0
             else extract(epoch from now() - greatest(r.last_at, w.starts_at, now() - interval '1 day')) / 60 end::float8 as value
    from groups g
    left join windows w on w.target = g.target
    left join reports r on r.work_group_id = g.id
    where g.target is null or w.target is not null`.execute(db);
  return rows;
}
