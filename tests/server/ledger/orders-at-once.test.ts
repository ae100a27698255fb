import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { runTransaction, type Work } from '#server/db/work.ts';
import { recalculateOrders } from '#server/ledger/orders.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { createTestFactory } from '#tests/support/floor.ts';

describeForEachDatabase(
  'The progress of an order',
  (database) => {
    it('contains what two people report at two of its parts at the same moment', async () => {
      const floor = await createTestFactory(await database.open());
      const { db } = floor.connection;
      const { id, partId, processIds } = await floor.order(10, ['Turning']);
      const second = await floor.call<{ id: number }>('/mes/order/part/save', {
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
      const other = await floor.call<{ id: number }>('/mes/process/save', {
        partId: second.id,
        seq: 10,
        craftId,
      });
      expect(partId).not.toBe(second.id);
      const write = (what: (work: Work) => Promise<void>) =>
        runTransaction(db, { factoryId: floor.factoryId, accountId: null, name: 'probe', ip: '' }, what);
      const makeTwo = async (work: Work, processId: number) => {
        await sql`update process set good = 2 where id = ${processId}`.execute(work.db);
        await recalculateOrders(work, [id]);
      };
      const readProgress = async () =>
        (await db.selectFrom('workOrder').select('progress').where('id', '=', id).executeTakeFirstOrThrow())
          .progress;

      let release = () => {};
      const isReleased = new Promise<void>((done) => (release = done));
      let first: Promise<void> = Promise.resolve();
      await new Promise<void>((hasWritten) => {
        first = write(async (work) => {
          await makeTwo(work, processIds[0]!);
          // The next answer comes after those to the statements before it. The transaction stays open.
          await sql`select 1`.execute(work.db);
          hasWritten();
          await isReleased;
        });
      });
      const next = write((work) => makeTwo(work, other.id));
      const waits = () =>
        sql<{ n: number }>`select count(*)::integer as n from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
      await expect.poll(async () => (await waits()).rows[0]!.n, { timeout: 20_000 }).toBe(1);
      release();
      await Promise.all([first, next]);
      expect(await readProgress()).toBe(20);
    });
  },
  // The embedded database has one connection, so its transactions never overlap.
  'postgres',
);
