import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEFAULT_LANG } from '#shared/kernel/lang.ts';
import type { PermissionCode } from '#shared/kernel/permissions.ts';
import { describeJourneys } from '#tests/support/browser.ts';
import { expectItemsChecked } from '#tests/support/expect-items-checked.ts';
import { DEFAULT_PASSWORD } from '#tests/support/wire-people.ts';
import { startTestServer, TEST_ADMIN, type Caller, type TestServer } from '#tests/support/wire-server.ts';
import { logIn, openSetUpMenu } from './log-in.ts';
import { setCheckbox } from './set-checkbox.ts';
import { translate } from './translate.ts';

const CHOSEN_PASSWORD = 'Chosen2026';
/** Matches the console error of a refused call. */
const REFUSED_CALL_PATTERN = /status of 4\d\d .*\/mes\//;
/** Maximum time until a menu entry disappears after its permission has been removed, in milliseconds. */
const MAX_MENU_DELAY_MS = 1000;
/** The test adds the duration of this many calls to MAX_MENU_DELAY_MS, because the machine may be slow. */
const EXTRA_CALL_COUNT = 10;
interface SavedRow {
  id: number;
  version: number;
}

describeJourneys('Who may do what', (windows, database) => {
  let server: TestServer;
  let admin: Caller;
  beforeAll(async () => {
    server = await startTestServer(database, {
      MES_DEFAULT_PASSWORD: DEFAULT_PASSWORD,
      MES_CAPTCHA: 'off',
    });
    admin = await server.caller().logIn();
  });
  afterAll(() => server?.close());

  const makeRole = (name: string, codes: readonly PermissionCode[], forAccounts = 'employee') =>
    admin.send<SavedRow>('/mes/system/basic/role/save', {
      name,
      forAccounts,
      permissions: codes.map((permission) => ({ permission })),
    });
  /** Replaces the initial password of a new user by CHOSEN_PASSWORD. */
  async function choosePassword(userFields: Record<string, unknown>): Promise<void> {
    const caller = await server.caller().logIn({ ...userFields, password: DEFAULT_PASSWORD });
    const [oldPassword, newPassword] = [DEFAULT_PASSWORD, CHOSEN_PASSWORD];
    await caller.send('/mes/user/password/modify', {
      oldPassword,
      newPassword,
      newPasswordAgain: newPassword,
    });
  }

  /** Opens a window and logs in a user of a customer or supplier. */
  async function logInFromOutside(kind: 'customer' | 'supplier', companyCode: string, userCode: string) {
    const window = await windows.open(`${server.url}/login`);
    const { page } = window;
    await page.getByRole('button', { name: translate(kind), exact: true }).click();
    for (const [label, text] of [
      ['factoryCode', TEST_ADMIN.factoryCode],
      [`${kind}Code`, companyCode],
      ['userCode', userCode],
      ['password', CHOSEN_PASSWORD],
    ] as const)
      await page.getByRole('textbox', { name: translate(label), exact: true }).fill(text);
    await page.getByRole('button', { name: translate('logIn'), exact: true }).click();
    return window;
  }

  test('a role change empties another window’s menu at once, without a reload', async () => {
    const role = await makeRole('Clerk', ['SYSTEM_BASIC', 'SYSTEM_BASIC_DEVICE', 'WORK_ORDER']);
    await admin.send('/mes/system/basic/employee/save', { code: 'CLERK', name: 'Clerk', roleIds: [role.id] });
    await choosePassword({ employeeCode: 'CLERK' });

    const clerkWindow = await windows.open(`${server.url}/login`);
    await logIn(clerkWindow.page, DEFAULT_LANG, {
      ...TEST_ADMIN,
      employeeCode: 'CLERK',
      password: CHOSEN_PASSWORD,
    });
    const menu = clerkWindow.page.getByRole('navigation', { name: translate('navigation'), exact: true });
    await openSetUpMenu(clerkWindow.page);
    await menu.getByRole('link', { name: translate('devices') }).waitFor();

    const adminWindow = await windows.open(`${server.url}/login`);
    await logIn(adminWindow.page, DEFAULT_LANG, TEST_ADMIN);
    await adminWindow.page.getByRole('navigation', { name: translate('navigation'), exact: true }).waitFor();
    await adminWindow.page.goto(`${server.url}/system/basic/role/edit/${role.id}`);
    const deviceCheckbox = adminWindow.page.getByRole('checkbox', {
      name: `${translate('device')}: ${translate('mayView')}`,
      exact: true,
    });
    await setCheckbox(deviceCheckbox, false);
    const orderCheckbox = adminWindow.page.getByRole('checkbox', {
      name: new RegExp(`^(.* · )?${translate('workOrder')}( · .*)?: ${translate('mayView')}$`),
    });
    await setCheckbox(orderCheckbox, false);
    const saveResponse = adminWindow.page.waitForResponse(/role\/save/);
    await adminWindow.page.getByRole('button', { name: translate('save'), exact: true }).click();
    await saveResponse;
    const savedAt = Date.now();
    await menu.getByRole('link', { name: translate('devices') }).waitFor({ state: 'detached' });
    const elapsedMs = Date.now() - savedAt;
    expect(await menu.getByRole('link', { name: translate('workOrders') }).count()).toBe(0);
    await menu.getByRole('link', { name: translate('home'), exact: true }).waitFor();
    // The duration of one call shows how slow this machine is at the moment.
    const calledAtMs = Date.now();
    await admin.call('/mes/login/current');
    const limitMs = MAX_MENU_DELAY_MS + EXTRA_CALL_COUNT * (Date.now() - calledAtMs);
    expectItemsChecked(`milliseconds until the menu was empty, of ${limitMs}`, elapsedMs);
    expect(elapsedMs).toBeLessThan(limitMs);
  });

  test('a user of a customer logs in with the customer’s code and sees only the customer’s orders', async () => {
    const customer = await admin.send<SavedRow>('/mes/system/basic/customer/save', {
      code: 'ACME',
      shortName: 'Acme',
    });
    // Without a role the user gets the default role.
    await admin.send('/mes/system/basic/customerUser/save', {
      customerId: customer.id,
      code: 'ann',
      name: 'Ann',
    });
    const orderIds: number[] = [];
    for (const [code, customerId] of [
      ['MINE-7', customer.id],
      ['NOT-MINE', null],
    ] as const) {
      const order = await admin.send<SavedRow>('/mes/order/save', {
        code,
        name: code,
        customerId,
        quantity: 3,
        dueDate: '2026-01-05',
      });
      orderIds.push(order.id);
      const part = await admin.send<SavedRow>('/mes/order/part/save', {
        orderId: order.id,
        code,
        name: code,
        quantity: 3,
      });
      const craft = await admin.send<SavedRow>('/mes/system/basic/crafts/save', { code, name: code });
      await admin.send('/mes/process/save', { partId: part.id, seq: 10, craftId: craft.id });
      await admin.send('/mes/order/release', { id: order.id, version: order.version });
    }
    await choosePassword({ employeeCode: 'ann', customerCode: 'ACME' });

    const { page, allowErrors } = await logInFromOutside('customer', 'ACME', 'ann');
    const table = page.getByRole('table', { name: translate('workOrders') });
    await table.getByText('MINE-7').first().waitFor();
    expect(await page.getByText('NOT-MINE').count()).toBe(0);
    const menu = page.getByRole('navigation', { name: translate('navigation'), exact: true });
    expect(await menu.getByRole('listitem').count()).toBe(1);
    const row = table.getByRole('row').filter({ hasText: 'MINE-7' });
    await row.getByText(/^◆?已逾期 \d+ 天$/).waitFor();
    await table.getByRole('columnheader', { name: translate('expectedDay') }).waitFor();
    await row.click();
    await page.waitForURL(`${server.url}/order/${orderIds[0]}`);
    await page.getByRole('heading', { level: 1, name: 'MINE-7' }).waitFor();
    await page.getByRole('region', { name: 'MINE-7' }).getByRole('cell', { name: '0 / 3' }).waitFor();
    allowErrors(REFUSED_CALL_PATTERN);
    await page.goto(`${server.url}/order/${orderIds[1]}`);
    await page.getByText(translate('error.rowNotFound')).first().waitFor();
    expect(await page.getByText('NOT-MINE').count()).toBe(0);
    for (const path of ['/process', '/order/node', '/open/workOrder/1', '/system/basic/customer']) {
      await page.goto(`${server.url}${path}`);
      await page.waitForURL(`${server.url}/403`);
    }
    await page.goto(`${server.url}/center`);
    await page.getByRole('heading', { level: 1, name: translate('personalCenter') }).waitFor();
  });

  test('a user of a supplier sees the processes at the supplier, but not their orders', async () => {
    const supplier = await admin.send<SavedRow>('/mes/system/basic/supplier/save', {
      code: 'COAT',
      shortName: 'Coating',
    });
    await admin.send('/mes/system/basic/supplierUser/save', {
      supplierId: supplier.id,
      code: 'bob',
      name: 'Bob',
    });
    const order = await admin.send<SavedRow>('/mes/order/save', {
      code: 'FOR-X',
      name: 'For X',
      quantity: 4,
    });
    const part = { orderId: order.id, code: 'PIN-1', name: 'Pin', quantity: 4 };
    const { id: partId } = await admin.send<SavedRow>('/mes/order/part/save', part);
    const craft = await admin.send<SavedRow>('/mes/system/basic/crafts/save', { code: 'COAT', name: 'Coat' });
    const process = { partId, seq: 10, craftId: craft.id, name: 'Coat it', supplierId: supplier.id };
    await admin.send('/mes/process/save', process);
    await admin.send('/mes/order/release', { id: order.id, version: order.version });
    await choosePassword({ employeeCode: 'bob', supplierCode: 'COAT' });

    const { page } = await logInFromOutside('supplier', 'COAT', 'bob');
    const table = page.getByRole('table', { name: translate('outsideWork') });
    await table.getByRole('row').filter({ hasText: 'Coat it' }).getByText('PIN-1').waitFor();
    expect(await page.getByText('FOR-X').count()).toBe(0);
    for (const path of [`/order/${order.id}`, '/process', '/order/node']) {
      await page.goto(`${server.url}${path}`);
      await page.waitForURL(`${server.url}/403`);
    }
  });

  test('a user who adds a factory can switch to it in the top bar, and back', async () => {
    await admin.send('/mes/system/basic/factory/add', { code: 'SECOND', name: 'Second works' });
    const { page } = await windows.open(`${server.url}/login`);
    await logIn(page, DEFAULT_LANG, TEST_ADMIN);
    const bar = page.getByRole('banner');
    const findSwitchButton = (name: string) =>
      bar.getByRole('button', { name: `${name}: ${translate('switchFactory')}` });
    await findSwitchButton(TEST_ADMIN.factoryCode).click();
    await page.getByRole('menuitem', { name: /Second works/ }).click();
    await findSwitchButton('Second works').waitFor();
    await page.goto(`${server.url}/order`);
    await page.getByRole('heading', { level: 1, name: translate('workOrders') }).waitFor();
    expect(await page.getByText('MINE-7').count()).toBe(0);
    await findSwitchButton('Second works').click();
    await page.getByRole('menuitem', { name: new RegExp(translate('homeFactory')) }).click();
    await findSwitchButton(TEST_ADMIN.factoryCode).waitFor();
  });
});
