import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEFAULT_LANG } from '#shared/kernel/lang.ts';
import { describeJourneys } from '#tests/support/browser.ts';
import { createAndReleaseOrder, reportWork } from '#tests/support/wire-order.ts';
import { startAdminServer, type AdminServer } from '#tests/support/server.ts';
import { TEST_ADMIN } from '#tests/support/wire-server.ts';
import { logIn } from './log-in.ts';
import { translate } from './translate.ts';
import { Wall } from './wall.ts';

/** Matches the console error of a file that failed to load. */
const FAILED_LOAD_PATTERN = /net::ERR_FAILED/;

/**
 * Makes requests whose URL matches the pattern fail, as if the server were down.
 * @returns a function that lets the requests through again
 */
async function blockRequests(page: Page, urlPattern: string): Promise<() => Promise<void>> {
  await page.route(urlPattern, (route) => route.abort());
  return () => page.unroute(urlPattern);
}

describeJourneys('Code that fails to load', (windows, database) => {
  let server: AdminServer;
  beforeAll(async () => {
    server = await startAdminServer(database);
  });
  afterAll(() => server?.close());

  test('shows a waiting text in the language of the page while terms or pages are missing', async () => {
    const { page, allowErrors } = await windows.open(`${server.url}/login`);
    allowErrors(FAILED_LOAD_PATTERN);
    const waitingText = page.getByText(translate('waitingForServer'));
    let unblockRequests = await blockRequests(page, '**/assets/zh_CN-*.js');
    await page.reload();
    await waitingText.waitFor();
    await unblockRequests();
    await page.getByRole('heading', { name: translate('logInTitle') }).waitFor();
    expect(await waitingText.count()).toBe(0);

    unblockRequests = await blockRequests(page, '**/assets/inner-routes-*.js');
    await logIn(page, DEFAULT_LANG, TEST_ADMIN);
    await waitingText.waitFor();
    await unblockRequests();
    await page.getByRole('button', { name: translate('findAnything') }).waitFor();
    expect(await waitingText.count()).toBe(0);
  });

  test('does not change the other tiles of a wall, and a chart is drawn once its code is loaded', async () => {
    const { processIds } = await createAndReleaseOrder(server.admin, 'LATE', 50, ['铣削']);
    await reportWork(server.admin, { processId: processIds[0]!, good: 8, began: 30 });
    const { page, allowErrors } = await windows.open(`${server.url}${Wall.path}`, Wall.size);
    allowErrors(FAILED_LOAD_PATTERN);
    const unblockRequests = await blockRequests(page, '**/assets/output-bars-*.js');
    const wall = await Wall.open(page, DEFAULT_LANG, TEST_ADMIN);
    const tile = wall.findTile('outputByGroup');
    await tile.getByText(translate('waitingForServer')).waitFor();
    await wall.findTile('latestReports').getByText('+8').waitFor();
    const textsBefore = await wall.readTexts();
    await unblockRequests();
    await tile.locator('canvas').waitFor();
    expect(await tile.getByText(translate('waitingForServer')).count()).toBe(0);
    expect(await wall.readTexts()).toEqual(textsBefore);
    expect(await wall.hasPageStayedOpen()).toBe(true);
  });

  test('shows a waiting text in place of a dialog or a page until its code and its styles are loaded', async () => {
    const { page, allowErrors } = await windows.open(`${server.url}/system/basic/department`);
    allowErrors(FAILED_LOAD_PATTERN);
    await logIn(page, DEFAULT_LANG, TEST_ADMIN);
    await page.getByRole('table', { name: translate('departments') }).waitFor();
    await page.evaluate(() => Object.assign(window, { stayed: true }));
    const waitingText = page.getByText(translate('waitingForServer'));

    let unblockRequests = await blockRequests(page, '**/assets/import-dialog-*');
    await page.getByRole('button', { name: translate('importList'), exact: true }).click();
    await waitingText.waitFor();
    await unblockRequests();
    await page.getByRole('dialog').getByText(translate('importStepFile')).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });

    unblockRequests = await blockRequests(page, '**/assets/log-screen-*');
    const navigation = page.getByRole('navigation', { name: translate('navigation'), exact: true });
    await navigation.getByRole('link', { name: translate('systemLog'), exact: true }).click();
    await waitingText.waitFor();
    await unblockRequests();
    await page.getByRole('heading', { level: 1, name: translate('systemLog') }).waitFor();
    const styleSheetUrls = await page.evaluate(() => [...document.styleSheets].map(({ href }) => href ?? ''));
    expect(styleSheetUrls.filter((href) => href.includes('/log-screen-'))).toHaveLength(1);
    expect(await page.evaluate(() => 'stayed' in window)).toBe(true);
  });
});
