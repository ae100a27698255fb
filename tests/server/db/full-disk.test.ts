import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { expect, inject, test, type TestContext } from 'vitest';
import { openDatabase, type Connection } from '#server/db/connect.ts';
import type { WireClient } from '#server/demo/wire-client.ts';
import { startChildServer } from '#tests/support/child-server.ts';
import { openClient } from '#tests/support/client.ts';
import { registerCloseCallbackList } from '#tests/support/close-list.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { waitUntil } from '#tests/support/live-node.ts';
import { findFreePort } from '#tests/support/server-process.ts';
import { mountSmallDisk, NO_SMALL_DISK_REASON } from '#tests/support/small-disk.ts';
import { startAdminServer } from '#tests/support/server.ts';
import { TEST_ADMIN } from '#tests/support/wire-server.ts';

const DISK_MEGABYTES = 200;
/** Free space with which the disk counts as full, in bytes. */
const FULL_DISK_FREE_BYTES = 10_000_000;
/** Free space that is too small for one more segment of the write-ahead log, in bytes. */
const LESS_THAN_SEGMENT_BYTES = 1_000_000;
/** How long a query may take while the disk is full, in milliseconds. */
const MAX_ANSWER_MS = 20_000;

interface ServerHealth {
  disk: { state: string; usedPercent: number };
}

const readHealth = async (url: string): Promise<ServerHealth> =>
  (await (await fetch(`${url}/readyz`)).json()) as ServerHealth;

/** Grows the write-ahead log by half a megabyte. */
const growWriteAheadLog = ({ db }: Connection) =>
  sql`select pg_logical_emit_message(true, 'mes', repeat('0123456789', 50000))`.execute(db);

/** Saves a customer. @returns null, or the refusal */
const saveCustomer = (client: WireClient, code: string): Promise<unknown> =>
  client.call('/mes/system/basic/customer/save', { code, shortName: code }).then(
    () => null,
    (error: unknown) => error,
  );

describeForEachDatabase(
  'A full disk',
  (database) => {
    const closeCallbacks = registerCloseCallbackList();

    /** Mounts a small disk with a copy of the database; skips the test if no disk can be mounted. */
    function mountDisk(context: TestContext) {
      const disk = mountSmallDisk(DISK_MEGABYTES);
      if (!disk) return context.skip(NO_SMALL_DISK_REASON);
      closeCallbacks.push(() => disk.remove());
      cpSync(join(database.dataDir, 'pg'), join(disk.folder, 'pg'), { recursive: true });
      return disk;
    }

    test('makes the server refuse writes with a message, but still answer reads; with free space it accepts writes again, and it ends on SIGTERM', async (context) => {
      const disk = mountDisk(context);
      const diskDatabase = { url: undefined, dataDir: disk.folder };
      const server = await startChildServer(diskDatabase, await findFreePort());
      closeCallbacks.push(() => server.end('SIGKILL').then(() => undefined));
      const client = await openClient(server.url, TEST_ADMIN);
      expect(await saveCustomer(client, 'BEFORE')).toBeNull();
      expect((await readHealth(server.url)).disk.state).toBe('ok');

      disk.fill(FULL_DISK_FREE_BYTES);
      await waitUntil(
        'the disk counts as full',
        async () => {
          const { state, usedPercent } = (await readHealth(server.url)).disk;
          return state === 'full' && usedPercent >= 90;
        },
        15_000,
      );
      // The health call may answer before the log line arrives.
      await expect.poll(() => server.getOutput()).toContain('The disk of the data folder is full');
      expect(await saveCustomer(client, 'DURING')).toMatchObject({
        status: 503,
        code: 'diskFull',
        message: expect.stringContaining('disk is full') as string,
      });
      const customerPage = await client.call<{ rows: unknown[] }>('/mes/system/basic/customer/page', {});
      expect(customerPage.rows).toHaveLength(1);

      disk.makeRoom();
      await waitUntil(
        'writes are accepted',
        async () => (await saveCustomer(client, 'AFTER')) === null,
        15_000,
      );
      expect((await readHealth(server.url)).disk.state).toBe('ok');
      disk.fill(FULL_DISK_FREE_BYTES);
      expect(await server.end('SIGTERM')).toBe(0);
    });

    test('does not block the database permanently: committed rows are there once there is free space', async (context) => {
      const disk = mountDisk(context);
      const connection = await openDatabase({ dataDir: disk.folder });
      closeCallbacks.push(() => connection.close());
      await connection.pool.query('create table kept (x int)');
      await connection.pool.query('insert into kept values (1), (2), (3)');
      disk.fill(LESS_THAN_SEGMENT_BYTES);

      /** Grows the write-ahead log. @returns the error, or null */
      const tryToGrowLog = async (): Promise<unknown> => {
        const query = growWriteAheadLog(connection);
        const timeout = wait(MAX_ANSWER_MS, new Error('no answer'), { ref: false });
        return Promise.race([query.then(() => null), timeout]).catch((error: unknown) => error);
      };
      await waitUntil('the log cannot grow', async () => (await tryToGrowLog()) !== null, 30_000);
      // Later queries are refused in time, with an error of the error catalogue.
      await waitUntil(
        'queries are refused in words',
        async () => {
          const refusal = await tryToGrowLog();
          expect((refusal as Error).message).not.toBe('no answer');
          return (refusal as { code?: string }).code === 'diskFull';
        },
        MAX_ANSWER_MS,
      );
      disk.makeRoom();
      await waitUntil('the database answers again', async () => (await tryToGrowLog()) === null, 30_000);
      const { rows } = await connection.pool.query('select x from kept order by x');
      expect(rows).toEqual([{ x: 1 }, { x: 2 }, { x: 3 }]);
    });

    test('neither blocks a query nor prevents the database from closing', async (context) => {
      const disk = mountDisk(context);
      const connection = await openDatabase({ dataDir: disk.folder });
      disk.fill(LESS_THAN_SEGMENT_BYTES);
      for (let round = 0; round < 100; round++) {
        if (
          (await growWriteAheadLog(connection).then(
            () => null,
            (error: unknown) => error,
          )) !== null
        )
          break;
      }
      // Closing the connection waits for its queries, so a query must fail instead of hanging.
      await expect(growWriteAheadLog(connection)).rejects.toThrow();
      await connection.close();
    });
  },
  'embedded',
);

describeForEachDatabase(
  'A PostgreSQL whose disk is full',
  (database) => {
    const closeCallbacks = registerCloseCallbackList();

    test('is reported with a message: SQLSTATE 53100 becomes the refusal diskFull', async () => {
      const server = await startAdminServer(database);
      closeCallbacks.push(() => server.close());
      const admin = new pg.Client({ connectionString: database.url ?? inject('postgres')! });
      await admin.connect();
      closeCallbacks.push(() => admin.end());
      await admin.query(`create function refuse_for_room() returns trigger language plpgsql as $$
        begin raise exception 'could not extend file' using errcode = '53100'; end $$`);
      await admin.query(
        'create trigger no_room before insert on customer for each row execute function refuse_for_room()',
      );
      expect(await saveCustomer(server.admin, 'A')).toMatchObject({ status: 503, code: 'diskFull' });
    });
  },
  'postgres',
);
