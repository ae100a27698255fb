import { sql } from 'kysely';
import { waitForLock } from '../db/lock.ts';
import type { Transaction } from '../db/transaction.ts';
import type { HooksOf } from './hooks.ts';
import { getNextCorrectiveState } from './lock-corrective.ts';
import { makeNextDailyCode } from './next-daily-code.ts';

async function loadZone(tx: Transaction): Promise<string> {
  const { rows } = await sql<{ zone: string }>`select zone from factory where id = ${tx.factoryId}`.execute(
    tx.db,
  );
  return rows[0]!.zone;
}

/** A new corrective action gets a code. Afterwards it can be edited while it is open. */
export const correctiveActionHooks: HooksOf<'correctiveAction'> = {
  beforeSave: async (tx, next, before) => {
    if (before) {
      getNextCorrectiveState(before, 'editCorrective');
      return;
    }
    // The lock makes requests wait for each other, so that each corrective action gets its own code.
    await waitForLock(tx, 'addedCorrective');
    next.code = await makeNextDailyCode(tx, await loadZone(tx), 'correctiveAction', 'D');
    next.raisedAt = tx.now;
  },
};
