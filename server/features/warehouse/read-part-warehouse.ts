import { sql } from 'kysely';
import type { PartWarehouse, WarehouseReceipt } from '#shared/ledger/warehouse.ts';
import { makeError } from '#shared/kernel/errors.ts';
import type { Db } from '../../db/database.ts';
import { buildFinishedPiecesSql } from '../../ledger/finished-pieces-sql.ts';

/**
 * Reads the quantities of a part that are finished, used by its assembly and in the warehouse, and its receipts.
 * @throws rowNotFound
 */
export async function readPartWarehouse(db: Db, factoryId: number, partId: number): Promise<PartWarehouse> {
  const result = await sql<Omit<PartWarehouse, 'receipts'>>`
    select t.id as part_id, t.warehouse_status, t.warehoused, f.completed, f.consumed,
      f.completed - f.consumed - t.warehoused as waiting
    from part t cross join lateral (${buildFinishedPiecesSql('t')}) f
    where t.factory_id = ${factoryId} and t.id = ${partId} and t.deleted_at is null`.execute(db);
  const part = result.rows[0];
  if (!part) throw makeError('rowNotFound', {}, { partId: { reason: 'notAReference' } });
  const receipts = await sql<WarehouseReceipt>`
    select w.id as receipt_id, w.part_id, w.quantity, s.name as shelf_name, w.at, w.by_name, w.remark,
      r.by_name as reversed_by, r.at as reversed_at, r.remark as reverse_reason
    from warehouse_receipt w
    left join shelf s on s.factory_id = w.factory_id and s.id = w.shelf_id
    left join warehouse_receipt r on r.factory_id = w.factory_id and r.reverses_id = w.id
    where w.factory_id = ${factoryId} and w.part_id = ${partId} and w.reverses_id is null
    order by w.id desc limit 200`.execute(db);
  return { ...part, receipts: receipts.rows };
}
