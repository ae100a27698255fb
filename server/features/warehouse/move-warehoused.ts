import { addQuantities } from '#shared/ledger/quantity.ts';
import { deriveWarehouseStatus } from '#shared/ledger/warehouse.ts';
import type { Transaction } from '../../db/transaction.ts';
import { findPartProcesses } from '../../ledger/cards.ts';
import { closeRouting } from '../../ledger/close-routing.ts';
import type { Routing, RoutingPart } from '../../ledger/routing.ts';
import { writeWarehoused } from '../../ledger/warehouse.ts';

/** Changes what a part has in the warehouse. Its assembly can use fewer or more pieces then. */
export async function moveWarehoused(
  tx: Transaction,
  routing: Routing,
  part: RoutingPart,
  quantity: number,
): Promise<void> {
  part.warehoused = addQuantities(part.warehoused, quantity);
  part.warehouseStatus = deriveWarehouseStatus(part, routing.processes);
  await writeWarehoused(tx, part);
  await closeRouting(tx, routing);
  // Progress shows what of the part is in the warehouse.
  const processIds = findPartProcesses(routing, part.id).map(({ id }) => id);
  tx.announce('progress', 'process', processIds);
  tx.announce('progress', 'workOrder', [part.orderId]);
}
