import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { expect, test } from 'vitest';
import { startChildServer } from '#tests/support/child-server.ts';
import { openClient } from '#tests/support/client.ts';
import { registerCloseCallbackList } from '#tests/support/close-list.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { waitUntil } from '#tests/support/live-node.ts';
import { findFreePort } from '#tests/support/server-process.ts';
import { TEST_ADMIN } from '#tests/support/wire-server.ts';

/** How long a call waits for a lock after the server was told to stop, in milliseconds. */
const LOCK_WAIT_MS = 12_000;

/** Sends a request on an open connection. @returns everything that the server sends until the connection closes */
async function sendAndReadUntilClosed(socket: Socket, path: string): Promise<string> {
  let text = '';
  socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
  socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
  await once(socket, 'close');
  return text;
}

describeForEachDatabase(
  'A server that is told to stop',
  (database) => {
    const closeCallbacks = registerCloseCallbackList();

    test('completes the call that runs, however long it takes, and closes the connections of others at once', async () => {
      const port = await findFreePort();
      const server = await startChildServer(database, port);
      closeCallbacks.push(() => server.end('SIGKILL').then(() => undefined));
      const client = await openClient(server.url, TEST_ADMIN);
      const path = '/mes/system/basic/employee/save';
      const person = { code: 'P1', name: 'Before' };
      const { id, version } = await client.call<{ id: number; version: number }>(path, person);
      const databaseClient = new pg.Client({ connectionString: database.url! });
      await databaseClient.connect();
      closeCallbacks.push(() => databaseClient.end());
      await databaseClient.query('begin');
      await databaseClient.query('select 1 from employee where id = $1 for update', [id]);
      const saveCall = client.call(path, { ...person, id, version, name: 'After' });
      const isBlocked = async () => {
        const { rows } = await databaseClient.query(
          "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
        );
        return rows.length > 0;
      };
      await waitUntil('the call waits for the row', isBlocked, 30_000);
      const silentSocket = connect(port, '127.0.0.1');
      await once(silentSocket, 'connect');

      const exitCode = server.end();
      await waitUntil('the server has the signal', () => server.getOutput().includes('SIGTERM: stopping'));
      const answer = await sendAndReadUntilClosed(silentSocket, '/healthz');
      expect(answer).toContain('200 OK');
      expect(answer.toLowerCase()).toContain('connection: close');
      await wait(LOCK_WAIT_MS);
      await databaseClient.query('commit');
      await expect(saveCall).resolves.toBeDefined();
      expect(await exitCode).toBe(0);
      const { rows } = await databaseClient.query('select name from employee where id = $1', [id]);
      expect(rows).toEqual([{ name: 'After' }]);
    });
  },
  'postgres',
);
