import { expect, test } from 'vitest';
import { openDatabase } from '#server/db/connect.ts';
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

// The test leaves out the embedded database. It has one connection, and calls wait for this connection until their
// callers give up.
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
