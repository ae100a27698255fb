import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { expect, it } from 'vitest';
import { addCommitListener } from '#server/db/work.ts';
import type { FeedRow } from '#server/live/feed-row.ts';
import { deleteOldFeedRows } from '#server/jobs/prune-change-feed.ts';
import { FeedTailer } from '#server/live/tailer.ts';
import { registerCloseCallbackList } from '#tests/support/close-list.ts';
import { describeForEachDatabase, type TestDatabase } from '#tests/support/databases.ts';
import { waitUntil } from '#tests/support/live-node.ts';
import { addCustomer, runInTransaction, makeFactory } from '#tests/support/fake-backend.ts';

describeForEachDatabase('The change feed', (database) => {
  const closing = registerCloseCallbackList();

  async function follow(testDatabase: TestDatabase, pollMs?: number) {
    const { db } = await testDatabase.open();
    const rows: FeedRow[] = [];
    const resets: (number | null)[] = [];
    const errorTexts: string[] = [];
    const tailer = new FeedTailer(
      db,
      { row: (row) => rows.push(row), reset: (factoryId) => resets.push(factoryId) },
      (_error, what) => errorTexts.push(what),
      pollMs,
    );
    await tailer.start();
    closing.push(() => tailer.close());
    closing.push(addCommitListener(() => tailer.wake()));
    return { tailer, rows, resets, errorTexts };
  }

  it('delivers every committed change once, and none that was rolled back', async () => {
    const connection = await database.open();
    const factoryId = await makeFactory(connection, 'ONCE');
    const { rows } = await follow(database);
    const first = await addCustomer(connection, factoryId, 'A');
    await expect(
      runInTransaction(connection, factoryId, async (work) => {
        work.announce('setting', 'customer', [999]);
        throw new Error('refused');
      }),
    ).rejects.toThrow('refused');
    const second = await addCustomer(connection, factoryId, 'B');
    await waitUntil('two rows', () => rows.length === 2);
    await wait(50);
    expect(rows.map((row) => [row.pos, row.entity, row.ids, row.byName])).toEqual([
      [1, 'customer', [first], 'Li Lei'],
      [2, 'customer', [second], 'Li Lei'],
    ]);
  });

  it('learns of a commit by notification, without waiting for the poll', async () => {
    const connection = await database.open();
    const factoryId = await makeFactory(connection, 'SOON');
    const { rows } = await follow(database, 600_000);
    for (let at = 0; at < 10; at++) {
      await wait(13 * at);
      await addCustomer(connection, factoryId, `S${at}`);
      await waitUntil('the row', () => rows.length === at + 1);
    }
  });

  it('keeps each factory apart', async () => {
    const connection = await database.open();
    const [one, other] = [await makeFactory(connection, 'ONE'), await makeFactory(connection, 'OTHER')];
    const { rows } = await follow(database);
    for (let at = 0; at < 5; at++) {
      await addCustomer(connection, one, `C${at}`);
      await addCustomer(connection, other, `C${at}`);
    }
    await waitUntil('ten rows', () => rows.length === 10);
    for (const factoryId of [one, other]) {
      expect(rows.filter((row) => row.factoryId === factoryId).map((row) => row.pos)).toEqual([
        1, 2, 3, 4, 5,
      ]);
    }
  });

  it('reads what is far behind in several batches, in order', async () => {
    const connection = await database.open();
    const factoryId = await makeFactory(connection, 'FAR');
    const { rows } = await follow(database);
    await runInTransaction(connection, factoryId, async (work) => {
      for (let at = 0; at < 1300; at++) work.announce('andon', 'customer', [at + 1], { at });
    });
    await waitUntil('all rows', () => rows.length === 1300);
    expect(rows.map((row) => row.pos)).toEqual(Array.from({ length: 1300 }, (_, at) => at + 1));
  });

  it('starts everything anew when the feed was restored', async () => {
    const connection = await database.open();
    const factoryId = await makeFactory(connection, 'RESTORED');
    const { rows, resets, tailer } = await follow(database);
    await addCustomer(connection, factoryId, 'A');
    await waitUntil('the row', () => rows.length === 1);
    await sql`update feed_meta set epoch = gen_random_uuid()::text`.execute(connection.db);
    await waitUntil('the reset', () => resets.length === 1, 3000);
    expect(resets).toEqual([null]);
    expect(tailer.position(factoryId)).toBe(1);
    await addCustomer(connection, factoryId, 'B');
    await waitUntil('the next row', () => rows.length === 2);
    expect(rows[1]!.pos).toBe(2);
  });

  it('notices a hole and starts that factory anew', async () => {
    const connection = await database.open();
    const factoryId = await makeFactory(connection, 'HOLE');
    const { rows, resets, errorTexts, tailer } = await follow(database);
    await addCustomer(connection, factoryId, 'A');
    await waitUntil('the row', () => rows.length === 1);
    // The application never skips a position, but a manual change in the database might.
    await sql`update feed_head set pos = pos + 1 where factory_id = ${factoryId}`.execute(connection.db);
    await addCustomer(connection, factoryId, 'B');
    await waitUntil('the reset', () => resets.length > 0, 3000);
    expect(resets.every((one) => one === factoryId)).toBe(true);
    expect(errorTexts.some((what) => what.includes(`factory ${factoryId}`))).toBe(true);
    await waitUntil('the head', () => tailer.position(factoryId) === 3, 3000);
    await addCustomer(connection, factoryId, 'C');
    await waitUntil('the next row', () => rows.at(-1)?.pos === 4);
  });

  it('removes rows older than eight days, and goes on', async () => {
    const connection = await database.open();
    const factoryId = await makeFactory(connection, 'OLD');
    for (let at = 0; at < 5; at++) await addCustomer(connection, factoryId, `O${at}`);
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
    const { rows, resets } = await follow(database);
    await addCustomer(connection, factoryId, 'NEW');
    await waitUntil('the row', () => rows.length === 1);
    expect([rows[0]!.pos, resets]).toEqual([6, []]);
  });
});

describeForEachDatabase(
  'The change feed under eight writers',
  (database) => {
    it('is in the order of the commits, without a gap, and nothing is told before it can be read', async () => {
      const WRITERS = 8;
      const EACH = 60;
      const connection = await database.open();
      const factoryId = await makeFactory(connection, 'EIGHT');
      const rows: FeedRow[] = [];
      const unreadable: number[] = [];
      const looks: Promise<void>[] = [];
      const resets: (number | null)[] = [];
      const look = async (row: FeedRow) => {
        const found = await connection.db
          .selectFrom('customer')
          .select('id')
          .where('factoryId', '=', factoryId)
          .where('id', '=', row.ids![0]!)
          .executeTakeFirst();
        if (!found) unreadable.push(row.pos);
      };
      const tailer = new FeedTailer(
        connection.db,
        {
          row: (row) => {
            rows.push(row);
            if (row.pos % 7 === 0) looks.push(look(row));
          },
          reset: (resetFactoryId) => resets.push(resetFactoryId),
        },
        () => undefined,
      );
      await tailer.start();
      const commits = new Map<number, { began: number; ended: number }>();
      // Each writer has its own connection, so the transactions overlap: one transaction can write its feed row before
      // another transaction and commit after it.
      const write = async (writer: number) => {
        const client = new pg.Client({ connectionString: database.url });
        await client.connect();
        for (let at = 0; at < EACH; at++) {
          await client.query('begin');
          const code = `W${writer}-${at}`;
          const made = await client.query<{ id: string }>(
            'insert into customer (factory_id, code, short_name) values ($1, $2, $2) returning id',
            [factoryId, code],
          );
          const id = Number(made.rows[0]!.id);
          await client.query(
            `insert into feed (factory_id, topic, entity, ids) values ($1, 'setting', 'customer', array[$2::bigint])`,
            [factoryId, id],
          );
          await wait(Math.random() * 8);
          if (at % 10 === 9) {
            await client.query('rollback');
            continue;
          }
          const began = performance.now();
          await client.query('commit');
          commits.set(id, { began, ended: performance.now() });
          tailer.wake();
        }
        await client.end();
      };
      await Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)));
      await waitUntil('every commit', () => rows.length >= commits.size, 10_000);
      await wait(100);
      await Promise.all(looks);
      await tailer.close();

      expect(commits.size).toBe(WRITERS * EACH * 0.9);
      expect(rows.map((row) => row.pos)).toEqual(Array.from({ length: commits.size }, (_, at) => at + 1));
      expect(new Set(rows.map((row) => row.ids![0]))).toEqual(new Set(commits.keys()));
      expect(resets).toEqual([]);
      expect(unreadable).toEqual([]);
      // A commit that ended before another commit began must have the lower position.
      let latestBegin = 0;
      for (const row of rows) {
        const { began, ended } = commits.get(row.ids![0]!)!;
        expect(ended, `position ${row.pos} came after a commit that began later`).toBeGreaterThan(
          latestBegin,
        );
        latestBegin = Math.max(latestBegin, began);
      }
      // The write order must differ from the commit order, otherwise this test would prove nothing.
      const written = await connection.db
        .selectFrom('feed')
        .select(['id', 'pos'])
        .where('factoryId', '=', factoryId)
        .orderBy('id')
        .execute();
      expect(written.some((row, at) => at > 0 && row.pos! < written[at - 1]!.pos!)).toBe(true);
    });
  },
  'postgres',
);
