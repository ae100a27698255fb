import { sql } from 'kysely';
import type { OperationState } from '#shared/answers/schedule/operation-state.ts';
import type { Db } from '../../db/database.ts';

/**
 * Reads the present states of planned processes. Charts show them live, without reading whole plans again.
 * Processes that have not begun and are not pinned are left out, so that the answer stays small.
 * @param processIds the processes to read; empty for all
 */
export async function readOperationStates(
  db: Db,
  factoryId: number,
  processIds: readonly number[],
): Promise<OperationState[]> {
  const processCondition = processIds.length === 0 ? sql`true` : sql`p.id = any(${processIds}::bigint[])`;
  const { rows } = await sql<OperationState>`
    select p.id as process_id, p.state, p.pinned, p.open_reports > 0 as started,
      case when p.open_reports > 0 then array(select r.device_id from work_report r where r.factory_id = p.factory_id
        and r.process_id = p.id and r.device_id is not null and r.ended_at is null and r.kind <> 'receive'
        and r.reversed_at is null) else '{}' end as running_on
    from process p
      join part t on t.factory_id = p.factory_id and t.id = p.part_id and t.deleted_at is null
      join work_order o on o.factory_id = t.factory_id and o.id = t.order_id
    where p.factory_id = ${factoryId} and p.deleted_at is null and o.deleted_at is null and ${processCondition}
      and o.state in ('released', 'inProgress', 'suspended')
      and (p.state <> 'notStarted' or p.pinned or p.open_reports > 0)
    order by p.id`.execute(db);
  return rows.map(({ runningOn, ...row }) => (runningOn?.length ? { ...row, runningOn } : row));
}
