import type { RawCall } from '../../../call/raw-route.ts';
import { FairTaskLimiter } from '../../../call/slot-queue.ts';
import type { Actor } from '../../../db/transaction.ts';

/**
 * Only one workbook is in memory at a time, and an account may have five more in the queue. The accounts take turns.
 */
const importQueue = new FairTaskLimiter(1, 5);

/** Runs an import as soon as no other import is running. While it waits, the progress shows the phase `reading`. */
export function runInQueue<T>({ user, signal, progress }: RawCall, task: () => Promise<T>): Promise<T> {
  progress({ phase: 'reading', done: 0, total: null });
  return importQueue.run(task, user.accountId, signal);
}

/** Returns the account for which an import writes. */
export const getActor = ({ user, sender }: RawCall): Actor => ({
  factoryId: user.factoryId,
  accountId: user.accountId,
  name: user.name,
  ip: sender.ip,
});
