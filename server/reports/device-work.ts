import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { buildProcessOpenCondition } from '../ledger/process-conditions.ts';
import type { ReleasedLine } from '../ledger/released/released-lines.ts';

/** A process that a device works on now or is to work on later. */
export interface DeviceWork {
  processId: number;
  /** When it is planned to begin; null if nothing is planned. */
  startsAt: string | null;
}

/**
 * Lists the open processes of a device in the order of work: first those that it works on, then those of the released
 * lines, then those that the applied plan or the process itself gives to the device, by planned start. A process that a
 * released line gives to another device is left out, unless this device already works on it.
 */
export async function listDeviceWork(
  db: Db,
  factoryId: number,
  deviceId: number,
  released: readonly ReleasedLine[],
): Promise<DeviceWork[]> {
  const isHere = (line: ReleasedLine): boolean => line.deviceId === deviceId;
  const hereIds = released.filter(isHere).map(({ processId }) => processId);
  const elsewhereIds = released.filter((line) => !isHere(line)).map(({ processId }) => processId);
  const { rows } = await sql<DeviceWork>`
    with running as (
      select process_id from work_report
      where factory_id = ${factoryId} and device_id = ${deviceId} and process_id is not null and ended_at is null
        and reversed_at is null and reverses_id is null
    ), planned as (
      select process_id, starts_at, appointment_start from planned_operation
      where factory_id = ${factoryId} and device_id = ${deviceId}
    ), candidate as (
      select process_id from running
      union select unnest(${hereIds}::bigint[])
      union select id from (
        select process_id as id from planned
        union select id from process where factory_id = ${factoryId} and device_id = ${deviceId} and deleted_at is null
      ) own where not (id = any(${elsewhereIds}::bigint[]))
    )
    select p.id as process_id, coalesce(planned.starts_at, p.appointment_start) as starts_at
    from candidate
    join process p on p.factory_id = ${factoryId} and p.id = candidate.process_id and p.deleted_at is null
      and ${buildProcessOpenCondition('p')}
    left join planned on planned.process_id = p.id
      and planned.appointment_start is not distinct from date_trunc('minute', p.appointment_start)
    left join running on running.process_id = p.id
    order by running.process_id is null, array_position(${hereIds}::bigint[], p.id) nulls last,
      coalesce(planned.starts_at, p.appointment_start) nulls last, p.id`.execute(db);
  const seen = new Set<number>();
  return rows.filter(({ processId }) => !seen.has(processId) && seen.add(processId));
}
