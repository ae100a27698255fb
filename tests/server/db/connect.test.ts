import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import { expect, test } from 'vitest';
import { openDatabase } from '#server/db/connect.ts';
import { openEmbeddedDatabase } from '#server/db/embedded.ts';
import { registerCloseCallbackList } from '#tests/support/close-list.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { startTestServer } from '#tests/support/wire-server.ts';

describeForEachDatabase('A connection', (database) => {
  test.each(['nothing', 'the pool alone', 'the database'])(
    'is closed completely after %s was used',
    async (usedPart) => {
      const connection = await openDatabase({ url: database.url, dataDir: database.dataDir });
      if (usedPart === 'the pool alone') await connection.pool.query('select 1');
      if (usedPart === 'the database') await connection.db.selectFrom('factory').select('id').execute();
      await connection.close();
      expect(connection.pool.ended).toBe(true);
      // Closing the connection a second time has no effect.
      await connection.close();
      await expect(connection.pool.query('select 1')).rejects.toThrow();
    },
  );
});

// The test leaves out the embedded database. It has only one connection, and calls wait for it until their callers give
// up.
describeForEachDatabase(
  'A server whose connections to the database are all in use',
  (database) => {
    const closeCallbacks = registerCloseCallbackList();

    test('answers that it is busy and when to retry, and answers again when one is free', async () => {
      const server = await startTestServer(database, { MES_DATABASE_POOL: '2' });
      closeCallbacks.push(() => server.close());
      const caller = await server.caller().logIn();
      const heldConnections = await Promise.all([
        server.connection.pool.connect(),
        server.connection.pool.connect(),
      ]);
      const refusedAnswer = await caller.ask('/mes/login/current').finally(() => {
        for (const connection of heldConnections) connection.release();
      });
      expect(refusedAnswer.status).toBe(503);
      expect(refusedAnswer.headers.get('retry-after')).toBe('5');
      expect(refusedAnswer.body).toMatchObject({
        code: 'serverBusy',
        message: 'The server is busy, retry in a few seconds',
      });
      expect((await caller.ask('/mes/login/current')).status).toBe(200);
    });
  },
  'postgres',
);

/** Encodes a message of the PostgreSQL protocol. @param type empty for the message that opens a connection */
function encodeMessage(type: string, body: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(body.length + 4);
  return Buffer.concat([Buffer.from(type), length, body]);
}

/** The messages Parse, Bind and Execute of a statement without parameters. */
const encodeStatement = (text: string): Buffer =>
  Buffer.concat([
    encodeMessage('P', Buffer.from(`\0${text}\0\0\0`)),
    encodeMessage('B', Buffer.from('\0\0\0\0\0\0\0\0')),
    encodeMessage('E', Buffer.from('\0\0\0\0\0')),
  ]);

describeForEachDatabase(
  'The embedded database',
  (database) => {
    test('runs no statement of a connection that was lost before the end of its messages', async () => {
      const embeddedDatabase = await openEmbeddedDatabase(database.dataDir);
      const path = join(embeddedDatabase.host, '.s.PGSQL.5432');
      try {
        const lostSocket = connect(path);
        const startupMessage = Buffer.from('\0\x03\0\0user\0postgres\0database\0postgres\0\0', 'latin1');
        lostSocket.write(encodeMessage('', startupMessage));
        await once(lostSocket, 'data');
        lostSocket.write(encodeStatement('create table lost_statement ()'));
        lostSocket.end();
        await once(lostSocket, 'close');
        const client = new pg.Client({ host: embeddedDatabase.host, user: 'postgres', database: 'postgres' });
        await client.connect();
        const { rows } = await client.query(
          `select $1::text as value, to_regclass('lost_statement') as lost`,
          ['sent together'],
        );
        expect(rows).toEqual([{ value: 'sent together', lost: null }]);
        await client.end();
      } finally {
        await embeddedDatabase.close();
      }
    });
  },
  'embedded',
);
