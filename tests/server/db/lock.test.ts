import fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import {
  FACTORY_LOCKS,
  waitForLock,
  waitForNodeLock,
  makeLockText,
  NODE_LOCKS,
  takeLockIfFree,
  runWithNodeLock,
  type NodeLock,
} from '#server/db/lock.ts';
import type { Db } from '#server/db/database.ts';
import { runTransaction } from '#server/db/transaction.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';

const makeActor = (factoryId: number) => ({ factoryId, accountId: null, name: 'Test', ip: '' });

describe('The name of a lock', () => {
  const lockArbitrary = fc.record({
    factoryId: fc.integer({ min: 1, max: 3 }),
    name: fc.constantFrom(...FACTORY_LOCKS),
    of: fc.array(fc.string({ unit: fc.constantFrom('1', ' ', '"', ',', '\\', '[', 'tree', 'é') }), {
      maxLength: 3,
    }),
  });

  it('is unique', () => {
    fc.assert(
      fc.property(lockArbitrary, lockArbitrary, (firstLock, secondLock) => {
        const isSame =
          firstLock.factoryId === secondLock.factoryId &&
          firstLock.name === secondLock.name &&
          firstLock.of.length === secondLock.of.length &&
          firstLock.of.every((part, index) => part === secondLock.of[index]);
        const makeText = (key: typeof firstLock) => makeLockText(key.factoryId, key.name, key.of);
        expect(makeText(firstLock) === makeText(secondLock)).toBe(isSame);
      }),
      { numRuns: 2000 },
    );
  });
});

describeForEachDatabase('Locks', (database) => {
  it('have a separate key for each thing to lock', async () => {
    const { db } = await database.open();
    const nodeLocks = Object.keys(NODE_LOCKS) as NodeLock[];
    const heldLockCount = await runTransaction(db, makeActor(1), async (tx) => {
      for (const lock of FACTORY_LOCKS) {
        await waitForLock(tx, lock);
        await waitForLock(tx, lock, 'part');
        await waitForLock(tx, lock, 'part', '1');
        await waitForLock({ ...tx, factoryId: 2 }, lock);
      }
      for (const lock of nodeLocks) await waitForNodeLock(tx.db, lock);
      const { rows } = await sql<{ count: number }>`select count(*)::int as count from pg_locks
        where locktype = 'advisory' and pid = pg_backend_pid()`.execute(tx.db);
      return rows[0]!.count;
    });
    expect(heldLockCount).toBe(FACTORY_LOCKS.length * 4 + nodeLocks.length);
  });
});

describeForEachDatabase(
  'A held lock',
  (database) => {
    it('keeps out those who want the same lock, and nobody else', async () => {
      const { db } = await database.open();
      const takeBothLocks = () =>
        runTransaction(db, makeActor(1), async (tx) => [
          await takeLockIfFree(tx, 'importedList', 'part'),
          await takeLockIfFree(tx, 'importedList', 'device'),
          await takeLockIfFree(tx, 'tree', 'part'),
          await takeLockIfFree({ ...tx, factoryId: 2 }, 'importedList', 'part'),
        ]);
      const resultsWhileHeld = await db.transaction().execute(async (holder) => {
        await waitForLock({ db: holder as unknown as Db, factoryId: 1 }, 'importedList', 'part');
        return takeBothLocks();
      });
      expect(resultsWhileHeld).toEqual([false, true, true, true]);
      expect(await takeBothLocks()).toEqual([true, true, true, true]);
    });

    it('of the nodes is released together with its connection when the work fails', async () => {
      const { pool } = await database.open();
      const runOrder: string[] = [];
      const firstRun = runWithNodeLock(pool, 'firstStart', async (client) => {
        await client.query('select pg_sleep(0.2)');
        runOrder.push('first');
        throw new Error('refused');
      });
      const secondRun = runWithNodeLock(pool, 'migrate', async () => runOrder.push('of something else'));
      const thirdRun = firstRun.catch(() =>
        runWithNodeLock(pool, 'firstStart', async () => runOrder.push('then')),
      );
      await expect(firstRun).rejects.toThrow('refused');
      await Promise.all([secondRun, thirdRun]);
      expect(runOrder).toEqual(['of something else', 'first', 'then']);
      expect(pool.idleCount).toBe(pool.totalCount);
    });
  },
  'postgres',
);
