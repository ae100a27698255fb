import { afterAll, beforeAll, expect, test } from 'vitest';
import { LANGS } from '#shared/kernel/lang.ts';
import { addBoard, makeTile, type BoardRow } from '#tests/support/board-maker.ts';
import { describeJourneys } from '#tests/support/browser.ts';
import { replaceDatabaseWithDemo } from '#tests/support/demo-database.ts';
import { expectItemsChecked } from '#tests/support/expect-items-checked.ts';
import {
  startTestServer,
  TEST_ADMIN,
  TEST_VERIFICATION_CODE,
  type TestServer,
} from '#tests/support/wire-server.ts';
import { chooseLang, logIn } from './log-in.ts';
import { waitForSettledLayout } from './settled-layout.ts';
import { checkWallRules } from './wall-rules.ts';

const ADMIN_LOGIN = { ...TEST_ADMIN, factoryCode: 'DEMO', code: TEST_VERIFICATION_CODE };
/** The targets cannot be reached, so that the tiles show that the target is missed. */
const effectiveness = { type: 'equipmentEffectiveness', settings: { period: 'lastSevenDays', target: 100 } };
const figure = { type: 'figure', settings: { target: 999_999_999 } };
const TILES = [
  makeTile({ ...effectiveness, w: 5, h: 4 }),
  makeTile({ ...effectiveness, x: 5, w: 6, h: 4 }),
  makeTile({ ...effectiveness, x: 11, w: 13, h: 4 }),
  makeTile({ ...effectiveness, x: 16, y: 4, w: 8, h: 9 }),
  makeTile({ ...figure, y: 4, w: 4, h: 4 }),
  makeTile({ ...figure, x: 4, y: 4, w: 6, h: 4 }),
  makeTile({ type: 'planActualToday', y: 8, w: 5, h: 8 }),
  makeTile({ type: 'planActualToday', x: 5, y: 8, w: 6, h: 8 }),
  makeTile({ type: 'planActualToday', x: 11, y: 13, w: 13, h: 8 }),
];
describeJourneys('Small tiles with a target or a plan', (windows, database) => {
  let server: TestServer;
  let board: BoardRow;
  beforeAll(async () => {
    await replaceDatabaseWithDemo(database);
    server = await startTestServer(database, { MES_DEMO: 'off' });
    board = await addBoard(await server.caller().logIn(ADMIN_LOGIN), TILES);
  });
  afterAll(() => server?.close());

  const openBoard = async (lang: (typeof LANGS)[number]) => {
    const { page } = await windows.open(`${server.url}/login`, { width: 1920, height: 1080 });
    await chooseLang(page, lang);
    await logIn(page, lang, ADMIN_LOGIN);
    await page.waitForURL(`${server.url}/`);
    await page.goto(`${server.url}/board/${board.id}`);
    await page.waitForFunction(
      (count) => document.querySelectorAll('.tile[data-fresh="fresh"]').length === count,
      TILES.length,
    );
    await waitForSettledLayout(page, '.wall');
    return page;
  };

  test.each(LANGS)('keep the rules for walls and say what is missed: in %s', async (lang) => {
    const page = await openBoard(lang);
    const { violations, checkedTextCount } = await checkWallRules(page);
    expect(violations).toEqual([]);
    expect(await page.locator('.wall-late .wall-mark:visible').count()).toBeGreaterThanOrEqual(6);
    expectItemsChecked('texts of small tiles', checkedTextCount);
  });
});
