import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { openDatabase } from '#server/db/connect.ts';
import { runWithTimeLimit } from '#server/db/time-limit.ts';
import { expectEachReportOnce, createWorkplaces, waitForMoreReports } from '#tests/support/check-reports.ts';
import { startChildServer } from '#tests/support/child-server.ts';
import { openClient } from '#tests/support/client.ts';
import { registerCloseCallbackList } from '#tests/support/close-list.ts';
import { startCluster } from '#tests/support/cluster.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { findPostgres } from '#tests/support/programs.ts';
import { ReportLoad } from '#tests/support/report-load.ts';
import { findFreePort } from '#tests/support/server-process.ts';
import { startSilentProxy } from '#tests/support/silent-proxy.ts';
import { TEST_ADMIN } from '#tests/support/wire-server.ts';

/** How many times all connections are terminated. */
const TERMINATION_COUNT = 8;
/** How long PostgreSQL stays stopped, in milliseconds. */
const OUTAGE_MS = 4000;
/** The time limit of a query in the tests of silent connections, in milliseconds. */
const QUERY_TIMEOUT_MS = 500;

/** Starts a server with two people who report as fast as they can. */
async function startServerUnderLoad(
  database: { url: string | undefined; dataDir: string },
  closeCallbacks: ReturnType<typeof registerCloseCallbackList>,
) {
  const server = await startChildServer(database, await findFreePort());
  closeCallbacks.push(() => server.end('SIGKILL').then(() => undefined));
  const client = await openClient(server.url, TEST_ADMIN);
  const { factoryId } = await client.call<{ factoryId: number }>('/mes/login/current', {});
  const load = new ReportLoad(server.url, await createWorkplaces(client, 2));
  await load.begin();
  closeCallbacks.push(() => load.stopAtOnce());
  await waitForMoreReports(load, 40, 5);
  return { server, client, factoryId, load };
}

/** Terminates all other connections to the database of `admin`. @returns how many there were */
async function terminateConnections(admin: pg.Client): Promise<number> {
  const { rowCount } = await admin.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );
  return rowCount ?? 0;
}

describeForEachDatabase(
  'Connections that PostgreSQL terminates under load',
  (database) => {
    const closeCallbacks = registerCloseCallbackList();

    test('do not end the server, and every acknowledged report is stored once', async () => {
      const { server, factoryId, load } = await startServerUnderLoad(database, closeCallbacks);
      const admin = new pg.Client({ connectionString: database.url! });
      await admin.connect();
      closeCallbacks.push(() => admin.end());
      let terminatedCount = 0;
      for (let round = 0; round < TERMINATION_COUNT; round++) {
        await wait(100 + Math.random() * 100);
        terminatedCount += await terminateConnections(admin);
        await waitForMoreReports(load, 40, 2);
      }
      await load.stop();
      expect(terminatedCount).toBeGreaterThan(TERMINATION_COUNT);
      expect(server.getOutput()).not.toContain('A call failed');
      expect(await server.end()).toBe(0);
      await expectEachReportOnce(await database.open(), factoryId, load, 2);
    });
  },
  'postgres',
);

describeForEachDatabase(
  'A PostgreSQL that is stopped and started under load',
  (database) => {
    const closeCallbacks = registerCloseCallbackList();

    test('does not end the server; meanwhile calls are refused with 503, and no acknowledged report is lost', async (context) => {
      const programs = await findPostgres();
      if (!programs) return context.skip();
      const cluster = await startCluster(programs.folder);
      closeCallbacks.push(() => Promise.resolve(cluster.remove()));
      const clusterDatabase = { url: cluster.url, dataDir: database.dataDir };
      const { server, client, factoryId, load } = await startServerUnderLoad(clusterDatabase, closeCallbacks);
      cluster.stop();
      const refusal = await client
        .call('/mes/login/current', { lang: 'en_US' })
        .catch((error: unknown) => error);
      expect(refusal).toMatchObject({ status: 503, code: 'databaseAway' });
      expect((await fetch(`${server.url}/readyz`)).status).toBe(503);
      await wait(OUTAGE_MS);
      await cluster.start();
      const restartMs = performance.now();
      await waitForMoreReports(load, 40, 5);
      console.log(
        `reports again ${Math.round(performance.now() - restartMs)} ms after the database was back`,
      );
      await load.stop();
      expect(server.getOutput()).not.toContain('A call failed');
      expect(await server.end()).toBe(0);
      const connection = await openDatabase({ url: cluster.url, dataDir: database.dataDir });
      try {
        await expectEachReportOnce(connection, factoryId, load, 2);
      } finally {
        await connection.close();
      }
    });
  },
  'postgres',
);

describeForEachDatabase(
  'A connection whose other end falls silent',
  (database) => {
    const closeCallbacks = registerCloseCallbackList();

    /** Opens the database through a proxy, with one connection. */
    const openThroughProxy = async (queryTimeoutMs?: number) => {
      const proxy = await startSilentProxy(Number(new URL(inject('postgres')!).port));
      closeCallbacks.push(() => proxy.close());
      const url = new URL(database.url!);
      url.port = String(proxy.port);
      const options = { url: url.href, dataDir: database.dataDir, poolSize: 1 };
      const connection = await openDatabase(queryTimeoutMs ? { ...options, queryTimeoutMs } : options);
      closeCallbacks.push(() => connection.close());
      const queryFeedHead = () => connection.db.selectFrom('feedHead').select('pos').execute();
      await queryFeedHead();
      return { proxy, ask: queryFeedHead };
    };

    test('is replaced when a query gets no answer in time', async () => {
      const { proxy, ask } = await openThroughProxy(QUERY_TIMEOUT_MS);
      proxy.silenceOpenConnections();
      await expect(ask()).rejects.toThrow('Query read timeout');
      await expect(ask()).resolves.toBeDefined();
    });

    test('is replaced when work reaches its own time limit', async () => {
      const { proxy, ask } = await openThroughProxy();
      proxy.silenceOpenConnections();
      await expect(runWithTimeLimit(QUERY_TIMEOUT_MS, ask)).rejects.toThrow();
      await expect(runWithTimeLimit(5000, ask)).resolves.toBeDefined();
    });
  },
  'postgres',
);
