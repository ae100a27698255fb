import { sql } from 'kysely';
import type { ExtraCraft } from '#shared/answers/extra-process.ts';
import type { Db } from '../../../db/database.ts';

/** The maximum number of listed crafts. */
const MAX_LISTED_CRAFTS = 500;
/**
 * The number of recent days in which extra processes are counted. Crafts with many recent extra processes
 * come first in the list.
 */
const COUNTED_DAYS = 90;

/**
 * Lists the crafts that an extra process can have. The crafts of which the work group has added the most
 * extra processes in the last COUNTED_DAYS days come first. Then come the other crafts of the group, then
 * all others by their codes.
 * @param workGroupId null for no work group
 */
export async function listExtraCrafts(
  db: Db,
  factoryId: number,
  workGroupId: number | null,
): Promise<ExtraCraft[]> {
  const { rows } = await sql<ExtraCraft>`
    select c.id, c.name
    from craft c
      left join work_group_craft_ids g on g.factory_id = c.factory_id and g.target_id = c.id and g.owner_id = ${workGroupId}::bigint
      cross join lateral (
        select count(*) as count from extra_process x
        where x.factory_id = c.factory_id and x.craft_id = c.id and x.work_group_id = ${workGroupId}::bigint
          and x.deleted_at is null and x.created_at > now() - make_interval(days => ${COUNTED_DAYS}::int)
      ) added
    where c.factory_id = ${factoryId} and c.deleted_at is null
    order by added.count desc, g.owner_id is null, c.code limit ${MAX_LISTED_CRAFTS}`.execute(db);
  return rows;
}
