import { sql } from 'kysely';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import type { TerminalDevice } from '#shared/answers/terminal.ts';
import type { Db } from '../../db/database.ts';

/** The maximum number of listed devices. More buttons do not fit on a touch screen. */
const MAX_LISTED_DEVICES = 24;

/**
 * Lists at most MAX_LISTED_DEVICES devices of a work group, without scrapped devices. Each has the people who
 * work on it now. The device on which the caller worked last is marked. Devices that are not in normal status
 * come last.
 */
export async function listTerminalDevices(
  db: Db,
  user: CurrentUser,
  workGroupId: number,
): Promise<TerminalDevice[]> {
  const result = await sql<TerminalDevice>`
    with listed as (
      select id, code, name, status from device
      where factory_id = ${user.factoryId} and work_group_id = ${workGroupId} and deleted_at is null
        and status <> 'scrapped'
      order by status <> 'normal', code limit ${MAX_LISTED_DEVICES}
    ), last as (
      select r.device_id
      from work_report r
      join work_report_people w on w.factory_id = r.factory_id and w.owner_id = r.id
      where r.factory_id = ${user.factoryId} and w.employee_id = ${user.employeeId}
        and r.device_id in (select id from listed) and r.reversed_at is null and r.reverses_id is null
      order by r.started_at desc limit 1
    )
    select l.id as device_id, l.name, l.status, l.id = any(select device_id from last) as is_last,
           coalesce((
             select json_agg(distinct e.name)
             from work_report r
             join work_report_people w on w.factory_id = r.factory_id and w.owner_id = r.id
             join employee e on e.factory_id = w.factory_id and e.id = w.employee_id
             where r.factory_id = ${user.factoryId} and r.device_id = l.id and r.ended_at is null
               and r.reversed_at is null
           ), '[]'::json) as busy_with
    from listed l order by l.status <> 'normal', l.code`.execute(db);
  return result.rows;
}
