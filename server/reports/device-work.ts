import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { buildProcessOpenCondition } from '../ledger/process-conditions.ts';
import { buildIsSplitCondition, PLACE_COUNTS_SQL, SHARE_MADE_SQL } from '../ledger/process-shares.ts';
import type { ReleasedLine } from '../ledger/released/released-lines.ts';

/** A process that a device works on now or is to work on later. */
export interface DeviceWork {
  processId: number;
  /** The planned start; null if no start is planned. */
  startsAt: string | null;
  /** The quantity that is left of the share of the device; null if the process is not split over devices. */
  shareLeft: number | null;
}

/**
 * Lists the open processes of a device in the order of work: first the processes that it works on, then the
 * processes of its released lines, then the processes that the applied plan or the process itself gives to
 * the device, by planned start. A process that a released line gives to another device is left out, unless
 * this device already works on it or has a share of it. A process is also left out if the device has finished
 * its share.
 */
export async function listDeviceWork(
  db: Db,
  factoryId: number,
  deviceId: number,
  released: readonly ReleasedLine[],
): Promise<DeviceWork[]> {
  const isForThisDevice = (line: ReleasedLine): boolean => line.deviceId === deviceId;
  const hereIds = released.filter(isForThisDevice).map(({ processId }) => processId);
  const elsewhereIds = released.filter((line) => !isForThisDevice(line)).map(({ processId }) => processId);
  const { rows } = await sql<DeviceWork>`
    with running as (
      select process_id from work_report
      where factory_id = ${factoryId} and device_id = ${deviceId} and process_id is not null and ended_at is null
        and reversed_at is null and reverses_id is null
    ), share as (
      select s.process_id, s.appointment_start, greatest(0, s.quantity - ${SHARE_MADE_SQL}) as quantity_left
      from process_share s
      where s.factory_id = ${factoryId} and s.device_id = ${deviceId} and s.joined_at is null
    ), planned as (
      select a.process_id, a.share_id, a.starts_at, a.appointment_start from planned_operation a
        join process p on p.factory_id = a.factory_id and p.id = a.process_id
      where a.factory_id = ${factoryId} and a.device_id = ${deviceId}
        and (case when a.share_id = 0 then not ${buildIsSplitCondition('p')} else ${PLACE_COUNTS_SQL} end)
    ), candidate as (
      select process_id from running
      union select unnest(${hereIds}::bigint[])
      union select id from (
        select process_id as id from planned
        union select process_id from share
        union select id from process where factory_id = ${factoryId} and device_id = ${deviceId} and deleted_at is null
      ) own where not (id = any(${elsewhereIds}::bigint[]))
        or id in (select process_id from share)
      except select process_id from share where quantity_left = 0
        and process_id not in (select process_id from running)
    )
    select p.id as process_id, coalesce(planned.starts_at, share.appointment_start, p.appointment_start) as starts_at,
      share.quantity_left as share_left
    from candidate
    join process p on p.factory_id = ${factoryId} and p.id = candidate.process_id and p.deleted_at is null
      and ${buildProcessOpenCondition('p')}
    left join share on share.process_id = p.id
    left join planned on planned.process_id = p.id
      and (planned.share_id > 0 or planned.appointment_start is not distinct from date_trunc('minute', p.appointment_start))
    left join running on running.process_id = p.id
    order by running.process_id is null, array_position(${hereIds}::bigint[], p.id) nulls last,
      coalesce(planned.starts_at, share.appointment_start, p.appointment_start) nulls last, p.id`.execute(db);
  const listedIds = new Set<number>();
  return rows.filter(({ processId }) => !listedIds.has(processId) && listedIds.add(processId));
}
