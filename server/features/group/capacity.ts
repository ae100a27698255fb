import { sql } from 'kysely';
import type { GroupCapacity } from '#shared/answers/group-capacity.ts';
import type { Db } from '../../db/database.ts';

/**
 * Sums the daily capacity of employees and devices, in hours. Scrapped devices and former employees
 * do not count.
 */
export async function computeGroupCapacity(
  db: Db,
  factoryId: number,
  employeeIds: readonly number[],
  deviceIds: readonly number[],
): Promise<GroupCapacity> {
  const result = await sql<GroupCapacity>`
    select json_build_object('normal', coalesce(sum(normal_capacity), 0), 'maximum', coalesce(sum(maximum_capacity), 0),
        'budget', coalesce(sum(budget_capacity), 0)) as devices,
      (select json_build_object('normal', coalesce(sum(normal_capacity), 0), 'maximum', null,
          'budget', coalesce(sum(budget_capacity), 0))
        from employee where factory_id = ${factoryId} and id = any(${employeeIds}::bigint[])
          and deleted_at is null and working_status <> 'quit') as people
    from device where factory_id = ${factoryId} and id = any(${deviceIds}::bigint[])
      and deleted_at is null and status <> 'scrapped'`.execute(db);
  return result.rows[0]!;
}
