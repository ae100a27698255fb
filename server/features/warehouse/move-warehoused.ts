import { addQuantities } from '#shared/ledger/quantity.ts';
import { deriveWarehouseStatus } from '#shared/ledger/warehouse.ts';
import type { Transaction } from '../../db/transaction.ts';
import { findPartProcesses } from '../../ledger/cards/cards.ts';
import { closeRouting } from '../../ledger/close-routing.ts';
import type { Routing, RoutingPart } from '../../ledger/routing.ts';
import { writeWarehoused } from '../../ledger/warehouse.ts';

/** Changes the quantity of a part in the warehouse. This changes how many pieces its assembly can use. */
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
  // The processes are announced too, because their progress shows the quantity in the warehouse.
  const processIds = findPartProcesses(routing, part.id).map(({ id }) => id);
  tx.announce('progress', 'process', processIds);
  tx.announce('progress', 'workOrder', [part.orderId]);
}
