import pg from 'pg';
import { expect, test } from 'vitest';
import { openDatabase } from '#server/db/connect.ts';
import { MIN_COMPUTE_INTERVAL_MS } from '#server/live/source.ts';
import { createWorkplaces, expectEachReportOnce, waitForMoreReports } from '#tests/support/check-reports.ts';
import { startChildServer } from '#tests/support/child-server.ts';
import { openClient } from '#tests/support/client.ts';
import { registerCloseCallbackList } from '#tests/support/close-list.ts';
import { startCluster } from '#tests/support/cluster.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { waitUntil } from '#tests/support/live-node.ts';
import { findPostgres } from '#tests/support/programs.ts';
import { ReportLoad } from '#tests/support/report-load.ts';
import { startRoundRobinProxy } from '#tests/support/round-robin-proxy.ts';
import { findFreePort } from '#tests/support/server-process.ts';
import {
  findOutdatedScreens,
  openWatchingScreen,
  type WatchedReport,
} from '#tests/support/watching-screen.ts';
import { TEST_ADMIN } from '#tests/support/wire-server.ts';

const SCREEN_COUNT = 160;
/** The number of screens of each session. A session may have at most 120 sockets. */
const SCREENS_PER_SESSION = 80;
const SOURCES: readonly WatchedReport[] = [
  ...['10', '20', '30', '40', '50', '60'].map((limit) => ({
    path: '/mes/form/latestReports',
    params: { limit },
  })),
  ...['100', '200'].map((limit) => ({ path: '/mes/form/orderProgress', params: { limit } })),
];
/** One LIKE pattern for the statement of each report. A computation runs its statement once. */
const STATEMENT_PATTERNS = ['%with latest as (%from work_report%', '%wanted as (%from work_order o%'];
/**
 * The maximum time until all screens are connected again and up to date, in milliseconds. The limit is large, so that
 * it only ends a test that hangs.
 */
const MAX_RETURN_MS = 60_000;

describeForEachDatabase(
  'Two nodes over one PostgreSQL behind a proxy that does not keep clients on one node',
  (database) => {
    const closeCallbacks = registerCloseCallbackList();

    test('lose no acknowledged report when nodes are killed, and compute each source once for all screens', async (context) => {
      const programs = await findPostgres();
      if (!programs) return context.skip();
      const startMs = performance.now();
      const cluster = await startCluster(
        programs.folder,
        "shared_preload_libraries = 'pg_stat_statements'\n",
      );
      closeCallbacks.push(() => cluster.remove());
      const ports = await Promise.all([1, 2, 3, 4].map(findFreePort));
      const startNode = async (index: number) => {
        const node = await startChildServer({ url: cluster.url, dataDir: database.dataDir }, ports[index]!);
        closeCallbacks.push(() => node.end('SIGKILL').then(() => undefined));
        return node;
      };
      const [firstNode, secondNode] = await Promise.all([startNode(0), startNode(1)]);
      const proxy = await startRoundRobinProxy(ports);
      closeCallbacks.push(() => proxy.close());
      const statisticsClient = new pg.Client({ connectionString: cluster.url });
      await statisticsClient.connect();
      closeCallbacks.push(() => statisticsClient.end());
      await statisticsClient.query('create extension pg_stat_statements');
      /** Counts the computations of SOURCES since the start. The calls of this test count too. */
      const countComputations = async (): Promise<number> => {
        const { rows } = await statisticsClient.query<{ calls: number }>(
          'select coalesce(sum(calls), 0)::int as calls from pg_stat_statements where query like any ($1)',
          [STATEMENT_PATTERNS],
        );
        return rows[0]!.calls;
      };

      const clients = await Promise.all(
        Array.from({ length: SCREEN_COUNT / SCREENS_PER_SESSION }, () => openClient(proxy.url, TEST_ADMIN)),
      );
      const client = clients[0]!;
      const { factoryId } = await client.call<{ factoryId: number }>('/mes/login/current', {});
      const load = new ReportLoad(proxy.url, await createWorkplaces(client, 2));
      const screens = Array.from({ length: SCREEN_COUNT }, (_, index) => {
        const reports = [SOURCES[index % SOURCES.length]!];
        const { token } = clients[Math.floor(index / SCREENS_PER_SESSION)]!;
        return { screen: openWatchingScreen(proxy.url, token!, reports), reports };
      });
      closeCallbacks.push(...screens.map(({ screen }) => screen.close));
      const waitUntilBack = (description: string) =>
        waitUntil(description, () => screens.every(({ screen }) => screen.hasHeartbeat()), MAX_RETURN_MS);
      const countReconnections = () =>
        screens.reduce((sum, { screen }) => sum + screen.getConnectionCount() - 1, 0);
      const waitUntilUpToDate = () =>
        waitUntil(
          'every screen shows what is in the database',
          async () => (await findOutdatedScreens(client, screens)).length === 0,
          MAX_RETURN_MS,
        );
      await waitUntilBack('every screen is connected');
      await load.begin();
      closeCallbacks.push(() => load.stopAtOnce());

      const countBeforeLoad = await countComputations();
      const loadStartMs = performance.now();
      await waitForMoreReports(load, 200, 20);
      const { interruptedCallCount: interruptedCountBefore } = load;
      await firstNode!.end('SIGKILL');
      const [thirdNode] = await Promise.all([startNode(2), waitForMoreReports(load, 200, 20)]);
      expect(load.interruptedCallCount, 'Nobody was interrupted').toBeGreaterThan(interruptedCountBefore);
      await waitUntilBack('the screens of the killed node are back');
      await waitForMoreReports(load, 200, 20);
      await load.stop();
      const countUnderLoad = (await countComputations()) - countBeforeLoad;
      const loadMs = performance.now() - loadStartMs;
      // No more than two nodes ran at any time.
      expect(countUnderLoad).toBeLessThanOrEqual(2 * SOURCES.length * (loadMs / MIN_COMPUTE_INTERVAL_MS + 2));
      await waitUntilUpToDate();
      const reconnectionCount = countReconnections();
      expect(reconnectionCount).toBeGreaterThan(SCREEN_COUNT / 4);

      // While nothing changes, all screens move to a node that has no rows yet.
      const fourthNode = await startNode(3);
      const countBeforeMove = await countComputations();
      await Promise.all([secondNode!.end('SIGKILL'), thirdNode.end('SIGKILL')]);
      await waitUntil(
        'every screen has moved',
        () => countReconnections() >= reconnectionCount + SCREEN_COUNT,
        MAX_RETURN_MS,
      );
      await waitUntilBack('every screen is connected again');
      // A heartbeat may come before the first rows of a source.
      await waitUntil(
        'every source is computed again',
        async () => (await countComputations()) - countBeforeMove >= SOURCES.length,
        MAX_RETURN_MS,
      );
      const countOfMove = (await countComputations()) - countBeforeMove;
      console.log(
        `two nodes: ${load.reportIdByLine.size} lines and ${load.finishedReportIds.length} works acknowledged; ` +
          `${countUnderLoad} computations of ${SOURCES.length} sources for ${SCREEN_COUNT} screens in ${Math.round(loadMs)} ms under load, ` +
          `${countOfMove} when all of them moved; ${Math.round((performance.now() - startMs) / 1000)} s`,
      );
      expect(countOfMove).toBeLessThanOrEqual(2 * SOURCES.length);
      await waitUntilUpToDate();
      expect(screens.filter(({ screen }) => screen.getRevocationCode() !== null)).toEqual([]);
      for (const { screen } of screens) screen.close();
      expect(await fourthNode.end()).toBe(0);

      const connection = await openDatabase({ url: cluster.url, dataDir: database.dataDir });
      closeCallbacks.push(() => connection.close());
      await expectEachReportOnce(connection, factoryId, load, 2);
    });
  },
  'postgres',
);
