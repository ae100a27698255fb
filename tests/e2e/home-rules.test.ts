import { afterAll, beforeAll, expect, test } from 'vitest';
import type { HomeBoardAnswer } from '#shared/answers/boards/home-board.ts';
import { HOME_PRESETS } from '#shared/boards/home-presets.ts';
import { DEFAULT_LANG, LANGS } from '#shared/kernel/lang.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import { buildHomeBoard } from '#boards/presets/home/home-preset.ts';
import { homeLayouts } from '#boards/presets/home/index.ts';
import { describeJourneys } from '#tests/support/browser.ts';
import { expectItemsChecked } from '#tests/support/expect-items-checked.ts';
import { replaceDatabaseWithDemo } from '#tests/support/demo-database.ts';
import {
  startTestServer,
  TEST_ADMIN,
  TEST_VERIFICATION_CODE,
  type Caller,
  type TestServer,
} from '#tests/support/wire-server.ts';
import { findViolations } from './axe.ts';
import { chooseLang, logIn } from './log-in.ts';
import { resizeAndSettle, waitForSettledLayout } from './settled-layout.ts';
import { checkWallRules, HOME_LIMITS } from './wall-rules.ts';

const ADMIN_LOGIN = { ...TEST_ADMIN, factoryCode: 'DEMO', code: TEST_VERIFICATION_CODE };
const DESK_SIZE = { width: 1920, height: 1080 };
const SCREEN_SIZES = [{ width: 1280, height: 720 }, DESK_SIZE, { width: 390, height: 844 }];

describeJourneys('The rules for home pages', (windows, database) => {
  let server: TestServer;
  let admin: Caller;
  let user: CurrentUser;
  beforeAll(async () => {
    await replaceDatabaseWithDemo(database);
    server = await startTestServer(database, { MES_DEMO: 'on' });
    admin = await server.caller().logIn(ADMIN_LOGIN);
    const { rows } = await admin.call<{ rows: { id: number }[] }>('/mes/system/basic/group/page', {
      filter: { code: { has: 'TURN' } },
    });
    user = { ...(await admin.call<CurrentUser>('/mes/login/current')), workGroupId: rows[0]!.id };
  });
  afterAll(() => server?.close());

  test.each(LANGS)('are kept by the home page of every role at desks and on phones, in %s', async (lang) => {
    const { page } = await windows.open(`${server.url}/login`, DESK_SIZE);
    await chooseLang(page, lang);
    await logIn(page, lang, ADMIN_LOGIN);
    await page.waitForURL(`${server.url}/`);
    const violations: string[] = [];
    let checkedTextCount = 0;
    for (const preset of HOME_PRESETS) {
      const { version } = await admin.call<HomeBoardAnswer>('/mes/home/board');
      await admin.send('/mes/home/board/save', {
        version,
        content: JSON.stringify(buildHomeBoard(homeLayouts[preset], user)),
      });
      await page.reload();
      await page.waitForFunction(() => {
        const tiles = [...document.querySelectorAll('.board-cell .tile')];
        return tiles.length > 0 && tiles.every((tile) => tile.getAttribute('data-fresh') === 'fresh');
      });
      const checkRules = async (size: (typeof SCREEN_SIZES)[number], colorScheme: 'light' | 'dark') => {
        const result = await checkWallRules(page, HOME_LIMITS);
        checkedTextCount += result.checkedTextCount;
        const place = `${preset} ${size.width} × ${size.height} ${colorScheme}`;
        violations.push(...result.violations.map((violation) => `${place}: ${violation}`));
        if (process.env['MES_PICTURES'])
          await page.screenshot({
            path: `${process.env['MES_PICTURES']}/${preset}-${lang}-${size.width}-${colorScheme}.png`,
          });
      };
      for (const size of SCREEN_SIZES) {
        await resizeAndSettle(page, size, HOME_LIMITS.root);
        await checkRules(size, 'light');
        // The colours depend neither on the size nor on the language, so dark mode is checked with one of each.
        if (size !== DESK_SIZE || lang !== DEFAULT_LANG) continue;
        await page.emulateMedia({ colorScheme: 'dark' });
        await waitForSettledLayout(page, HOME_LIMITS.root);
        await checkRules(size, 'dark');
        await page.emulateMedia({ colorScheme: 'light' });
      }
      await page.setViewportSize(DESK_SIZE);
      // Accessibility does not depend on the language, so it is checked in only one.
      if (lang === DEFAULT_LANG)
        violations.push(
          ...(await findViolations(page, 'light')).map((violation) => `${preset}: ${violation}`),
        );
    }
    expect(violations).toEqual([]);
    expectItemsChecked('texts of home pages', checkedTextCount);
  });
});
