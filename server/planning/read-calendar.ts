import { sql } from 'kysely';
import type { DayPeriod } from '#shared/rules/days.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import {
  createWorkCalendar,
  type CalendarData,
  type RosterSpan,
  type ShiftOnDay,
  type WorkCalendar,
} from '#shared/planning/work-calendar.ts';
import type { Db } from '../db/database.ts';

/**
 * Reads the shifts, rosters and holidays of the factory.
 * @param includesResources whether the shifts and rosters of people and devices are read too
 */
export async function readWorkCalendar(
  db: Db,
  { factoryId, zone }: Pick<CurrentUser, 'factoryId' | 'zone'>,
  { from, to }: DayPeriod,
  includesResources: boolean,
): Promise<WorkCalendar> {
  const shifts = await sql<ShiftOnDay>`
    select w.employee_id, w.device_id, w.work_group_id, w.day,
      extract(epoch from w.starts_at)::bigint as starts_at, extract(epoch from w.ends_at)::bigint as ends_at,
      (select coalesce(json_agg(json_build_array(extract(epoch from b.starts_at)::bigint, extract(epoch from b.ends_at)::bigint)), '[]')
        from shift_breaks(${factoryId}::bigint, ${zone}::text, w.class_table_id, w.day, w.starts_at, w.ends_at) b) as breaks
    from shift_windows(${factoryId}::bigint, ${zone}::text, ${from}::date, ${to}::date) w
    where ${includesResources}::boolean or (w.employee_id is null and w.device_id is null)`.execute(db);
  const rosters = await sql<RosterSpan>`
    select employee_id, device_id, work_group_id, valid_from, valid_until from roster
    where factory_id = ${factoryId} and deleted_at is null
      and valid_from <= ${to}::date and coalesce(valid_until, ${to}::date) >= ${from}::date
      and (${includesResources}::boolean or (employee_id is null and device_id is null))`.execute(db);
  const holidays = await sql<CalendarData['holidays'][number]>`
    select kind, weekday, date from holiday where factory_id = ${factoryId} and deleted_at is null
      and (date is null or date between ${from}::date and ${to}::date) order by id`.execute(db);
  return createWorkCalendar({ shifts: shifts.rows, rosters: rosters.rows, holidays: holidays.rows });
}
