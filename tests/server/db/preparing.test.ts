import { sql } from 'kysely';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { runTransaction } from '#server/db/transaction.ts';
import type { Connection } from '#server/db/connect.ts';
import { MAX_PREPARED_STATEMENTS } from '#server/db/preparing-client.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { createTestFactory, type TestFactory } from '#tests/support/floor.ts';

describeForEachDatabase('Repeated statements', (database) => {
  let connection: Connection;
  let factory: TestFactory;
  beforeAll(async () => {
    connection = await database.open();
    factory = await createTestFactory(connection);
    await sql`create table preparing_probe (a integer)`.execute(connection.db);
    await sql`insert into preparing_probe values (1)`.execute(connection.db);
  });

  const readProbe = () =>
    runTransaction(
      connection.db,
      { factoryId: factory.factoryId, accountId: null, name: 'probe', ip: '' },
      async (tx) =>
        (await sql<Record<string, number>>`select * from preparing_probe where a = ${1}`.execute(tx.db)).rows,
    );

  test('return the right rows, also after another node has added a column to the table', async () => {
    for (let round = 0; round < 5; round++) expect(await readProbe()).toEqual([{ a: 1 }]);
    await sql`alter table preparing_probe add column b integer default 2`.execute(connection.db);
    for (let round = 0; round < 5; round++) expect(await readProbe()).toEqual([{ a: 1, b: 2 }]);
  });

  test.runIf(database.kind === 'postgres')(
    'are prepared, but a statement that runs once is not',
    async () => {
      const client = await connection.pool.connect();
      try {
        for (let round = 0; round < 4; round++) await client.query('select $1::int as often', [round]);
        await client.query('select $1::int as once', [1]);
        const { rows } = await client.query<{ statement: string }>(
          'select statement from pg_prepared_statements',
        );
        const texts = rows.map((row) => row.statement);
        expect(texts).toContain('select $1::int as often');
        expect(texts).not.toContain('select $1::int as once');
      } finally {
        client.release();
      }
    },
  );

  test('are forgotten after many other statements, and return their rows when they run again', async () => {
    const driverWarnings: string[] = [];
    const recordWarning = (warning: Error) => driverWarnings.push(warning.message);
    process.on('warning', recordWarning);
    onTestFinished(() => void process.off('warning', recordWarning));
    const client = await connection.pool.connect();
    const queryByName = async (name: string) =>
      (await client.query<Record<string, number>>(`select $1::int as ${name}`, [7])).rows;
    try {
      for (let statementIndex = 0; statementIndex <= MAX_PREPARED_STATEMENTS; statementIndex++)
        for (let round = 0; round < 3; round++) await queryByName(`many_${statementIndex}`);
      const { rows } = await client.query<{ statement: string }>(
        'select statement from pg_prepared_statements',
      );
      const texts = rows.map((row) => row.statement);
      expect(texts).toHaveLength(MAX_PREPARED_STATEMENTS);
      expect(texts).not.toContain('select $1::int as many_0');
      expect(texts).toContain(`select $1::int as many_${MAX_PREPARED_STATEMENTS}`);
      for (let round = 0; round < 4; round++) expect(await queryByName('many_0')).toEqual([{ many_0: 7 }]);
      // The driver warns when a client gets a second query before the answer to the first.
      expect(driverWarnings.filter((message) => message.includes('already executing'))).toEqual([]);
    } finally {
      client.release();
    }
  });

  test.runIf(database.kind === 'postgres')(
    'return their rows in each session, also if another session has forgotten them',
    async () => {
      const [firstClient, secondClient] = [await connection.pool.connect(), await connection.pool.connect()];
      const sharedStatement = 'select $1::int as shared';
      const queryText = async (client: typeof firstClient, text: string) =>
        (await client.query(text, [7])).rows as unknown;
      try {
        for (let round = 0; round < 4; round++) await queryText(firstClient, sharedStatement);
        for (let statementIndex = 0; statementIndex <= MAX_PREPARED_STATEMENTS; statementIndex++) {
          for (let round = 0; round < 3; round++)
            await queryText(firstClient, `select $1::int as filler_${statementIndex}`);
          await queryText(secondClient, sharedStatement);
        }
        for (let round = 0; round < 4; round++)
          expect(await queryText(firstClient, sharedStatement)).toEqual([{ shared: 7 }]);
      } finally {
        firstClient.release();
        secondClient.release();
      }
    },
  );
});
