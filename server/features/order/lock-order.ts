import type { OrderState } from '#shared/machines/work-order.ts';
import { makeError } from '#shared/kernel/errors.ts';
import type { Transaction } from '../../db/transaction.ts';
import { openPartRoutings, RoutingChangedError, type Routing } from '../../ledger/routing.ts';
import { loadPartIds } from './copy-parts.ts';
import { refuseStale } from '../../db/refuse-stale.ts';

/** An order that the transaction has locked. */
export interface LockedOrder {
  id: number;
  state: OrderState;
  version: number;
}

/**
 * Locks the parts of orders by ascending id and then the orders, in the same sequence as reports do. No report and no
 * change of a part or process is therefore written at the same time.
 * @param versions the version of each order that the caller last read, by id; null if the caller read none
 * @returns the orders by ascending id, and the routings of all their parts
 * @throws rowNotFound, stale
 * @throws RoutingChangedError if a part was added or deleted while this function waited for the locks
 */
export async function lockOrders(
  tx: Transaction,
  versions: ReadonlyMap<number, number | null>,
): Promise<{ orders: LockedOrder[]; routing: Routing }> {
  const ids = [...versions.keys()];
  const partIds = await loadPartIds(tx, ids);
  const routing = await openPartRoutings(tx, partIds);
  const orders = await tx.db
    .selectFrom('workOrder')
    .select(['id', 'state', 'version', 'updatedBy', 'updatedAt'])
    .where('factoryId', '=', tx.factoryId)
    .where('id', 'in', ids)
    .where('deletedAt', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute();
  if (orders.length < ids.length) throw makeError('rowNotFound');
  for (const order of orders) refuseStale(order, versions.get(order.id) ?? order.version);
  // The insert of a part also locks the work order of the part. From here on, the locked orders can therefore get no
  // further parts.
  const lockedPartIds = await loadPartIds(tx, ids);
  if (lockedPartIds.join() !== partIds.join()) throw new RoutingChangedError();
  return { orders, routing };
}
