import { expect, test } from 'vitest';
import { DEFAULT_TIME_ZONE } from '#client/kit/words/formats.ts';
import type { WireClient } from '#server/demo/wire-client.ts';
import type { Lang } from '#shared/kernel/lang.ts';
import { describeJourneys } from '#tests/support/browser.ts';
import { startChildServer } from '#tests/support/child-server.ts';
import { openClient } from '#tests/support/client.ts';
import { makeDatabase } from '#tests/support/databases.ts';
import { findFreePort, type ServerProcess } from '#tests/support/server-process.ts';
import { createAndReleaseOrder, reportWork } from '#tests/support/wire-order.ts';
import { startTestServer, TEST_ADMIN } from '#tests/support/wire-server.ts';
import { logIn } from './log-in.ts';
import { OrderPages } from './order-page.ts';
import { Wall } from './wall.ts';

const LANG: Lang = 'zh_CN';
/**
 * Maximum time from the stop of the MES until the wall shows that its data is old, in milliseconds. It takes about 9 s;
 * a busy machine delays the timers of the relay and of the browser.
 */
const MAX_OLD_DATA_NOTICE_MS = 20_000;

/** Replaces the numbers of durations, such as '3 小时 1 分'. */
const maskDurations = (text: string) => text.replace(/\d+ ?(?=天|小时|分|秒)/g, '# ');

describeJourneys('A relay in front of an existing MES', (windows, database) => {
  test('logs users in, shows the same wall, marks old data, and recovers by itself', async () => {
    const mesDatabase = await makeDatabase(database.kind);
    windows.closeCallbacks.push(() => mesDatabase.remove());
    const port = await findFreePort();
    let mes: ServerProcess = await startChildServer(mesDatabase, port);
    windows.closeCallbacks.push(() => mes.end());
    const relay = await startTestServer(database, { MES_UPSTREAM_URL: mes.url });
    windows.closeCallbacks.push(() => relay.close());
    const mesClient: WireClient = await openClient(mes.url, TEST_ADMIN);
    const { processIds } = await createAndReleaseOrder(mesClient, 'UP-1', 40, ['车削']);
    const processId = processIds[0]!;

    const { page, allowErrors } = await windows.open(`${relay.url}/login`);
    await logIn(page, LANG, TEST_ADMIN);
    const orders = new OrderPages(page, LANG, DEFAULT_TIME_ZONE);
    await orders.openList();
    await page.getByRole('link', { name: 'UP-1' }).click();
    await orders.findCard(10, '车削').waitFor();

    const wallWindow = await windows.open(`${relay.url}${Wall.path}`, Wall.size);
    const wall = await Wall.open(wallWindow.page, LANG, TEST_ADMIN);
    await wall.findTile('orderProgress').getByText('UP-1').first().waitFor();

    // A report that is sent directly to the MES updates the wall and the order page, which are open at the relay.
    const measureReportDelay = async (good: number, startedMinutesAgo: number, endedMinutesAgo: number) => {
      const waitForRow = await wall.watchRow('latestReports', ['UP-1', `+${good}`]);
      await reportWork(mesClient, { processId, good, began: startedMinutesAgo, ended: endedMinutesAgo });
      const reportedAt = Date.now();
      return (await waitForRow()) - reportedAt;
    };
    const firstReportDelayMs = await measureReportDelay(7, 30, 20);
    const goodFigure = orders.findCard(10, '车削').getByRole('strong');
    await goodFigure.filter({ hasText: /^7$/ }).waitFor();
    const textsBefore = await wall.readSettledTexts();

    // While the MES is down, the order page's calls fail with 502, which the browser reports in its console.
    allowErrors(/status of 502 .*\/mes\//);
    await mes.end('SIGKILL');
    const diedAt = Date.now();
    await wall.waitUntilOld();
    const oldNoticeMs = Date.now() - diedAt;
    expect(oldNoticeMs).toBeLessThan(MAX_OLD_DATA_NOTICE_MS);
    // The wall goes on counting durations, so their numbers are not compared.
    expect((await wall.readTexts()).map(maskDurations)).toEqual(textsBefore.map(maskDurations));
    expect(textsBefore.join()).toContain('+7');

    mes = await startChildServer(mesDatabase, port);
    const restartedAt = Date.now();
    await wall.waitUntilFresh();
    const recoveryMs = Date.now() - restartedAt;
    const secondReportDelayMs = await measureReportDelay(5, 15, 0);
    await goodFigure.filter({ hasText: /^12$/ }).waitFor();
    console.log(
      `upstream: on the wall after ${firstReportDelayMs} ms; aged ${oldNoticeMs} ms after its death; ` +
        `fresh ${recoveryMs} ms after its return, then on the wall after ${secondReportDelayMs} ms`,
    );
    // The limit covers the poll, the call for the changed rows and the rendering.
    expect(Math.max(firstReportDelayMs, secondReportDelayMs)).toBeLessThan(15_000);
    expect(await wall.hasPageStayedOpen()).toBe(true);
  });
});
