import axe, { type AxeResults } from 'axe-core';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { midSentence } from '#client/kit/mid-sentence.ts';
import { DEFAULT_LANG } from '#shared/kernel/lang.ts';
import type { PageAnswer } from '#shared/kernel/wire.ts';
import { term, type TermKey } from '#shared/terms/index.ts';
import { journeys } from '../support/browser.ts';
import { checked } from '../support/checked.ts';
import { fillWithDemo } from '../support/demo-database.ts';
import { startTestServer, TEST_ADMIN, TEST_CODE, type TestServer } from '../support/wire-server.ts';
import { logIn } from './log-in.ts';
import { openTerminal, scan, TABLET } from './terminal.ts';
import { Wall } from './wall.ts';

const ADMIN = { ...TEST_ADMIN, factoryCode: 'DEMO', code: TEST_CODE };
const say = (key: TermKey, params?: Record<string, unknown>) => term(DEFAULT_LANG, key, params);
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });

/** What keeps somebody from using a page: rule, how bad, and where. */
async function obstacles(page: Page): Promise<string[]> {
  // What is still fading in has the contrast of its moment.
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
        .map(({ finished }) => finished),
    ),
  );
  await page.evaluate(axe.source);
  const { violations, passes } = await page.evaluate(() =>
    (window as unknown as { axe: { run: (options: object) => Promise<AxeResults> } }).axe.run({
      resultTypes: ['violations'],
    }),
  );
  expect(passes.length, 'axe has checked nothing').toBeGreaterThan(10);
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, help, nodes }) =>
      nodes.map((node) => `${id} (${help}): ${node.html} ${node.failureSummary}`),
    );
}

journeys('Nothing serious stands in anybody’s way', (windows, database) => {
  let server: TestServer;
  let order: { id: number; code: string };
  let device: { id: number; name: string };
  beforeAll(async () => {
    await fillWithDemo(database);
    server = await startTestServer(database, { MES_DEMO: 'on' });
    const admin = await server.caller().logIn({ factoryCode: 'DEMO' });
    // One that has begun has everything on its page: reports, open processes, finished ones.
    const begun = { filter: JSON.stringify({ state: ['inProgress'] }), limit: 1 };
    order = (await admin.call<PageAnswer<typeof order>>('/mes/order/page', begun)).rows[0]!;
    const devices = await admin.call<PageAnswer<typeof device>>('/mes/system/basic/device/page', {
      limit: 1,
    });
    device = devices.rows[0]!;
  });
  afterAll(() => server?.close());

  /** Looks at a page in light and in dark. */
  async function look(page: Page, what: string, found: string[]): Promise<void> {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      for (const one of await obstacles(page)) found.push(`${what}, ${colorScheme}: ${one}`);
    }
  }

  test('on the log-in page, lists, edit pages, the order page and its dialogs', async () => {
    const found: string[] = [];
    const { page } = await windows.open(`${server.url}/login`);
    await page.getByRole('img', { name: say('verificationCode') }).waitFor();
    await look(page, 'log-in', found);
    await logIn(page, DEFAULT_LANG, ADMIN);
    await heading(page, /管理员/).waitFor();
    const pages: readonly [what: string, path: string, there: string | RegExp][] = [
      ['home', '/', /管理员/],
      ['order list', '/order', new RegExp(say('workOrders'))],
      ['progress query', '/process', new RegExp(say('progressQuery'))],
      ['progress by group', '/process?groupBy=workGroup', new RegExp(say('progressQuery'))],
      ['entity list', '/system/basic/device', new RegExp(say('devices'))],
      ['tree', '/system/basic/department', new RegExp(say('departments'))],
      ['edit page', `/system/basic/device/edit/${device.id}`, new RegExp(device.name)],
      ['role page', '/system/basic/role/edit/new', say('newNamed', { name: midSentence(say('role')) })],
      ['report', '/forms/employee/daily/details', new RegExp(say('employeeDailyDetails'))],
      [
        'class table',
        '/system/classTable/edit/new',
        say('newNamed', { name: midSentence(say('classTable')) }),
      ],
      ['403', '/403', say('forbiddenTitle')],
      ['order page', `/order/${order.id}`, new RegExp(order.code)],
    ];
    for (const [what, path, there] of pages) {
      await page.goto(server.url + path);
      await heading(page, there).waitFor();
      await page.waitForLoadState('networkidle');
      await look(page, what, found);
    }
    await page
      .getByRole('button', { name: new RegExp(`^${say('start')}`) })
      .first()
      .click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: say('start'), exact: true })
      .waitFor();
    await look(page, 'start', found);
    checked('pages for obstacles', pages.length + 2);
    expect(found).toEqual([]);
  });

  test('on the wall', async () => {
    const found: string[] = [];
    const { page } = await windows.open(server.url + Wall.path, Wall.size);
    const wall = await Wall.open(page, DEFAULT_LANG, ADMIN);
    await wall.tile('latestReports').getByText('+').first().waitFor();
    await look(page, 'wall', found);
    expect(found).toEqual([]);
  });

  test('at a terminal', async () => {
    const found: string[] = [];
    const { page } = await windows.open(`${server.url}/login`, TABLET);
    await openTerminal(page, 'K-TURN', ADMIN);
    await look(page, 'terminal', found);
    await scan(page, ADMIN.factoryCode, 'PERSON', 'T202');
    await page.getByRole('button', { name: new RegExp(`^${say('groupQueue')}`) }).click();
    await page.locator('.process-row').first().click();
    await page.getByRole('group', { name: say('numberPad') }).waitFor();
    await look(page, 'terminal with a card', found);
    await page.getByRole('button', { name: new RegExp(say('callHelp')) }).click();
    await page.getByRole('dialog').waitFor();
    await look(page, 'call at the terminal', found);
    expect(found).toEqual([]);
  });
});
