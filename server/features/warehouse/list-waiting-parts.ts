import { sql } from 'kysely';
import type { WaitingPart } from '#shared/ledger/warehouse.ts';
import type { Db } from '../../db/database.ts';
import { buildFinishedPiecesSql } from '../../ledger/finished-pieces-sql.ts';

/** The maximum number of listed parts. */
const MAX_WAITING_PARTS = 200;

/**
 * Lists the root parts with finished pieces that are not yet in the warehouse, sorted by the due date of their order.
 * Only open orders count.
 */
export async function listWaitingParts(db: Db, factoryId: number): Promise<WaitingPart[]> {
  const result = await sql<WaitingPart>`
    select t.id as part_id, t.name as part_name, t.code as part_code, t.order_id, o.code as order_code,
      coalesce(t.due_date, o.due_date) as due_date, f.completed, t.warehoused,
      f.completed - f.consumed - t.warehoused as waiting
    from part t
    join work_order o on o.factory_id = t.factory_id and o.id = t.order_id and o.deleted_at is null
    cross join lateral (${buildFinishedPiecesSql('t')}) f
    where t.factory_id = ${factoryId} and t.deleted_at is null and t.parent_id is null
      and o.state in ('inProgress', 'completed', 'suspended') and f.completed - f.consumed > t.warehoused
    order by coalesce(t.due_date, o.due_date) nulls last, t.id
    limit ${MAX_WAITING_PARTS}`.execute(db);
  return result.rows;
}
