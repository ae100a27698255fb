import { sql } from 'kysely';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { runTransaction } from '#server/db/work.ts';
import type { Connection } from '#server/db/connect.ts';
import { MAX_PREPARED_STATEMENTS } from '#server/db/preparing-client.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { createTestFactory, type TestFactory } from '#tests/support/floor.ts';

describeForEachDatabase('Statements that come again and again', (database) => {
  let connection: Connection;
  let floor: TestFactory;
  beforeAll(async () => {
    connection = await database.open();
    floor = await createTestFactory(connection);
    await sql`create table preparing_probe (a integer)`.execute(connection.db);
    await sql`insert into preparing_probe values (1)`.execute(connection.db);
  });

  const read = () =>
    runTransaction(
      connection.db,
      { factoryId: floor.factoryId, accountId: null, name: 'probe', ip: '' },
      async (work) =>
        (await sql<Record<string, number>>`select * from preparing_probe where a = ${1}`.execute(work.db))
          .rows,
    );

  test('answer the same, also when another node has given the table a column meanwhile', async () => {
    for (let time = 0; time < 5; time++) expect(await read()).toEqual([{ a: 1 }]);
    await sql`alter table preparing_probe add column b integer default 2`.execute(connection.db);
    for (let time = 0; time < 5; time++) expect(await read()).toEqual([{ a: 1, b: 2 }]);
  });

  test.runIf(database.kind === 'postgres')('are prepared, and only those that come again', async () => {
    const client = await connection.pool.connect();
    try {
      for (let time = 0; time < 4; time++) await client.query('select $1::int as often', [time]);
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
  });

  test('are forgotten when many others came since, and answer when they come again', async () => {
    const driverWarnings: string[] = [];
    const keepWarning = (warning: Error) => driverWarnings.push(warning.message);
    process.on('warning', keepWarning);
    onTestFinished(() => void process.off('warning', keepWarning));
    const client = await connection.pool.connect();
    const ask = async (name: string) =>
      (await client.query<Record<string, number>>(`select $1::int as ${name}`, [7])).rows;
    try {
      for (let statementIndex = 0; statementIndex <= MAX_PREPARED_STATEMENTS; statementIndex++)
        for (let time = 0; time < 3; time++) await ask(`many_${statementIndex}`);
      const { rows } = await client.query<{ statement: string }>(
        'select statement from pg_prepared_statements',
      );
      const texts = rows.map((row) => row.statement);
      expect(texts).toHaveLength(MAX_PREPARED_STATEMENTS);
      expect(texts).not.toContain('select $1::int as many_0');
      expect(texts).toContain(`select $1::int as many_${MAX_PREPARED_STATEMENTS}`);
      for (let time = 0; time < 4; time++) expect(await ask('many_0')).toEqual([{ many_0: 7 }]);
      // The driver warns when a client gets a second query before the answer to the first.
      expect(driverWarnings.filter((message) => message.includes('already executing'))).toEqual([]);
    } finally {
      client.release();
    }
  });

  test.runIf(database.kind === 'postgres')(
    'answer in each session, whatever another has given up',
    async () => {
      const [one, other] = [await connection.pool.connect(), await connection.pool.connect()];
      const shared = 'select $1::int as shared';
      const ask = async (client: typeof one, text: string) => (await client.query(text, [7])).rows as unknown;
      try {
        for (let time = 0; time < 4; time++) await ask(one, shared);
        for (let statementIndex = 0; statementIndex <= MAX_PREPARED_STATEMENTS; statementIndex++) {
          for (let time = 0; time < 3; time++) await ask(one, `select $1::int as filler_${statementIndex}`);
          await ask(other, shared);
        }
        for (let time = 0; time < 4; time++) expect(await ask(one, shared)).toEqual([{ shared: 7 }]);
      } finally {
        one.release();
        other.release();
      }
    },
  );
});
