import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { expect, it } from 'vitest';
import { addCommitListener } from '#server/db/transaction.ts';
import type { FeedRow } from '#server/live/feed-row.ts';
import { deleteOldFeedRows } from '#server/jobs/prune-change-feed.ts';
import { FeedTailer } from '#server/live/tailer.ts';
import { registerCloseCallbackList } from '#tests/support/close-list.ts';
import { describeForEachDatabase, type TestDatabase } from '#tests/support/databases.ts';
import { waitUntil } from '#tests/support/live-node.ts';
import { addCustomer, runInTransaction, makeFactory } from '#tests/support/fake-backend.ts';

describeForEachDatabase('The change feed', (database) => {
  const closeCallbacks = registerCloseCallbackList();

  async function followFeed(testDatabase: TestDatabase, pollMs?: number) {
    const { db } = await testDatabase.open();
    const rows: FeedRow[] = [];
    const resets: (number | null)[] = [];
    const errorTexts: string[] = [];
    const tailer = new FeedTailer(
      db,
      { onRow: (row) => rows.push(row), onReset: (factoryId) => resets.push(factoryId) },
      (_error, message) => errorTexts.push(message),
      pollMs,
    );
    await tailer.start();
    closeCallbacks.push(() => tailer.close());
    closeCallbacks.push(addCommitListener(() => tailer.wake()));
    return { tailer, rows, resets, errorTexts };
  }

  it('delivers every committed change once, and none that was rolled back', async () => {
    const connection = await database.open();
    const factoryId = await makeFactory(connection, 'ONCE');
    const { rows } = await followFeed(database);
    const firstId = await addCustomer(connection, factoryId, 'A');
    await expect(
      runInTransaction(connection, factoryId, async (tx) => {
        tx.announce('setting', 'customer', [999]);
        throw new Error('refused');
      }),
    ).rejects.toThrow('refused');
    const secondId = await addCustomer(connection, factoryId, 'B');
    await waitUntil('two rows', () => rows.length === 2);
    await wait(50);
    expect(rows.map((row) => [row.pos, row.entity, row.ids, row.byName])).toEqual([
      [1, 'customer', [firstId], 'Li Lei'],
      [2, 'customer', [secondId], 'Li Lei'],
    ]);
  });

  it('delivers a change on notification of its commit, without waiting for the poll', async () => {
    const connection = await database.open();
    const factoryId = await makeFactory(connection, 'SOON');
    const { rows } = await followFeed(database, 600_000);
    for (let index = 0; index < 10; index++) {
      await wait(13 * index);
      await addCustomer(connection, factoryId, `S${index}`);
      await waitUntil('the row', () => rows.length === index + 1);
    }
  });

  it('keeps each factory apart', async () => {
    const connection = await database.open();
    const [firstFactoryId, otherFactoryId] = [
      await makeFactory(connection, 'ONE'),
      await makeFactory(connection, 'OTHER'),
    ];
    const { rows } = await followFeed(database);
    for (let index = 0; index < 5; index++) {
      await addCustomer(connection, firstFactoryId, `C${index}`);
      await addCustomer(connection, otherFactoryId, `C${index}`);
    }
    await waitUntil('ten rows', () => rows.length === 10);
    for (const factoryId of [firstFactoryId, otherFactoryId]) {
      expect(rows.filter((row) => row.factoryId === factoryId).map((row) => row.pos)).toEqual([
        1, 2, 3, 4, 5,
      ]);
    }
  });

  it('reads a large backlog in several batches, in order', async () => {
    const connection = await database.open();
    const factoryId = await makeFactory(connection, 'FAR');
    const { rows } = await followFeed(database);
    await runInTransaction(connection, factoryId, async (tx) => {
      for (let index = 0; index < 1300; index++) tx.announce('andon', 'customer', [index + 1], { at: index });
    });
    await waitUntil('all rows', () => rows.length === 1300);
    expect(rows.map((row) => row.pos)).toEqual(Array.from({ length: 1300 }, (_, index) => index + 1));
  });

  it('resets all factories after the database was restored', async () => {
    const connection = await database.open();
    const factoryId = await makeFactory(connection, 'RESTORED');
    const { rows, resets, tailer } = await followFeed(database);
    await addCustomer(connection, factoryId, 'A');
    await waitUntil('the row', () => rows.length === 1);
    await sql`update feed_meta set epoch = gen_random_uuid()::text`.execute(connection.db);
    await waitUntil('the reset', () => resets.length === 1, 3000);
    expect(resets).toEqual([null]);
    expect(tailer.getPosition(factoryId)).toBe(1);
    await addCustomer(connection, factoryId, 'B');
    await waitUntil('the next row', () => rows.length === 2);
    expect(rows[1]!.pos).toBe(2);
  });

  it('notices a missing position, and resets the factory', async () => {
    const connection = await database.open();
    const factoryId = await makeFactory(connection, 'HOLE');
    const { rows, resets, errorTexts, tailer } = await followFeed(database);
    await addCustomer(connection, factoryId, 'A');
    await waitUntil('the row', () => rows.length === 1);
    // The application never skips a position, but a manual change in the database might.
    await sql`update feed_head set pos = pos + 1 where factory_id = ${factoryId}`.execute(connection.db);
    await addCustomer(connection, factoryId, 'B');
    await waitUntil('the reset', () => resets.length > 0, 3000);
    expect(resets.every((resetFactoryId) => resetFactoryId === factoryId)).toBe(true);
    expect(errorTexts.some((text) => text.includes(`factory ${factoryId}`))).toBe(true);
    await waitUntil('the head', () => tailer.getPosition(factoryId) === 3, 3000);
    await addCustomer(connection, factoryId, 'C');
    await waitUntil('the next row', () => rows.at(-1)?.pos === 4);
  });

  it('removes rows older than eight days, and goes on', async () => {
    const connection = await database.open();
    const factoryId = await makeFactory(connection, 'OLD');
    for (let index = 0; index < 5; index++) await addCustomer(connection, factoryId, `O${index}`);
    await sql`update feed set at = now() - interval '9 days' where factory_id = ${factoryId} and pos <= 3`.execute(
      connection.db,
    );
    expect(await deleteOldFeedRows(connection.db, () => false)).toBe(3);
    const remainingRows = await connection.db
      .selectFrom('feed')
      .select('pos')
      .where('factoryId', '=', factoryId)
      .orderBy('pos')
      .execute();
    expect(remainingRows.map((row) => row.pos)).toEqual([4, 5]);
    const { rows, resets } = await followFeed(database);
    await addCustomer(connection, factoryId, 'NEW');
    await waitUntil('the row', () => rows.length === 1);
    expect([rows[0]!.pos, resets]).toEqual([6, []]);
  });
});

describeForEachDatabase(
  'The change feed under eight writers',
  (database) => {
    it('is in commit order, without a gap, and delivers no row before its change can be read', async () => {
      const WRITER_COUNT = 8;
      const TRANSACTIONS_PER_WRITER = 60;
      const connection = await database.open();
      const factoryId = await makeFactory(connection, 'EIGHT');
      const rows: FeedRow[] = [];
      const unreadablePositions: number[] = [];
      const readChecks: Promise<void>[] = [];
      const resets: (number | null)[] = [];
      const checkReadable = async (row: FeedRow) => {
        const storedRows = await connection.db
          .selectFrom('customer')
          .select('id')
          .where('factoryId', '=', factoryId)
          .where('id', '=', row.ids![0]!)
          .executeTakeFirst();
        if (!storedRows) unreadablePositions.push(row.pos);
      };
      const tailer = new FeedTailer(
        connection.db,
        {
          onRow: (row) => {
            rows.push(row);
            if (row.pos % 7 === 0) readChecks.push(checkReadable(row));
          },
          onReset: (resetFactoryId) => resets.push(resetFactoryId),
        },
        () => undefined,
      );
      await tailer.start();
      const commitTimesById = new Map<number, { began: number; ended: number }>();
      // Each writer has its own connection, so the transactions overlap: one transaction can write its feed row before
      // another transaction and commit after it.
      const writeTransactions = async (writer: number) => {
        const client = new pg.Client({ connectionString: database.url });
        await client.connect();
        for (let index = 0; index < TRANSACTIONS_PER_WRITER; index++) {
          await client.query('begin');
          const code = `W${writer}-${index}`;
          const insertResult = await client.query<{ id: string }>(
            'insert into customer (factory_id, code, short_name) values ($1, $2, $2) returning id',
            [factoryId, code],
          );
          const id = Number(insertResult.rows[0]!.id);
          await client.query(
            `insert into feed (factory_id, topic, entity, ids) values ($1, 'setting', 'customer', array[$2::bigint])`,
            [factoryId, id],
          );
          await wait(Math.random() * 8);
          if (index % 10 === 9) {
            await client.query('rollback');
            continue;
          }
          const began = performance.now();
          await client.query('commit');
          commitTimesById.set(id, { began, ended: performance.now() });
          tailer.wake();
        }
        await client.end();
      };
      await Promise.all(Array.from({ length: WRITER_COUNT }, (_, writer) => writeTransactions(writer)));
      await waitUntil('every commit', () => rows.length >= commitTimesById.size, 10_000);
      await wait(100);
      await Promise.all(readChecks);
      await tailer.close();

      expect(commitTimesById.size).toBe(WRITER_COUNT * TRANSACTIONS_PER_WRITER * 0.9);
      expect(rows.map((row) => row.pos)).toEqual(
        Array.from({ length: commitTimesById.size }, (_, index) => index + 1),
      );
      expect(new Set(rows.map((row) => row.ids![0]))).toEqual(new Set(commitTimesById.keys()));
      expect(resets).toEqual([]);
      expect(unreadablePositions).toEqual([]);
      // A commit that ended before another commit began must have the lower position.
      let latestBegin = 0;
      for (const row of rows) {
        const { began, ended } = commitTimesById.get(row.ids![0]!)!;
        expect(ended, `position ${row.pos} came after a commit that began later`).toBeGreaterThan(
          latestBegin,
        );
        latestBegin = Math.max(latestBegin, began);
      }
      // The write order must differ from the commit order, otherwise this test would prove nothing.
      const rowsInWriteOrder = await connection.db
        .selectFrom('feed')
        .select(['id', 'pos'])
        .where('factoryId', '=', factoryId)
        .orderBy('id')
        .execute();
      expect(
        rowsInWriteOrder.some((row, index) => index > 0 && row.pos! < rowsInWriteOrder[index - 1]!.pos!),
      ).toBe(true);
    });
  },
  'postgres',
);
