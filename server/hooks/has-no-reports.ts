import type { Transaction } from '../db/transaction.ts';
import type { RoutingProcess } from '../ledger/routing.ts';

/**
 * Whether a process has no received or excess pieces, no running report, no report of production,
 * and no shipment to a supplier. Reversed reports do not count. Only such processes can be deleted.
 */
export const hasNoPiecesOrReports = (
  process: Pick<RoutingProcess, 'received' | 'excess' | 'openReports' | 'hasRun'>,
): boolean => process.received === 0 && process.excess === 0 && process.openReports === 0 && !process.hasRun;

/** Marks processes as deleted. The caller must have locked the parts of the processes. */
export async function deleteProcesses(tx: Transaction, processes: readonly RoutingProcess[]): Promise<void> {
  if (processes.length === 0) return;
  const ids = processes.map((process) => process.id);
  await tx.db
    .updateTable('process')
    .set({ deletedAt: tx.now, updatedBy: tx.name })
    .where('factoryId', '=', tx.factoryId)
    .where('id', 'in', ids)
    .execute();
  tx.announce('progress', 'process', ids);
}
