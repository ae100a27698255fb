import { deriveWarehouseStatus } from '#shared/ledger/warehouse.ts';
import type { Transaction } from '../db/transaction.ts';
import type { Routing, RoutingPart } from './routing.ts';

/** Writes how many pieces of a part are in the warehouse. The caller must hold the lock of the part. */
export async function writeWarehoused(tx: Transaction, part: RoutingPart): Promise<void> {
  const { warehoused, warehouseStatus } = part;
  await tx.db
    .updateTable('part')
    .set({ warehoused, warehouseStatus })
    .where('factoryId', '=', tx.factoryId)
    .where('id', '=', part.id)
    .execute();
  tx.announce('progress', 'part', [part.id]);
}

/** Computes the warehouse status of the parts of changed processes again, and writes the changed statuses. */
export async function updateWarehouseStatuses(tx: Transaction, routing: Routing): Promise<void> {
  const partIds = new Set([...routing.changedProcesses].map(({ partId }) => partId));
  for (const id of partIds) {
    const part = routing.parts.get(id)!;
    const status = deriveWarehouseStatus(part, routing.processes);
    if (status === part.warehouseStatus) continue;
    part.warehouseStatus = status;
    await writeWarehoused(tx, part);
  }
}
