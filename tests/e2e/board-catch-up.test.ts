import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { DEFAULT_TIME_ZONE, formatTime } from '#client/kit/words/formats.ts';
import type { Lang } from '#shared/kernel/lang.ts';
import { HEARTBEAT_INTERVAL_MS } from '#shared/kernel/live.ts';
import { translateTerm } from '#shared/terms/index.ts';
import { describeJourneys } from '#tests/support/browser.ts';
import { startChildServer } from '#tests/support/child-server.ts';
import { openClient } from '#tests/support/client.ts';
import { findFreePort, type ServerProcess } from '#tests/support/server-process.ts';
import { createAndReleaseOrder, reportWork } from '#tests/support/wire-order.ts';
import { TEST_ADMIN } from '#tests/support/wire-server.ts';
import { Wall } from './wall.ts';

const LANG: Lang = 'zh_CN';
/**
 * Maximum time from the kill of the server until the wall shows the banner, in milliseconds. A disconnected wall shows
 * the banner ten seconds after the last message, and checks the time every second.
 */
const MAX_BANNER_DELAY_MS = 12_000;
/** How long the server stays down after the banner appears, in milliseconds. */
const DOWNTIME_MS = 3000;

describeJourneys('A wall whose server is killed', (windows, database) => {
  test('keeps its rows, says since when it is not live, and catches up by itself', async () => {
    const port = await findFreePort();
    let server: ServerProcess = await startChildServer(database, port);
    windows.closeCallbacks.push(() => server.end());
    const client = await openClient(server.url, TEST_ADMIN);
    const { processIds } = await createAndReleaseOrder(client, 'UP-2', 50, ['铣削', '检验']);
    const processId = processIds[0]!;
    await reportWork(client, { processId, good: 8, began: 90, ended: 60 });

    const { page, allowErrors } = await windows.open(`${server.url}${Wall.path}`, Wall.size);
    const wall = await Wall.open(page, LANG, TEST_ADMIN);
    await wall.findTile('latestReports').getByText('+8').waitFor();
    const textsBefore = await wall.readTexts();
    expect(await wall.findBanner().count()).toBe(0);

    allowErrors(/WebSocket connection to 'ws:.*' failed/);
    await server.end('SIGKILL');
    const killedAt = Date.now();
    const bannerText = (await wall.findBanner().textContent())!;
    const bannerDelayMs = Date.now() - killedAt;
    expect(bannerDelayMs).toBeLessThan(MAX_BANNER_DELAY_MS);
    // The banner shows the time of the last message, which is at most one heartbeat interval before the kill.
    const times = [killedAt, killedAt - HEARTBEAT_INTERVAL_MS].map((at) =>
      formatTime(new Date(at).toISOString(), DEFAULT_TIME_ZONE),
    );
    const possibleTexts = times.map((time) => translateTerm(LANG, 'liveDownSince', { time }));
    expect(
      possibleTexts.some((text) => bannerText.includes(text)),
      `${bannerText} is none of ${possibleTexts.join(', ')}`,
    ).toBe(true);
    await wall.waitUntilOld();
    await wait(DOWNTIME_MS);
    expect(await wall.readTexts()).toEqual(textsBefore);
    expect(await wall.hasPageStayedOpen()).toBe(true);

    server = await startChildServer(database, port);
    const restartedAt = Date.now();
    const waitForRow = await wall.watchRow('latestReports', ['UP-2', '+9']);
    // This report is sent at once, usually before the wall has reconnected.
    await reportWork(client, { processId, good: 9, began: 50, ended: 30 });
    const catchUpMs = (await waitForRow()) - restartedAt;
    await wall.findBanner().waitFor({ state: 'detached' });
    await wall.waitUntilFresh();

    const waitForNextRow = await wall.watchRow('latestReports', ['UP-2', '+10']);
    await reportWork(client, { processId, good: 10, began: 20, ended: 0 });
    const reportedAt = Date.now();
    const rowDelayMs = (await waitForNextRow()) - reportedAt;
    console.log(
      `catch-up: banner ${bannerDelayMs} ms after the kill, caught up ${catchUpMs} ms after the return, then on the wall after ${rowDelayMs} ms`,
    );
    expect(rowDelayMs).toBeLessThan(10_000);
    expect(await wall.hasPageStayedOpen()).toBe(true);
  });
});
