import type { Db } from '../../../db/database.ts';
import { runTransaction, type Actor, type Transaction } from '../../../db/transaction.ts';

/** The error that is thrown at the end of a trial to roll back its transaction. */
class TrialRollback extends Error {}

/**
 * Runs a function in a transaction that is rolled back.
 * @throws the error of the function
 */
export async function runTrial(db: Db, actor: Actor, run: (tx: Transaction) => Promise<void>): Promise<void> {
  await runTransaction(db, actor, async (tx) => {
    await run(tx);
    throw new TrialRollback();
  }).catch((error: unknown) => {
    if (!(error instanceof TrialRollback)) throw error;
  });
}
