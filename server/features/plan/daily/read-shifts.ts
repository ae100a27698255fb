import { sql } from 'kysely';
import type { DayShift } from '#shared/answers/daily-plan.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import type { Db } from '../../../db/database.ts';

/** Reads the shifts of a day: those of the factory, and those of groups with their own roster. */
export async function readShifts(
  db: Db,
  { factoryId, zone }: Pick<CurrentUser, 'factoryId' | 'zone'>,
  day: string,
): Promise<DayShift[]> {
  const { rows } = await sql<DayShift>`
    select w.shift_name as name, w.starts_at, w.ends_at,
      case when bool_or(w.work_group_id is null) then null else json_agg(distinct w.work_group_id) end as work_group_ids
    from shift_windows(${factoryId}::bigint, ${zone}::text, ${day}::date, ${day}::date) w
    where w.day = ${day}::date and w.employee_id is null and w.device_id is null and w.shift_name is not null
    group by w.shift_name, w.starts_at, w.ends_at order by w.starts_at, w.shift_name`.execute(db);
  return rows;
}
