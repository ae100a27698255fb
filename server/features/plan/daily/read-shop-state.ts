import { sql } from 'kysely';
import { OPEN_CALL_STATES } from '#shared/machines/andon-call.ts';
import { groupBy } from '#shared/planning/group-by.ts';
import type { Db } from '../../../db/database.ts';

/** A span in milliseconds since 1970. */
export type Span = readonly [from: number, until: number];

export interface ShopDevice {
  id: number;
  name: string;
  status: 'normal' | 'repair' | 'scrap';
  downtimes: readonly Span[];
  /** Whether a call for help stops its work now. */
  isStopped: boolean;
}

export interface ShopPerson {
  id: number;
  workGroupId: number;
  /** The craft to which the group has assigned the person; null for all of its crafts. */
  craftId: number | null;
  isOnJob: boolean;
  absences: readonly Span[];
}

/** The devices and people of a factory, and the times at which they are not available. */
export interface ShopState {
  devices: ReadonlyMap<number, ShopDevice>;
  peopleByGroup: ReadonlyMap<number, readonly ShopPerson[]>;
  groupNames: ReadonlyMap<number, string>;
}

const toSpansSql = (table: 'device_downtimes' | 'employee_absences', from: string, until: string) =>
  sql`coalesce((select json_agg(json_build_array(extract(epoch from s.${sql.id(from)}) * 1000, extract(epoch from s.${sql.id(until)}) * 1000))
    from ${sql.table(table)} s where s.factory_id = x.factory_id and s.owner_id = x.id), '[]')`;

/**
 * Reads the devices with their downtimes and stopping calls, and the people of each group with their
 * absences.
 */
export async function readShopState(db: Db, factoryId: number): Promise<ShopState> {
  const devices = await sql<ShopDevice>`
    select x.id, x.name, x.status, ${toSpansSql('device_downtimes', 'down_from', 'down_until')} as downtimes,
      exists (select 1 from abnormal_call a where a.factory_id = x.factory_id and a.device_id = x.id and a.stops
        and a.deleted_at is null and a.state in (${sql.join([...OPEN_CALL_STATES])})) as is_stopped
    from device x where x.factory_id = ${factoryId} and x.deleted_at is null`.execute(db);
  const people = await sql<ShopPerson>`
    select x.id, g.id as work_group_id, s.craft_id, x.working_status = 'onJob' as is_on_job,
      ${toSpansSql('employee_absences', 'absent_from', 'absent_until')} as absences
    from employee x
      join work_group g on g.factory_id = x.factory_id and g.deleted_at is null
      left join work_group_staff s on s.factory_id = x.factory_id and s.owner_id = g.id and s.employee_id = x.id
    where x.factory_id = ${factoryId} and x.deleted_at is null and x.working_status <> 'quit'
      and (x.work_group_id = g.id or s.employee_id is not null)
    order by x.id`.execute(db);
  const groups = await sql<{ id: number; name: string }>`
    select id, name from work_group where factory_id = ${factoryId}`.execute(db);
  return {
    groupNames: new Map(groups.rows.map(({ id, name }) => [id, name])),
    devices: new Map(devices.rows.map((device) => [device.id, device])),
    peopleByGroup: groupBy(people.rows, ({ workGroupId }) => workGroupId),
  };
}
