import type { Entity } from '#shared/entities/index.ts';
import type { Transaction } from '../../db/transaction.ts';
import {
  writeChangedRows,
  writePartQuantities,
  type NewPartQuantities,
} from '../../hooks/part-quantities.ts';
import type { Routing } from '../../ledger/routing.ts';
import type { OrderParts } from './copy-parts.ts';

/** The new values of an order, and the new quantities of its parts and processes. */
interface NewQuantities extends NewPartQuantities {
  order: Partial<Entity<'workOrder'>>;
}

/**
 * Writes new quantities of an order, of its parts with their cards, and of its processes, and recalculates its ledger
 * and its state. The caller must have locked the order and its parts.
 * @param action the action of the order in the history
 */
export async function writeOrderQuantities(
  tx: Transaction,
  order: Entity<'workOrder'>,
  parts: OrderParts,
  newQuantities: NewQuantities,
  { routing, action }: { routing: Routing; action: 'splitOrder' | 'mergeOrders' },
): Promise<void> {
  const oldOrder = order as unknown as Record<string, unknown>;
  const before = Object.fromEntries(Object.keys(newQuantities.order).map((name) => [name, oldOrder[name]]));
  await writeChangedRows(tx, 'workOrder', [{ id: order.id, before, after: newQuantities.order }], action);
  await writePartQuantities(tx, parts, newQuantities, { routing });
}
