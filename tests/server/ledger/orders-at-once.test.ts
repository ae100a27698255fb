import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { runTransaction, type Transaction } from '#server/db/transaction.ts';
import { recalculateOrders } from '#server/ledger/orders.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { createTestFactory } from '#tests/support/floor.ts';

describeForEachDatabase(
  'The progress of an order',
  (database) => {
    it('contains what two people report at two of its parts at the same moment', async () => {
      const factory = await createTestFactory(await database.open());
      const { db } = factory.connection;
      const { id, partId, processIds } = await factory.createOrder(10, ['Turning']);
      const secondPart = await factory.call<{ id: number }>('/mes/order/part/save', {
        orderId: id,
        code: 'P2',
        name: 'Second',
        quantity: 10,
      });
      const { craftId } = await db
        .selectFrom('process')
        .select('craftId')
        .where('id', '=', processIds[0]!)
        .executeTakeFirstOrThrow();
      const otherProcess = await factory.call<{ id: number }>('/mes/process/save', {
        partId: secondPart.id,
        seq: 10,
        craftId,
      });
      expect(partId).not.toBe(secondPart.id);
      const runWrite = (change: (tx: Transaction) => Promise<void>) =>
        runTransaction(db, { factoryId: factory.factoryId, accountId: null, name: 'probe', ip: '' }, change);
      const setGoodQuantityToTwo = async (tx: Transaction, processId: number) => {
        await sql`update process set good = 2 where id = ${processId}`.execute(tx.db);
        await recalculateOrders(tx, [id]);
      };
      const readProgress = async () =>
        (await db.selectFrom('workOrder').select('progress').where('id', '=', id).executeTakeFirstOrThrow())
          .progress;

      let allowCommit = () => {};
      const commitPermission = new Promise<void>((resolve) => (allowCommit = resolve));
      let firstWrite: Promise<void> = Promise.resolve();
      await new Promise<void>((resolve) => {
        firstWrite = runWrite(async (tx) => {
          await setGoodQuantityToTwo(tx, processIds[0]!);
          // The answer to this statement shows that the earlier statements have ended. The transaction stays open.
          await sql`select 1`.execute(tx.db);
          resolve();
          await commitPermission;
        });
      });
      const secondWrite = runWrite((tx) => setGoodQuantityToTwo(tx, otherProcess.id));
      const queryLockWaits = () =>
        sql<{ n: number }>`select count(*)::integer as n from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
      await expect.poll(async () => (await queryLockWaits()).rows[0]!.n).toBe(1);
      allowCommit();
      await Promise.all([firstWrite, secondWrite]);
      expect(await readProgress()).toBe(20);
    });
  },
  // The embedded database has one connection, so its transactions never overlap.
  'postgres',
);
