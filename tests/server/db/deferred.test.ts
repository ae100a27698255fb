import { sql } from 'kysely';
import type { Socket } from 'node:net';
import type pg from 'pg';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { Connection } from '#server/db/connect.ts';
import { runTransaction, type Transaction } from '#server/db/transaction.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { createTestFactory, type TestFactory } from '#tests/support/floor.ts';

const UNIQUE_VIOLATION = { code: '23505' };

describeForEachDatabase('A deferred statement', (database) => {
  let connection: Connection;
  let factory: TestFactory;
  beforeAll(async () => {
    connection = await database.open();
    factory = await createTestFactory(connection);
    await sql`create table deferred_probe (a integer primary key)`.execute(connection.db);
  });
  beforeEach(async () => void (await sql`delete from deferred_probe`.execute(connection.db)));

  const runInTransaction = <T>(callback: (tx: Transaction) => Promise<T>) =>
    runTransaction(
      connection.db,
      { factoryId: factory.factoryId, accountId: null, name: 'probe', ip: '' },
      callback,
    );
  const insertDeferred = (tx: Transaction, a: number) =>
    sql`/* deferred */ insert into deferred_probe values (${a}::integer)`.execute(tx.db);
  const readRows = async () =>
    (await sql<{ a: number }>`select a from deferred_probe order by a`.execute(connection.db)).rows.map(
      (row) => row.a,
    );

  test('is executed before the next statement, or at the latest when its transaction is committed', async () => {
    const valuesInTransaction = await runInTransaction(async (tx) => {
      await insertDeferred(tx, 1);
      await insertDeferred(tx, 2);
      const { rows } = await sql<{ a: number }>`select a from deferred_probe order by a`.execute(tx.db);
      await insertDeferred(tx, 3);
      return rows.map((row) => row.a);
    });
    expect(valuesInTransaction).toEqual([1, 2]);
    expect(await readRows()).toEqual([1, 2, 3]);
  });

  test('that fails makes the next one fail with its error, and writes nothing', async () => {
    // After a few executions, the statements are prepared.
    for (let round = 0; round < 5; round++) {
      const failedTransaction = runInTransaction(async (tx) => {
        await insertDeferred(tx, 1);
        await insertDeferred(tx, 1);
        await sql`select count(*) from deferred_probe`.execute(tx.db);
      });
      await expect(failedTransaction).rejects.toMatchObject(UNIQUE_VIOLATION);
      expect(await readRows()).toEqual([]);
    }
  });

  test('that fails as the last one of a transaction makes the commit fail', async () => {
    const failedTransaction = runInTransaction(async (tx) => {
      await insertDeferred(tx, 1);
      await insertDeferred(tx, 1);
    });
    await expect(failedTransaction).rejects.toMatchObject(UNIQUE_VIOLATION);
    expect(await readRows()).toEqual([]);
    // The connection can still be used.
    await runInTransaction((tx) => insertDeferred(tx, 4));
    expect(await readRows()).toEqual([4]);
  });

  test('that fails in an attempt is undone with the attempt, and the transaction goes on', async () => {
    await runInTransaction(async (tx) => {
      await insertDeferred(tx, 1);
      const attempt = tx.attempt(async () => {
        await insertDeferred(tx, 2);
        await insertDeferred(tx, 1);
      });
      await expect(attempt).rejects.toMatchObject(UNIQUE_VIOLATION);
      await insertDeferred(tx, 3);
    });
    expect(await readRows()).toEqual([1, 3]);
  });

  test('that fails does not hide a later refusal on PostgreSQL', async () => {
    const failedTransaction = runInTransaction(async (tx) => {
      await insertDeferred(tx, 1);
      await insertDeferred(tx, 1);
      throw new Error('refused');
    });
    await expect(failedTransaction).rejects.toThrow(
      database.kind === 'postgres' ? 'refused' : 'duplicate key',
    );
    expect(await readRows()).toEqual([]);
  });

  test.runIf(database.kind === 'postgres')('is sent with the next one in one write', async () => {
    const client = await connection.pool.connect();
    const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
    const sendStatement = async (text: string) => (await client.query(text, [])) as pg.QueryResult;
    try {
      let writeCount = 0;
      const write = stream._writev!.bind(stream);
      stream._writev = (chunks, done) => {
        writeCount += 1;
        write(chunks, done);
      };
      await sendStatement('begin');
      await sendStatement('/* deferred */ insert into deferred_probe values (7)');
      await sendStatement('/* deferred */ insert into deferred_probe values (8)');
      await sendStatement('commit');
      delete (stream as Partial<Socket>)._writev;
      expect(writeCount).toBe(1);
    } finally {
      client.release();
    }
    expect(await readRows()).toEqual([7, 8]);
  });
});
