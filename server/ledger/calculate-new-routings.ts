import type { Transaction } from '../db/transaction.ts';
import { closeRouting } from './close-routing.ts';
import { openPartRoutings } from './routing.ts';

/**
 * Computes the ledgers of processes that the transaction has inserted.
 * @param partIds the parts of the processes, with all parts above and below them
 */
export async function calculateNewRoutings(tx: Transaction, partIds: readonly number[]): Promise<void> {
  const routing = await openPartRoutings(tx, partIds);
  for (const process of routing.processes) routing.changedProcesses.add(process);
  await closeRouting(tx, routing);
}
