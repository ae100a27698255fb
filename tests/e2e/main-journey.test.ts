import type { Response } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { formatFigure, formatSignedFigure } from '#boards/kit/drawing/figure.ts';
import { toLocalDay, DEFAULT_TIME_ZONE } from '#client/kit/words/formats.ts';
import type { Lang } from '#shared/kernel/lang.ts';
import { translateTerm, type TermKey } from '#shared/terms/index.ts';
import { describeEmbeddedJourneys } from '#tests/support/browser.ts';
import { replaceDatabaseWithDemo } from '#tests/support/demo-database.ts';
import {
  startTestServer,
  TEST_ADMIN,
  TEST_VERIFICATION_CODE,
  type TestServer,
} from '#tests/support/wire-server.ts';
import { chooseLang, logIn } from './log-in.ts';
import { findCutText, findOverlaps } from './cut-text.ts';
import { KeyboardUser } from './keyboard.ts';
import { OrderPages } from './order-page.ts';
import { setCheckbox } from './set-checkbox.ts';
import { Wall } from './wall.ts';

/** The name of the demonstration factory's administrator. */
const ADMIN_NAME = '管理员';
/**
 * Maximum delay from the answer of the server until the wall shows the report, in milliseconds. It is large, because
 * `npm run bench` measures the delay, and a test machine may be busy.
 */
const MAX_DELAY_MS = 10_000;
const REPORTED_QUANTITY = 12;
const DESKTOP_SIZE = { width: 1920, height: 1080 };
const PHONE_SIZE = { width: 390, height: 844 };

/** Waits for the end of a response. Returns the time at which its last byte arrived, in epoch milliseconds. */
async function waitForResponseEnd(response: Response): Promise<number> {
  await response.finished();
  const { startTime, responseEnd } = response.request().timing();
  return startTime + responseEnd;
}

/** Each language has its own operator because a person cannot have two reports at the same time. */
const OPERATORS: readonly { lang: Lang; person: string }[] = [
  { lang: 'zh_CN', person: '周强' },
  { lang: 'en_US', person: '吴敏' },
  { lang: 'ja_JP', person: '孙浩' },
];

describeEmbeddedJourneys('From log-in to the wall', (windows, database) => {
  let server: TestServer;
  beforeAll(async () => {
    await replaceDatabaseWithDemo(database);
    server = await startTestServer(database, { MES_DEMO: 'on', MES_CAPTCHA: 'on' });
  });
  afterAll(() => server?.close());
  const admin = { ...TEST_ADMIN, factoryCode: 'DEMO', code: TEST_VERIFICATION_CODE };

  for (const { lang, person } of OPERATORS) {
    test(`an order is created, released and reported, and the wall shows the reports: in ${lang}`, async () => {
      const translate = (key: TermKey, params?: Record<string, unknown>) => translateTerm(lang, key, params);
      const code = `J-${lang}`;
      const craft = '去毛刺';

      const wallWindow = await windows.open(`${server.url}${Wall.path}`, Wall.size);
      await chooseLang(wallWindow.page, lang);
      const wall = await Wall.open(wallWindow.page, lang, admin);
      await wall.findTile('latestReports').getByText('+').first().waitFor();

      const { page } = await windows.open(`${server.url}/login`);
      await chooseLang(page, lang);
      await logIn(page, lang, admin);
      await page
        .getByRole('heading', { level: 1, name: translate('greeting', { name: ADMIN_NAME }) })
        .waitFor();

      const orders = new OrderPages(page, lang, DEFAULT_TIME_ZONE);
      await orders.openList();
      await orders.addOrder({
        code,
        name: '阀块',
        quantity: REPORTED_QUANTITY,
        dueDate: toLocalDay(DEFAULT_TIME_ZONE, Date.now()),
      });
      await orders.addProcess(craft, '装配组');
      await orders.release();

      const waitForStartRow = await wall.watchRow('latestReports', [code, person, translate('start')]);
      const [startAnswer] = await Promise.all([
        page.waitForResponse('**/mes/report/start'),
        orders.start(craft, ADMIN_NAME, person, 5),
      ]);
      const startDelayMs = (await waitForStartRow()) - (await waitForResponseEnd(startAnswer));
      await orders.findStateLabel(orders.findCard(10, craft), 'processing').waitFor();

      const outputFigure = wall.findTile('outputToday').getByRole('definition').nth(1);
      const outputBefore = Number((await outputFigure.textContent())!.replaceAll(/\D/g, ''));
      const submitFinish = await orders.openFinish(craft, person);
      const waitForFinishRow = await wall.watchRow('latestReports', [
        code,
        person,
        formatSignedFigure(REPORTED_QUANTITY, lang),
      ]);
      const [finishAnswer] = await Promise.all([
        page.waitForResponse('**/mes/report/finish'),
        submitFinish(),
      ]);
      const finishDelayMs = (await waitForFinishRow()) - (await waitForResponseEnd(finishAnswer));
      console.log(
        `${lang}: on the wall ${Math.round(startDelayMs)} ms after the start, ${Math.round(finishDelayMs)} ms after the finish was answered`,
      );
      expect(startDelayMs).toBeLessThan(MAX_DELAY_MS);
      expect(finishDelayMs).toBeLessThan(MAX_DELAY_MS);

      // Today's output grew by the quantity, and the order shows that it is completed.
      await wall
        .findTile('outputToday')
        .getByText(formatFigure(outputBefore + REPORTED_QUANTITY, lang), { exact: true })
        .waitFor();
      await page.getByRole('heading', { level: 1, name: code }).waitFor();
      await orders.findStateLabel(orders.findCard(10, craft), 'completed').waitFor();
      await page.getByText(translate('allDone'), { exact: true }).waitFor();
      expect(await wall.hasPageStayedOpen()).toBe(true);
    });
  }

  for (const lang of ['zh_CN', 'en_US'] as const) {
    for (const size of [DESKTOP_SIZE, PHONE_SIZE]) {
      test(`the order list shows headings, filters and lateness in full: in ${lang}, ${size.width} pixels wide`, async () => {
        const { page } = await windows.open(`${server.url}/login`, size);
        await chooseLang(page, lang);
        await logIn(page, lang, admin);
        await page.waitForURL(`${server.url}/`);
        await page.goto(`${server.url}/order`);
        const table = page.getByRole('table', { name: translateTerm(lang, 'workOrders') });
        await table
          .getByText(translateTerm(lang, 'overdueByDays', { days: 2 }))
          .first()
          .waitFor();
        const filters = page.getByRole('search');
        // The list opens with a filter of four states.
        await filters.getByText(translateTerm(lang, 'suspended')).waitFor();
        const latenessMarks = table.locator('.late-mark');
        expect(await latenessMarks.count()).toBeGreaterThan(20);
        expect(await findCutText(table.getByRole('columnheader'))).toEqual([]);
        expect(await findCutText(latenessMarks)).toEqual([]);
        expect(await findCutText(filters.getByRole('button'))).toEqual([]);
        expect(await findOverlaps(filters.getByRole('button'))).toEqual([]);
        // Every lateness mark is completely inside the window, without scrolling.
        const rightEdges = await latenessMarks.evaluateAll((marks) =>
          marks.map((mark) => mark.getBoundingClientRect().right),
        );
        expect(Math.max(...rightEdges)).toBeLessThan(size.width);
      });
    }
  }

  test('a planner releases orders by keyboard, sees why one is refused, and sets the priority of that one', async () => {
    const translate = (key: TermKey, params?: Record<string, unknown>) => translateTerm('en_US', key, params);
    const { page } = await windows.open(`${server.url}/login`, DESKTOP_SIZE);
    await chooseLang(page, 'en_US');
    await logIn(page, 'en_US', admin);
    const orders = new OrderPages(page, 'en_US', DEFAULT_TIME_ZONE);
    await orders.openList();
    await orders.addOrder({ code: 'J-EMPTY', name: 'Block', quantity: 3, dueDate: '2030-01-01' });
    await page.goto(`${server.url}/order?state=draft`);
    const table = page.getByRole('table', { name: translate('workOrders') });
    await table.getByRole('link', { name: 'J-EMPTY' }).waitFor();
    const draftCodes = await table.getByRole('link').allTextContents();
    expect(draftCodes.length).toBeGreaterThan(1);

    const keyboardUser = new KeyboardUser(page);
    const bar = page.getByRole('toolbar', { name: translate('selectionBar') });
    await keyboardUser.tabTo(translate('selectAll'));
    await keyboardUser.press('Space');
    await bar.getByText(translate('selectedCount', { count: draftCodes.length })).waitFor();
    await keyboardUser.tabTo(translate('release'), 'Shift+Tab');
    await keyboardUser.press('Enter');

    const dialog = page.getByRole('dialog');
    await dialog.getByText(translate('batchCounts', { done: draftCodes.length - 1, refused: 1 })).waitFor();
    for (const code of draftCodes) {
      const expectedText =
        code === 'J-EMPTY' ? translate('error.orderNotReleasable') : translate('batchRowDone');
      expect(await dialog.getByRole('row').filter({ hasText: code }).innerText()).toContain(expectedText);
    }
    await keyboardUser.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    // Only the refused order is still a draft, and it is still selected.
    await expect.poll(() => table.getByRole('link').allTextContents()).toEqual(['J-EMPTY']);
    expect(
      await table.getByRole('checkbox', { name: translate('selectNamed', { name: 'J-EMPTY' }) }).isChecked(),
    ).toBe(true);
    await bar.getByText(translate('selectedCount', { count: 1 })).waitFor();

    await keyboardUser.tabTo(translate('setPriority'));
    await keyboardUser.press('Enter');
    await dialog.getByRole('textbox', { name: translate('priority') }).waitFor();
    await keyboardUser.type('8');
    await keyboardUser.press('Enter');
    await page.getByText(translate('batchDone', { verb: translate('setPriority'), count: 1 })).waitFor();
    await table
      .getByRole('row')
      .filter({ hasText: 'J-EMPTY' })
      .getByRole('cell', { name: '8', exact: true })
      .waitFor();
    await bar.waitFor({ state: 'hidden' });

    // The cards of a released order are printed from the list.
    await page.goto(`${server.url}/order?state=released,inProgress&sort=code`);
    await bar.waitFor({ state: 'hidden' });
    await table.getByRole('link').first().waitFor();
    const codes = (await table.getByRole('link').allTextContents()).slice(0, 2);
    for (const name of codes)
      await setCheckbox(table.getByRole('checkbox', { name: translate('selectNamed', { name }) }), true);
    await bar.getByRole('button', { name: translate('printCards') }).click();
    await dialog.getByText(translate('cardsToPrint', { count: 2 })).waitFor();
    for (const code of codes) await dialog.getByRole('heading', { name: `${code}-01` }).waitFor();
    expect([...keyboardUser.namesWithoutRing], 'Where the focus is cannot be seen').toEqual([]);
  });
});
