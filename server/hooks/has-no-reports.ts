import type { Work } from '../db/work.ts';
import type { RoutingProcess } from '../ledger/routing.ts';

/**
 * Whether a process has no received pieces, no excess, no running report, and no run report that is not
 * reversed. Only such processes can be deleted, and only orders that have no other processes can be
 * cancelled.
 */
export const hasNoReports = (process: RoutingProcess): boolean =>
  process.received === 0 && process.excess === 0 && process.openReports === 0 && !process.hasRun;

/** Marks processes as deleted. The caller must have locked their parts. */
export async function deleteProcesses(work: Work, processes: readonly RoutingProcess[]): Promise<void> {
  if (processes.length === 0) return;
  const ids = processes.map((process) => process.id);
  await work.db
    .updateTable('process')
    .set({ deletedAt: work.now, updatedBy: work.name })
    .where('factoryId', '=', work.factoryId)
    .where('id', 'in', ids)
    .execute();
  work.announce('progress', 'process', ids);
}
