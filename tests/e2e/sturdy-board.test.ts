import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { expect, inject, test } from 'vitest';
import type { BoardTile } from '#shared/boards/board.ts';
import { HEARTBEAT_INTERVAL_MS } from '#shared/kernel/live.ts';
import { DEFAULT_LANG } from '#shared/kernel/lang.ts';
import { DEFAULT_TIME_ZONE, formatTime } from '#client/kit/words/formats.ts';
import { makeBoard } from '#tests/support/board-maker.ts';
import { expectItemsChecked } from '#tests/support/expect-items-checked.ts';
import { describeJourneys } from '#tests/support/browser.ts';
import { makeDatabase } from '#tests/support/databases.ts';
import { startSilentProxy } from '#tests/support/silent-proxy.ts';
import { startAdminServer } from '#tests/support/server.ts';
import { createAndReleaseOrder, reportWork } from '#tests/support/wire-order.ts';
import { TEST_ADMIN } from '#tests/support/wire-server.ts';
import { changeWidget } from './change-widget.ts';
import { logIn } from './log-in.ts';
import { checkWallRules } from './wall-rules.ts';
import { Wall } from './wall.ts';
import { translate } from './translate.ts';

const TILES_PER_ROW = 10;
const TILE_ROWS = 6;
const TILE_SIZE = 4;
/** How long a wall may take to arrange its rows after its size has changed, in milliseconds. */
const LAYOUT_WAIT_MS = 1000;
/** How long the source of the open calls takes, in milliseconds. */
const SLOW_SOURCE_MS = 8000;

/** The proxy in front of the server closes connections that are idle for this time. The usual time is 60 s. */
const IDLE_TIMEOUT_MS = 2 * HEARTBEAT_INTERVAL_MS;
/** The text of a note with settings of an older version, in which the setting has another name. */
const OLD_TEXT = 'Written long ago';

/** Tiles that are broken, have old settings or get their data late. Working tiles follow them. */
const FIRST_TILES: readonly (Pick<BoardTile, 'type'> & Partial<BoardTile>)[] = [
  { type: 'orderGantt' },
  { type: 'removedWidget' },
  { type: 'note', settings: { words: OLD_TEXT } },
  { type: 'note', version: 99 },
  { type: 'currentShift', settings: { noSuchSetting: 1 } },
  { type: 'openCalls' },
];
const WORKING_TYPES = [
  'latestReports',
  'orderProgress',
  'deviceStates',
  'outputByGroup',
  'clock',
  'planActualToday',
];

const makeTiles = (): BoardTile[] =>
  Array.from({ length: TILES_PER_ROW * TILE_ROWS }, (_, index): BoardTile => ({
    version: 1,
    settings: {},
    ...(FIRST_TILES[index] ?? { type: WORKING_TYPES[index % WORKING_TYPES.length]! }),
    x: (index % TILES_PER_ROW) * TILE_SIZE,
    y: Math.floor(index / TILES_PER_ROW) * TILE_SIZE,
    w: TILE_SIZE,
    h: TILE_SIZE,
  }));

describeJourneys('A board with 60 widgets', (windows) => {
  test('stays up and live although a widget throws, one is unknown, one is old and a source takes 8 s', async (context) => {
    if (inject('postgres') === null) return context.skip();
    const database = await makeDatabase('postgres');
    windows.closeCallbacks.push(() => database.remove());
    const server = await startAdminServer(database);
    windows.closeCallbacks.push(() => server.close());
    const { processIds } = await createAndReleaseOrder(server.admin, 'STURDY', 50, ['铣削']);
    await reportWork(server.admin, { processId: processIds[0]!, good: 8, began: 90, ended: 60 });
    const stage = {
      width: 1920,
      height: 1080,
      columns: TILES_PER_ROW * TILE_SIZE,
      rows: TILE_ROWS * TILE_SIZE,
    };
    const board = await server.admin.call<{ id: number }>(
      '/mes/board/add',
      { name: 'Sturdy', content: JSON.stringify({ ...makeBoard(makeTiles()), stage }) },
      randomUUID(),
    );

    const client = new pg.Client({ connectionString: database.url! });
    await client.connect();
    windows.closeCallbacks.push(() => client.end());
    await client.query('begin');
    await client.query('lock table abnormal_call in access exclusive mode');

    const proxy = await startSilentProxy(Number(new URL(server.url).port), IDLE_TIMEOUT_MS);
    windows.closeCallbacks.push(() => proxy.close());
    const url = `http://127.0.0.1:${proxy.port}`;
    const { page, allowErrors } = await windows.open(`${url}/login`, Wall.size);
    allowErrors(/a broken widget|A widget failed/);
    await changeWidget(
      page,
      'order-gantt',
      'orderGantt',
      `Component() { throw new Error('a broken widget') }`,
    );
    await changeWidget(page, 'note', 'note', 'version: 2, upgrade: ({ words }) => ({ noteText: words })');
    await logIn(page, DEFAULT_LANG, TEST_ADMIN);
    await page.waitForURL(`${url}/`);
    let closedSocketCount = 0;
    const openedAtMs = performance.now();
    const socketPromise = page.waitForEvent('websocket', (socket) => socket.url().includes('/socket.io/'));
    await page.goto(`${url}/board/${board.id}`);
    (await socketPromise).on('close', () => (closedSocketCount += 1));
    const tiles = page.locator('.board-cell');
    const latestReports = page.getByRole('region', { name: translate('latestReports'), exact: true });
    await latestReports.first().getByText('+8').waitFor();
    expect(await tiles.count()).toBe(TILES_PER_ROW * TILE_ROWS);
    await tiles.nth(0).getByText(translate('widgetFailed')).waitFor();
    await tiles
      .nth(1)
      .getByText(translate('unknownWidget', { type: 'removedWidget' }))
      .waitFor();
    await tiles.nth(3).getByRole('alert').waitFor();

    // While the source of the open calls does not answer, the other tiles are updated.
    await reportWork(server.admin, { processId: processIds[0]!, good: 9, began: 50, ended: 30 });
    for (const tile of await latestReports.all()) await tile.getByText('+9').waitFor();
    const slowTile = tiles.nth(5).locator('.tile');
    expect(await slowTile.getAttribute('data-fresh')).toBe('unknown');
    await wait(Math.max(0, Math.max(SLOW_SOURCE_MS, IDLE_TIMEOUT_MS) - (performance.now() - openedAtMs)));
    expect(await slowTile.getAttribute('data-fresh')).toBe('unknown');
    await client.query('rollback');
    await slowTile.and(page.locator('[data-fresh="fresh"]')).waitFor();

    await tiles.nth(2).getByText(OLD_TEXT).waitFor();
    expect(closedSocketCount, 'The proxy found the socket idle').toBe(0);
    const brokenTileIndices = await tiles.evaluateAll((cells) =>
      cells.flatMap((cell, index) => (cell.querySelector('[role=alert]') ? [index] : [])),
    );
    expect(brokenTileIndices).toEqual([0, 1, 3, 4]);
    expect(await page.locator('.tile[data-fresh="aging"], .tile[data-fresh="stale"]').count()).toBe(0);
  }, 180_000);
});

describeJourneys('A page on a wall', (windows, database) => {
  test('opens without the JavaScript of the menu, and reloads for a new build even before it is paired', async () => {
    const server = await startAdminServer(database);
    windows.closeCallbacks.push(() => server.close());
    const { page } = await windows.open(`${server.url}${Wall.path}`, Wall.size);
    const wall = await Wall.open(page, DEFAULT_LANG, TEST_ADMIN);
    const requests: string[] = [];
    page.on('request', (request) => requests.push(new URL(request.url()).pathname));
    for (const path of [Wall.path, '/board/mainHall']) {
      await page.goto(server.url + path);
      await wall.findTile('orderProgress').waitFor();
    }
    expect(requests.filter((path) => path.includes('large-screen-'))).not.toEqual([]);
    expect(requests.filter((path) => path.includes('inner-routes-'))).toEqual([]);
    // The controls are hidden while nobody moves the mouse.
    await page.mouse.move(100, 100);
    await page.mouse.move(200, 200);
    await page.getByRole('link', { name: translate('leaveWall') }).click();
    await page.getByRole('button', { name: translate('findAnything') }).waitFor();
    expect(requests.filter((path) => path.includes('inner-routes-'))).not.toEqual([]);

    const { page: unpairedWall } = await windows.open(`${server.url}/login`, Wall.size);
    await unpairedWall.clock.install();
    await unpairedWall.goto(`${server.url}/wall`);
    await unpairedWall.getByLabel(translate('pairingCode'), { exact: true }).waitFor();
    await unpairedWall.evaluate(() => Object.assign(window, { stayed: true }));
    await unpairedWall.clock.runFor('02:00');
    expect(await unpairedWall.evaluate(() => 'stayed' in window)).toBe(true);
    await unpairedWall.route('**/healthz', (route) =>
      route.fulfill({ json: { build: 'a later build', database: { ok: true } } }),
    );
    const loadEvent = unpairedWall.waitForEvent('load');
    for (let minute = 0; minute < 4; minute++) {
      await unpairedWall.clock.runFor('00:30').catch(() => undefined);
      await wait(300);
    }
    await loadEvent;
    await unpairedWall.getByLabel(translate('pairingCode'), { exact: true }).waitFor();
    expect(await unpairedWall.evaluate(() => 'stayed' in window)).toBe(false);
  });

  test('shows the true time and no wrong age although its clock is five minutes off, also at a zoom of 125 and 150 percent', async () => {
    const server = await startAdminServer(database);
    windows.closeCallbacks.push(() => server.close());
    const checkWall = async (clockErrorMinutes: number) => {
      const { page } = await windows.open(`${server.url}/login`, Wall.size);
      await page.clock.install({ time: Date.now() + clockErrorMinutes * 60_000 });
      await page.goto(server.url + Wall.path);
      const wall = await Wall.open(page, DEFAULT_LANG, TEST_ADMIN);
      const devTools = await page.context().newCDPSession(page);
      for (const zoom of [1.25, 1.5]) {
        const [width, height] = [Wall.size.width / zoom, Wall.size.height / zoom];
        const metrics = { width, height, deviceScaleFactor: zoom, mobile: false };
        await devTools.send('Emulation.setDeviceMetricsOverride', metrics);
        await wait(LAYOUT_WAIT_MS);
        const { violations, checkedTextCount } = await checkWallRules(page);
        expect(violations, `zoom ${zoom}`).toEqual([]);
        expectItemsChecked('texts of walls', checkedTextCount);
      }
      // With a wrong clock, ages would be wrong from the second heartbeat on.
      await wait(2 * HEARTBEAT_INTERVAL_MS);
      expect(await page.locator('.tile:not([data-fresh="fresh"])').count()).toBe(0);
      const times = [Date.now() - 60_000, Date.now()].map((at) =>
        formatTime(new Date(at).toISOString(), DEFAULT_TIME_ZONE),
      );
      const shownText = await page.locator('.wall-head').innerText();
      const isTimeShown = times.some((time) => shownText.includes(time));
      expect(isTimeShown, `${shownText} has none of ${times.join(', ')}`).toBe(true);
      expect(await wall.hasPageStayedOpen()).toBe(true);
    };
    await Promise.all([checkWall(-5), checkWall(5)]);
  });
});
