import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEFAULT_LANG } from '#shared/kernel/lang.ts';
import type { HomeBoardAnswer } from '#shared/answers/boards/home-board.ts';
import { describeJourneys } from '#tests/support/browser.ts';
import { replaceDatabaseWithDemo } from '#tests/support/demo-database.ts';
import { DEFAULT_PASSWORD } from '#tests/support/wire-people.ts';
import { startTestServer, TEST_ADMIN, type Caller, type TestServer } from '#tests/support/wire-server.ts';
import { DesignerPage, say } from './designer-page.ts';
import { logIn } from './log-in.ts';

const OWN_PASSWORD = 'Better123';
/** People of the demonstration factory, and the tiles of the home page of their role in reading order. */
const TILES_BY_PERSON = {
  T203: [
    'processesRunning',
    'callsOpen',
    'devicesInRepair',
    'groupQueue',
    'currentShift',
    'openCalls',
    'latestReports',
  ],
  T201: [
    'processesRunning',
    'callsOpen',
    'ordersLate',
    'devicesInRepair',
    'groupQueue',
    'openCalls',
    'currentShift',
    'outputByPerson',
    'outputByHour',
    'deviceTimeline',
    'latestReports',
  ],
  P601: [
    'ordersInProgress',
    'ordersLate',
    'ordersDueSoon',
    'processesRunning',
    'orderGantt',
    'orderProgress',
    'planActualToday',
    'processKanban',
  ],
  Q601: [
    'figure',
    'figure',
    'figure',
    'figure',
    'processesRunning',
    'callsOpen',
    'devicesInRepair',
    'ordersLate',
    'topBottomList',
    'topBottomList',
    'outputHeatmap',
    'exceptionsWaiting',
    'openCalls',
    'latestReports',
  ],
  admin: [
    'ordersInProgress',
    'ordersLate',
    'ordersDueSoon',
    'callsOpen',
    'planActualToday',
    'dayBurnUp',
    'outputByGroup',
    'orderProgress',
    'openCalls',
    'stopPareto',
    'outputHeatmap',
  ],
} as const;
const PLANNER = 'P601';

describeJourneys('The home page', (windows, database) => {
  let server: TestServer;
  const callersByCode = new Map<string, Caller>();
  beforeAll(async () => {
    await replaceDatabaseWithDemo(database);
    server = await startTestServer(database, {
      MES_DEMO: 'on',
      MES_CAPTCHA: 'off',
      MES_DEFAULT_PASSWORD: DEFAULT_PASSWORD,
    });
    for (const employeeCode of Object.keys(TILES_BY_PERSON)) {
      if (employeeCode === TEST_ADMIN.employeeCode) continue;
      const caller = await server
        .caller()
        .logIn({ factoryCode: 'DEMO', employeeCode, password: DEFAULT_PASSWORD });
      await caller.send('/mes/user/password/modify', {
        oldPassword: DEFAULT_PASSWORD,
        newPassword: OWN_PASSWORD,
        newPasswordAgain: OWN_PASSWORD,
      });
      callersByCode.set(employeeCode, caller);
    }
  });
  afterAll(() => server?.close());

  const openHome = async (employeeCode: string, size?: { width: number; height: number }) => {
    const { page } = await windows.open(`${server.url}/login`, size);
    const password = employeeCode === TEST_ADMIN.employeeCode ? TEST_ADMIN.password : OWN_PASSWORD;
    await logIn(page, DEFAULT_LANG, { factoryCode: 'DEMO', employeeCode, password });
    await page.waitForURL(`${server.url}/`);
    await page.locator('.desk-board .tile').first().waitFor();
    return page;
  };
  /**
   * Reads the tiles of the home page: the type of each widget. For a tile with a count, reads its heading
   * instead.
   */
  const readTiles = (page: Page) =>
    page.locator('.desk-board .tile').evaluateAll((tiles) =>
      tiles.map((tile) => {
        const type = tile.getAttribute('data-widget');
        return type === 'workCount' ? tile.querySelector('h2')!.textContent : type;
      }),
    );
  const findLabels = (types: readonly string[]) =>
    types.map((type) => (/^(orders|processes|devices|calls)[A-Z]/.test(type) ? say(type as never) : type));

  test.each(Object.entries(TILES_BY_PERSON))(
    'of %s is that of the role, and nothing on it is refused',
    async (code, types) => {
      const page = await openHome(code);
      await expect.poll(() => readTiles(page)).toEqual(findLabels(types));
      await page.waitForFunction(() =>
        [...document.querySelectorAll('.desk-board .tile')].every(
          (tile) => tile.getAttribute('data-fresh') === 'fresh',
        ),
      );
      expect(await page.locator('.desk-board [role="alert"]').count()).toBe(0);
    },
  );

  test('leads from a count to the rows that are counted', async () => {
    const page = await openHome(PLANNER);
    const link = page.getByRole('link', { name: new RegExp(`^${say('ordersLate')}: \\d+$`) });
    const count = Number(/\d+$/.exec((await link.getAttribute('aria-label'))!)![0]);
    expect(count).toBeGreaterThan(0);
    await link.click();
    await page.waitForURL((url) => url.pathname === '/order');
    await expect.poll(() => page.locator('.page-count').first().textContent()).toBe(String(count));
  });

  test('is edited by its owner in the designer, shown at the next log-in, and reset', async () => {
    const page = await openHome(PLANNER);
    await page.getByRole('link', { name: say('editHome') }).click();
    await page.getByRole('listbox', { name: say('boardTiles') }).waitFor();
    const designer = new DesignerPage(page);
    const tileCount = TILES_BY_PERSON[PLANNER].length;
    expect(await designer.findTiles().count()).toBe(tileCount);
    // The page has no free place, so it grows for the new tile.
    await designer.findPaletteButton('openCalls').click();
    await expect.poll(() => designer.findTiles().count()).toBe(tileCount + 1);
    await designer.save();
    await page.getByRole('link', { name: say('backToHome') }).click();
    await page.getByRole('region', { name: say('openCalls') }).waitFor();

    const otherWindow = await openHome(PLANNER, { width: 390, height: 844 });
    await otherWindow.getByRole('region', { name: say('openCalls') }).waitFor();
    // On a phone no tile is wider than the window, and the page scrolls.
    const boxes = await otherWindow
      .locator('.desk-board .board-cell')
      .evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect().toJSON() as DOMRect));
    for (const box of boxes) expect(box.left >= 0 && box.right <= 390).toBe(true);
    const scroller = otherWindow.locator('.shell-content');
    expect(await scroller.evaluate(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight * 2)).toBe(
      true,
    );
    // The home page of another person has not changed.
    const { content } = await callersByCode.get('Q601')!.call<HomeBoardAnswer>('/mes/home/board');
    expect(content).toBeNull();

    // Another preset replaces the tiles, and an undo restores the replaced tiles.
    await page.getByRole('link', { name: say('editHome') }).click();
    await designer.findTiles().first().waitFor();
    await page.getByRole('combobox', { name: say('homePreset') }).selectOption('workerHome');
    await page.getByRole('button', { name: say('applyHomePreset') }).click();
    await expect.poll(() => designer.findTiles().count()).toBe(TILES_BY_PERSON.T203.length - 1);
    await page.getByRole('button', { name: say('undo'), exact: true }).click();
    await expect.poll(() => designer.findTiles().count()).toBe(tileCount + 1);

    await page.getByRole('button', { name: say('resetHome') }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: say('resetHome') })
      .click();
    await page.waitForURL(`${server.url}/`);
    await expect.poll(() => readTiles(page)).toEqual(findLabels(TILES_BY_PERSON[PLANNER]));
    // The other window shows the reset home page without a reload.
    await otherWindow.getByRole('region', { name: say('openCalls') }).waitFor({ state: 'detached' });
  });
});
