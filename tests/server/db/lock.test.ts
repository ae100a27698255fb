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
import { runTransaction } from '#server/db/work.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';

const makeActor = (factoryId: number) => ({ factoryId, accountId: null, name: 'Test', ip: '' });

describe('The name of a lock', () => {
  const lock = fc.record({
    factoryId: fc.integer({ min: 1, max: 3 }),
    name: fc.constantFrom(...FACTORY_LOCKS),
    of: fc.array(fc.string({ unit: fc.constantFrom('1', ' ', '"', ',', '\\', '[', 'tree', 'é') }), {
      maxLength: 3,
    }),
  });

  it('is unique', () => {
    fc.assert(
      fc.property(lock, lock, (one, other) => {
        const isSame =
          one.factoryId === other.factoryId &&
          one.name === other.name &&
          one.of.length === other.of.length &&
          one.of.every((part, index) => part === other.of[index]);
        const text = (key: typeof one) => makeLockText(key.factoryId, key.name, key.of);
        expect(text(one) === text(other)).toBe(isSame);
      }),
      { numRuns: 2000 },
    );
  });
});

describeForEachDatabase('Locks', (database) => {
  it('have a separate key for each thing to lock', async () => {
    const { db } = await database.open();
    const nodeLocks = Object.keys(NODE_LOCKS) as NodeLock[];
    const heldLockCount = await runTransaction(db, makeActor(1), async (work) => {
      for (const lock of FACTORY_LOCKS) {
        await waitForLock(work, lock);
        await waitForLock(work, lock, 'part');
        await waitForLock(work, lock, 'part', '1');
        await waitForLock({ ...work, factoryId: 2 }, lock);
      }
      for (const lock of nodeLocks) await waitForNodeLock(work.db, lock);
      const { rows } = await sql<{ count: number }>`select count(*)::int as count from pg_locks
        where locktype = 'advisory' and pid = pg_backend_pid()`.execute(work.db);
      return rows[0]!.count;
    });
    expect(heldLockCount).toBe(FACTORY_LOCKS.length * 4 + nodeLocks.length);
  });
});

describeForEachDatabase(
  'A lock that somebody has',
  (database) => {
    it('keeps out who wants the same, and nobody else', async () => {
      const { db } = await database.open();
      const tries = () =>
        runTransaction(db, makeActor(1), async (work) => [
          await takeLockIfFree(work, 'importedList', 'part'),
          await takeLockIfFree(work, 'importedList', 'device'),
          await takeLockIfFree(work, 'tree', 'part'),
          await takeLockIfFree({ ...work, factoryId: 2 }, 'importedList', 'part'),
        ]);
      const resultsMeanwhile = await db.transaction().execute(async (holder) => {
        await waitForLock({ db: holder as unknown as Db, factoryId: 1 }, 'importedList', 'part');
        return tries();
      });
      expect(resultsMeanwhile).toEqual([false, true, true, true]);
      expect(await tries()).toEqual([true, true, true, true]);
    });

    it('of the nodes is let go of when the work fails, with its connection', async () => {
      const { pool } = await database.open();
      const order: string[] = [];
      const first = runWithNodeLock(pool, 'firstStart', async (client) => {
        await client.query('select pg_sleep(0.2)');
        order.push('first');
        throw new Error('refused');
      });
      const second = runWithNodeLock(pool, 'migrate', async () => order.push('of something else'));
      const third = first.catch(() => runWithNodeLock(pool, 'firstStart', async () => order.push('then')));
      await expect(first).rejects.toThrow('refused');
      await Promise.all([second, third]);
      expect(order).toEqual(['of something else', 'first', 'then']);
      expect(pool.idleCount).toBe(pool.totalCount);
    });
  },
  'postgres',
);
