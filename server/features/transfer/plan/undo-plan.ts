import { sql } from 'kysely';
import { entities, type Entity } from '#shared/entities/index.ts';
import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import { makeError, type RowLink } from '#shared/kernel/errors.ts';
import { number, ref } from '#shared/kernel/fields.ts';
import { findNextState } from '#shared/kernel/machine.ts';
import { validateRecord } from '#shared/kernel/validate.ts';
import { workOrderStateMachine, type OrderState } from '#shared/machines/work-order.ts';
import type { RawAnswer, RawCall } from '../../../call/raw-route.ts';
import { deleteRows } from '../../../crud/remove.ts';
import { runTransaction, type Transaction } from '../../../db/transaction.ts';
import { RoutingChangedError } from '../../../ledger/routing.ts';
import { getActor } from '../import/import-queue.ts';
import { refuseStale } from '../../../db/refuse-stale.ts';
import { lockRow } from '../../../db/lock.ts';

const UNDO_FIELDS = {
  id: ref('planImport', { required: true }),
  version: number({ required: true, min: 1, decimals: 0 }),
};
/** Orders are deleted in groups. A group is complete as soon as its orders have at least this many parts. */
const PARTS_PER_GROUP = 2000;
/** The number of orders that a refusal names. */
const MAX_NAMED_ORDERS = 20;

interface ImportedOrder {
  id: number;
  code: string;
  state: OrderState;
  partCount: number;
  isUsed: boolean;
}

/** Locks the record of an import. @throws rowNotFound, stale, planImportUndone */
async function lockImportRecord(tx: Transaction, id: number, version: number): Promise<void> {
  const record = await lockRow(tx, 'planImport', id, [
    'version',
    'undoneAt',
    'undoneBy',
    'updatedBy',
    'updatedAt',
  ]);
  if (record.undoneAt !== null) throw makeError('planImportUndone', { by: record.undoneBy });
  refuseStale(record, version);
}

const lockParts = async (tx: Transaction, importId: number): Promise<number> =>
  (
    await sql`select t.id from part t join work_order o on o.factory_id = t.factory_id and o.id = t.order_id
      where t.factory_id = ${tx.factoryId} and o.plan_import_id = ${importId} and t.deleted_at is null and o.deleted_at is null
      order by t.id for update of t`.execute(tx.db)
  ).rows.length;

/**
 * Locks the orders of an import in the same sequence as reports do: the parts by ascending id, and then the orders.
 * @returns the orders that are not deleted. `isUsed` is set if an order cannot be deleted. This is so if pieces were
 * received, reported or outsourced, if the order was split or merged, or if its cards were split or combined.
 * @throws RoutingChangedError if a part was added or deleted while this function waited for the locks
 */
async function lockImportedOrders(tx: Transaction, importId: number): Promise<ImportedOrder[]> {
  const lockedPartCount = await lockParts(tx, importId);
  await sql`select id from work_order where factory_id = ${tx.factoryId} and plan_import_id = ${importId}
    and deleted_at is null order by id for update`.execute(tx.db);
  if ((await lockParts(tx, importId)) !== lockedPartCount) throw new RoutingChangedError();
  const { rows } = await sql<ImportedOrder>`
    select o.id, o.code, o.state,
      (select count(*)::int from part t where t.factory_id = o.factory_id and t.order_id = o.id and t.deleted_at is null) as part_count,
      o.merged_into_id is not null
        or exists (select 1 from work_order s where s.factory_id = o.factory_id and s.split_from_id = o.id and s.deleted_at is null)
        or exists (select 1 from work_order m where m.factory_id = o.factory_id and m.merged_into_id = o.id)
        or exists (select 1 from part t join process p on p.factory_id = t.factory_id and p.part_id = t.id and p.deleted_at is null
          where t.factory_id = o.factory_id and t.order_id = o.id and t.deleted_at is null
            and (p.received > 0 or p.excess > 0 or p.open_reports > 0 or p.has_run
              or exists (select 1 from outsourcing_order_items i
                join outsourcing_order x on x.factory_id = i.factory_id and x.id = i.owner_id and x.deleted_at is null
                where i.factory_id = p.factory_id and i.process_id = p.id)))
        or exists (select 1 from part t join card c on c.factory_id = t.factory_id and c.part_id = t.id
          join card_genealogy g on g.factory_id = c.factory_id and (g.from_card_id = c.id or g.to_card_id = c.id)
          where t.factory_id = o.factory_id and t.order_id = o.id) as is_used
    from work_order o
    where o.factory_id = ${tx.factoryId} and o.plan_import_id = ${importId} and o.deleted_at is null
    order by o.id`.execute(tx.db);
  return rows;
}

/** Whether the undo can delete an order: it is not used, and it is cancelled or can be cancelled. */
const isRemovable = ({ state, isUsed }: ImportedOrder): boolean =>
  !isUsed && (state === 'cancelled' || findNextState(workOrderStateMachine, state, 'cancel') !== null);

/**
 * Refuses orders that are already used.
 * @throws planImportUsed, with links to the orders
 */
function refuseUsedOrders(orders: readonly ImportedOrder[]): void {
  const usedOrders = orders.filter((order) => !isRemovable(order));
  if (usedOrders.length === 0) return;
  const links = usedOrders
    .slice(0, MAX_NAMED_ORDERS)
    .map(({ id, code }): RowLink => ({ entity: 'workOrder', id, name: code }));
  throw makeError('planImportUsed', { count: usedOrders.length }, undefined, links);
}

/** Cancels the orders that were released, because only drafts and cancelled orders can be deleted. */
async function cancelOrders(tx: Transaction, orders: readonly ImportedOrder[]): Promise<void> {
  const ordersToCancel = orders.filter(({ state }) => state !== 'draft' && state !== 'cancelled');
  if (ordersToCancel.length === 0) return;
  await sql`update work_order set state = 'cancelled', version = version + 1, updated_at = ${tx.now}, updated_by = ${tx.name}
    where factory_id = ${tx.factoryId} and id = any(${ordersToCancel.map(({ id }) => id)}::bigint[])`.execute(
    tx.db,
  );
  for (const { id, state } of ordersToCancel)
    tx.log({ entity: 'workOrder', id, action: 'cancel', before: { state }, after: { state: 'cancelled' } });
}

/** Deletes orders with their parts, in groups of limited size. */
async function deleteOrders(
  tx: Transaction,
  orders: readonly ImportedOrder[],
  onDeleted: (count: number) => void,
): Promise<void> {
  let group: number[] = [];
  let partCount = 0;
  for (const [index, order] of orders.entries()) {
    group.push(order.id);
    partCount += order.partCount;
    if (partCount < PARTS_PER_GROUP && index < orders.length - 1) continue;
    await deleteRows(tx, entities.workOrder as EntityDeclaration, group);
    onDeleted(index + 1);
    group = [];
    partCount = 0;
  }
}

/**
 * Deletes all orders of an import, in one transaction. Orders that somebody has deleted meanwhile stay deleted.
 * @throws rowNotFound, stale, planImportUndone; planImportUsed if an order cannot be deleted, as `isRemovable` defines
 * it; inUse
 */
export async function undoPlan(call: RawCall): Promise<RawAnswer> {
  const { db, progress, signal } = call;
  const formFields = Object.fromEntries(new URLSearchParams(call.body.toString('utf8')));
  const { problems, values } = validateRecord(UNDO_FIELDS, formFields);
  if (problems) throw makeError('fieldsInvalid', {}, problems);
  const { id, version } = values;
  progress({ phase: 'undoing', done: 0, total: null });
  const deletedCount = await runTransaction(db, getActor(call), async (tx) => {
    await lockImportRecord(tx, id, version);
    const orders = await lockImportedOrders(tx, id);
    refuseUsedOrders(orders);
    await cancelOrders(tx, orders);
    await deleteOrders(tx, orders, (done) => {
      signal.throwIfAborted();
      progress({ phase: 'undoing', done, total: orders.length });
    });
    const undone: Pick<Entity<'planImport'>, 'undoneAt' | 'undoneBy'> = {
      undoneAt: tx.now,
      undoneBy: tx.name,
    };
    await tx.db
      .updateTable('planImport')
      .set({ ...undone, version: version + 1, updatedAt: tx.now, updatedBy: tx.name })
      .where('factoryId', '=', tx.factoryId)
      .where('id', '=', id)
      .execute();
    tx.log({ entity: 'planImport', id, action: 'undo', before: null, after: undone });
    tx.announce('progress', 'planImport', [id]);
    return orders.length;
  });
  return { data: { deleted: deletedCount } };
}
