import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEFAULT_LANG } from '#shared/kernel/lang.ts';
import type { PageAnswer } from '#shared/kernel/wire.ts';
import { listDemoPeople } from '#server/demo/people.ts';
import { addBoard, makeTile } from '#tests/support/board-maker.ts';
import { describeJourneys } from '#tests/support/browser.ts';
import { expectItemsChecked } from '#tests/support/expect-items-checked.ts';
import { replaceDatabaseWithDemo } from '#tests/support/demo-database.ts';
import {
  startTestServer,
  TEST_ADMIN,
  TEST_VERIFICATION_CODE,
  type TestServer,
} from '#tests/support/wire-server.ts';
import { findViolations } from './axe.ts';
import { DesignerPage } from './designer-page.ts';
import { listShellAddresses } from './every-address.ts';
import { logIn } from './log-in.ts';
import { setUpTablet, typeBarcode, TABLET_SIZE } from './terminal.ts';
import { PageVisitor } from './walker.ts';
import { Wall } from './wall.ts';
import { translate } from './translate.ts';

const ADMIN_LOGIN = { ...TEST_ADMIN, factoryCode: 'DEMO', code: TEST_VERIFICATION_CODE };
const findHeading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });

/**
 * Pages of different kinds. With MES_TEST_LONG=on the test visits the addresses of `listShellAddresses` instead, which
 * takes minutes.
 */
const SAMPLE_PATHS = [
  '/',
  '/order',
  '/project',
  '/process?view=list',
  '/process?groupBy=workGroup',
  '/report',
  '/outsourcing',
  '/quality',
  '/quality/punish',
  '/quality/testing',
  '/andon',
  '/part/whereUsed',
  '/forms/process/printProcessCard',
  '/forms/partProcess/schedule',
  '/plan/CycleSchedule?view=scenarios',
  '/system/basic/department',
  '/system/basic/role/edit/new',
  '/forms/employee/daily/details',
  '/system/classTable/edit/new',
  '/system/holiday',
  '/system/params/form/order',
  '/system/column/order',
  '/system/classify',
  '/system/deletedData',
  '/center',
  '/log',
];

describeJourneys('No serious accessibility violation', (windows, database) => {
  let server: TestServer;
  let order: { id: number; code: string };
  let device: { id: number; name: string };
  beforeAll(async () => {
    await replaceDatabaseWithDemo(database);
    server = await startTestServer(database, { MES_DEMO: 'on' });
    const admin = await server.caller().logIn({ factoryCode: 'DEMO' });
    // Use an order in progress: its page shows reports, open processes and finished processes.
    const inProgressQuery = { filter: JSON.stringify({ state: ['inProgress'] }), limit: 1 };
    order = (await admin.call<PageAnswer<typeof order>>('/mes/order/page', inProgressQuery)).rows[0]!;
    const devices = await admin.call<PageAnswer<typeof device>>('/mes/system/basic/device/page', {
      limit: 1,
    });
    device = devices.rows[0]!;
  });
  afterAll(() => server?.close());

  /** Checks a page in light mode and in dark mode. */
  async function checkPage(page: Page, pageName: string, problems: string[]): Promise<void> {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      for (const violation of await findViolations(page, colorScheme))
        problems.push(`${pageName}, ${colorScheme}: ${violation}`);
    }
  }

  test('on the log-in page, on every page that the administrator may open, and in a dialog', async () => {
    const problems: string[] = [];
    const { page } = await windows.open(`${server.url}/login`);
    await page.getByRole('img', { name: translate('verificationCode') }).waitFor();
    await checkPage(page, 'log-in', problems);
    await logIn(page, DEFAULT_LANG, ADMIN_LOGIN);
    await findHeading(page, /管理员/).waitFor();
    const visitor = new PageVisitor(page);
    const extraPaths = [`/order/${order.id}`, `/system/basic/device/edit/${device.id}`, '/403'];
    const paths =
      process.env.MES_TEST_LONG === 'on' ? listShellAddresses(extraPaths) : [...SAMPLE_PATHS, ...extraPaths];
    const redirects: string[] = [];
    for (const path of paths) {
      await visitor.goTo(path);
      // A page that only groups other pages redirects to the first of them.
      const [pathname] = path.split('?');
      if (visitor.path !== pathname && !visitor.path.startsWith(`${path}/`))
        redirects.push(`${path} led to ${visitor.path}`);
      await checkPage(page, path, problems);
    }
    await visitor.goTo(`/order/${order.id}`);
    await page
      .getByRole('button', { name: new RegExp(`^${translate('start')}`) })
      .first()
      .click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: translate('start'), exact: true })
      .waitFor();
    await checkPage(page, 'start', problems);
    expectItemsChecked('pages for obstacles', paths.length + 2);
    expect(redirects).toEqual([]);
    expect(problems).toEqual([]);
  }, 300_000);

  test('on the wall', async () => {
    const problems: string[] = [];
    const { page } = await windows.open(server.url + Wall.path, Wall.size);
    const wall = await Wall.open(page, DEFAULT_LANG, ADMIN_LOGIN);
    await wall.findTile('latestReports').getByText('+').first().waitFor();
    await checkPage(page, 'wall', problems);
    const { page: unpairedPage } = await windows.open(`${server.url}/wall`, Wall.size);
    await unpairedPage.getByLabel(translate('pairingCode'), { exact: true }).waitFor();
    await checkPage(unpairedPage, 'wall that is not paired', problems);
    expect(problems).toEqual([]);
  });

  test('in the designer of boards', async () => {
    const admin = await server.caller().logIn({ factoryCode: 'DEMO' });
    const { id } = await addBoard(admin, [
      makeTile({ type: 'orderProgress', w: 12, h: 9 }),
      makeTile({ type: 'deviceStates', x: 10, w: 10, h: 17 }),
    ]);
    const problems: string[] = [];
    const { page } = await windows.open(`${server.url}/board/${id}/edit`, Wall.size);
    await logIn(page, DEFAULT_LANG, ADMIN_LOGIN);
    const designer = new DesignerPage(page);
    await designer.findTiles().first().waitFor();
    await checkPage(page, 'designer', problems);
    await designer.findTiles().first().click();
    await checkPage(page, 'designer with a selected tile', problems);
    await page.getByRole('button', { name: translate('checkErrors', { count: 1 }) }).click();
    await page.getByRole('dialog').waitFor();
    await checkPage(page, 'check of a board', problems);
    expect(problems).toEqual([]);
  });

  test('at a terminal', async () => {
    const worker = listDemoPeople().find((person) => person.code === 'T202')!;
    const problems: string[] = [];
    const { page, allowErrors } = await windows.open(`${server.url}/login`, TABLET_SIZE);
    // The server refuses the wrong scan.
    allowErrors(/404/);
    await setUpTablet(page, 'K-TURN', ADMIN_LOGIN);
    await checkPage(page, 'terminal', problems);
    await typeBarcode(page, ADMIN_LOGIN.factoryCode, 'PERSON', worker.badge);
    await page.getByRole('region', { name: translate('madeToday') }).waitFor();
    await checkPage(page, 'overview of a person', problems);
    await typeBarcode(page, ADMIN_LOGIN.factoryCode, 'CARD', 'NOWHERE');
    const wrongScanAlert = page.getByRole('alert').filter({ hasText: 'NOWHERE' });
    await wrongScanAlert.waitFor();
    await checkPage(page, 'wrong scan', problems);
    await wrongScanAlert.getByRole('button').click();
    await page.getByRole('button', { name: new RegExp(`^${translate('groupQueue')}`) }).click();
    await page.locator('.process-row').first().click();
    await page.getByRole('group', { name: translate('numberPad') }).waitFor();
    await checkPage(page, 'terminal with a card', problems);
    await page.getByRole('button', { name: new RegExp(translate('callHelp')) }).click();
    await page.getByRole('dialog').waitFor();
    await checkPage(page, 'call at the terminal', problems);
    expect(problems).toEqual([]);
  });
});
