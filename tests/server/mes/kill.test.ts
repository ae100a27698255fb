import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { startChildServer } from '#tests/support/child-server.ts';
import { openClient } from '#tests/support/client.ts';
import { registerCloseCallbackList } from '#tests/support/close-list.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { openScreen, waitUntil } from '#tests/support/live-node.ts';
import { expectEachReportOnce, createWorkplaces, waitForMoreReports } from '#tests/support/check-reports.ts';
import { ReportLoad } from '#tests/support/report-load.ts';
import { findFreePort, type ServerProcess } from '#tests/support/server-process.ts';
import {
  findOutdatedScreens,
  openWatchingScreen,
  type WatchedReport,
} from '#tests/support/watching-screen.ts';
import { createAndReleaseOrder, reportWork } from '#tests/support/wire-order.ts';
import { TEST_ADMIN } from '#tests/support/wire-server.ts';

const KILL_COUNT = 3;
/** The number of import lines that the server must acknowledge between two kills. */
const MIN_ACKNOWLEDGED_LINES = 200;
/** The number of finished reports that the server must acknowledge between two kills. */
const MIN_ACKNOWLEDGED_REPORTS = 20;
const WATCHED_REPORTS: readonly WatchedReport[] = [
  { path: '/mes/form/latestReports', params: { limit: '50' } },
  { path: '/mes/form/orderProgress', params: {} },
];

describeForEachDatabase('kill -9 while reports come in at full speed', (database) => {
  const closeCallbacks = registerCloseCallbackList();

  test('loses and duplicates no acknowledged report, and screens catch up by themselves', async () => {
    const startMs = Date.now();
    const port = await findFreePort();
    let server: ServerProcess = await startChildServer(database, port);
    closeCallbacks.push(() => server.end('SIGKILL').then(() => undefined));
    const client = await openClient(server.url, TEST_ADMIN);
    const { factoryId } = await client.call<{ factoryId: number }>('/mes/login/current', {});
    const load = new ReportLoad(server.url, await createWorkplaces(client, 2));
    const screen = openWatchingScreen(server.url, client.token!, WATCHED_REPORTS);
    closeCallbacks.push(screen.close);
    await load.begin();
    closeCallbacks.push(() => load.stopAtOnce());

    const waitForMore = () => waitForMoreReports(load, MIN_ACKNOWLEDGED_LINES, MIN_ACKNOWLEDGED_REPORTS);
    await waitForMore();
    for (let kill = 1; kill <= KILL_COUNT; kill++) {
      const { interruptedCallCount: interruptedCountBefore } = load;
      // Kill the server at a random moment during a call.
      await wait(Math.random() * 50);
      await server.end('SIGKILL');
      server = await startChildServer(database, port);
      await waitForMore();
      expect(load.interruptedCallCount, 'Nobody was interrupted').toBeGreaterThan(interruptedCountBefore);
      // A screen waits longer after each failed reconnect, so wait until it is back before the next kill.
      const isScreenBack = () => screen.getConnectionCount() === kill + 1 && screen.hasHeartbeat();
      await waitUntil('the screen is back', isScreenBack, 30_000);
    }
    await load.stop();

    const isUpToDate = async () =>
      (await findOutdatedScreens(client, [{ screen, reports: WATCHED_REPORTS }])).length === 0;
    await waitUntil('the screen shows what is there', isUpToDate, 5000);
    expect(screen.getRevocationCode()).toBeNull();
    expect(screen.getView(WATCHED_REPORTS[0]!).rows).toHaveLength(50);
    screen.close();
    expect(await server.end()).toBe(0);

    const connection = await database.open();
    await expectEachReportOnce(connection, factoryId, load, 2);
    console.log(
      `${database.kind}: ${KILL_COUNT} kills, ${load.reportIdByLine.size} lines and ${load.finishedReportIds.length} works acknowledged, ` +
        `${load.interruptedCallCount} tries unanswered, ${load.lostAnswerCount} answers lost, ${load.alreadyImportedCount} lines filed unheard; ` +
        `${Math.round((Date.now() - startMs) / 1000)} s`,
    );
  });
});

/** Maximum time until a report to one server appears on a screen of the other server, in milliseconds. */
const MAX_DELAY_MS = 2000;

describeForEachDatabase(
  'two processes over one PostgreSQL',
  (database) => {
    const closeCallbacks = registerCloseCallbackList();

    test('update each other’s screens, and one continues when the other is killed', async () => {
      // Both processes start at once. One creates the factory, and the other waits until the factory exists.
      const [firstServer, secondServer] = await Promise.all(
        [await findFreePort(), await findFreePort()].map((port) => startChildServer(database, port)),
      );
      const servers = [firstServer!, secondServer!];
      closeCallbacks.push(...servers.map((server) => () => server.end('SIGKILL').then(() => undefined)));
      const clients = await Promise.all(servers.map(({ url }) => openClient(url, TEST_ADMIN)));
      const { processIds } = await createAndReleaseOrder(clients[0]!, 'TWO', 100, ['Turning']);
      const screens = await Promise.all(
        // A session from one process is valid at the other.
        servers.map(({ url }, index) => openScreen(url, clients[1 - index]!.token!)),
      );
      closeCallbacks.push(...screens.map((screen) => screen.close));
      for (const screen of screens) {
        expect(await screen.watch('/mes/form/latestReports')).toMatchObject({ ok: true, rows: [] });
      }

      const durationsMs: number[] = [];
      const reportAndMeasure = async (clientIndex: number, screenIndex: number, beganMinutesAgo: number) => {
        const workInput = {
          processId: processIds[0]!,
          good: 1,
          began: beganMinutesAgo,
          ended: beganMinutesAgo - 2,
        };
        const reportId = await reportWork(clients[clientIndex]!, workInput);
        const reportedMs = performance.now();
        const isShown = () =>
          screens[screenIndex]!.frames.some((frame) =>
            frame.upsert.some((row) => row['id'] === reportId && row['kind'] === 'finish'),
          );
        await waitUntil(`screen ${screenIndex} shows what was reported through ${clientIndex}`, isShown);
        durationsMs.push(performance.now() - reportedMs);
      };
      for (let round = 0; round < 5; round++) {
        await reportAndMeasure(0, 1, 600 - round * 10);
        await reportAndMeasure(1, 0, 595 - round * 10);
      }
      console.log(`two processes: on the other’s screen after ${durationsMs.map(Math.round).join(', ')} ms`);
      expect(Math.max(...durationsMs)).toBeLessThan(MAX_DELAY_MS);
      await waitUntil('the screens are told', () =>
        screens.every((screen) => screen.changed.some((message) => message.entity === 'workReport')),
      );

      await servers[0]!.end('SIGKILL');
      await reportAndMeasure(1, 1, 500);
    });
  },
  'postgres',
);
