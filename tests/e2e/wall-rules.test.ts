import { afterAll, beforeAll, expect, test } from 'vitest';
import { BOARD_PRESETS } from '#shared/boards/preset-names.ts';
import { LANGS } from '#shared/kernel/lang.ts';
import { describeJourneys } from '#tests/support/browser.ts';
import { expectItemsChecked } from '#tests/support/expect-items-checked.ts';
import { replaceDatabaseWithDemo } from '#tests/support/demo-database.ts';
import {
  startTestServer,
  TEST_ADMIN,
  TEST_VERIFICATION_CODE,
  type TestServer,
} from '#tests/support/wire-server.ts';
import { chooseLang, logIn } from './log-in.ts';
import { resizeAndSettle } from './settled-layout.ts';
import { checkWallRules } from './wall-rules.ts';

const ADMIN_LOGIN = { ...TEST_ADMIN, factoryCode: 'DEMO', code: TEST_VERIFICATION_CODE };
const SCREEN_SIZES = [
  { width: 1280, height: 720 },
  { width: 1920, height: 1080 },
  { width: 3840, height: 2160 },
  { width: 1080, height: 1920 },
];

describeJourneys('The rules for walls', (windows, database) => {
  let server: TestServer;
  beforeAll(async () => {
    await replaceDatabaseWithDemo(database);
    server = await startTestServer(database, { MES_DEMO: 'on' });
  });
  afterAll(() => server?.close());

  test.each(LANGS)(
    'are kept by every board that ships with the product, on every screen: in %s',
    async (lang) => {
      const { page } = await windows.open(`${server.url}/login`, SCREEN_SIZES[1]);
      await chooseLang(page, lang);
      await logIn(page, lang, ADMIN_LOGIN);
      await page.waitForURL(`${server.url}/`);
      const violations: string[] = [];
      let checkedTextCount = 0;
      for (const preset of BOARD_PRESETS) {
        await page.goto(`${server.url}/board/${preset}`);
        // A tile is fresh if it does not wait for data or code any more.
        await page.waitForFunction(() => {
          const tiles = [...document.querySelectorAll('.board-cell .tile')];
          return tiles.length > 0 && tiles.every((tile) => tile.getAttribute('data-fresh') === 'fresh');
        });
        for (const size of SCREEN_SIZES) {
          await resizeAndSettle(page, size, '.wall');
          const result = await checkWallRules(page);
          checkedTextCount += result.checkedTextCount;
          violations.push(
            ...result.violations.map((violation) => `${preset} ${size.width} × ${size.height}: ${violation}`),
          );
        }
      }
      expect(violations).toEqual([]);
      expectItemsChecked('texts of walls', checkedTextCount);
    },
  );
});
