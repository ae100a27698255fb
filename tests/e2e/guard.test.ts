import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEFAULT_LANG } from '#shared/kernel/lang.ts';
import type { PermissionCode } from '#shared/kernel/permissions.ts';
import type { TermKey } from '#shared/terms/index.ts';
import { describeJourneys } from '#tests/support/browser.ts';
import { DEFAULT_PASSWORD } from '#tests/support/wire-people.ts';
import {
  startTestServer,
  TEST_ADMIN,
  TEST_VERIFICATION_CODE,
  type Caller,
  type TestServer,
} from '#tests/support/wire-server.ts';
import { logIn } from './log-in.ts';
import { translate } from './translate.ts';

const ADMIN_LOGIN = { ...TEST_ADMIN, code: TEST_VERIFICATION_CODE };
const CHOSEN_PASSWORD = 'Chosen2026';
const getPagePath = (page: Page) => new URL(page.url()).pathname;
/** Matches the console error of a refused call. */
const REFUSED_CALL_PATTERN = /status of 4\d\d .*\/mes\//;

/** Pages from several areas that require a session. One address contains an id. */
const GUARDED_PATHS = [
  '/',
  '/order',
  '/order/7',
  '/center/password',
  '/system/basic',
  '/system/basic/department',
  '/system/basic/employee/edit/new',
  '/system/basic/crafts/machining',
  '/system/classify',
  '/largeScreenReportForm',
];
/** Public pages and their headings. */
const PUBLIC_PAGES: readonly [path: string, heading: TermKey][] = [
  ['/login', 'logInTitle'],
  ['/403', 'forbiddenTitle'],
  ['/401.1/userNotFound', 'ssoFailedTitle'],
  ['/no/such/page', 'pageNotFoundTitle'],
];

const findHeading = (page: Page, key: TermKey) =>
  page.getByRole('heading', { level: 1, name: translate(key) });
const pressButton = (page: Page, key: TermKey) =>
  page.getByRole('button', { name: translate(key), exact: true }).click();
const followLink = (page: Page, key: TermKey) =>
  page.getByRole('link', { name: translate(key), exact: true }).click();

describeJourneys('Nobody sees a page that is not theirs', (windows, database) => {
  let server: TestServer;
  let admin: Caller;
  beforeAll(async () => {
    server = await startTestServer(database, { MES_DEFAULT_PASSWORD: DEFAULT_PASSWORD });
    admin = await server.caller().logIn();
  });
  afterAll(() => server?.close());

  /**
   * Creates an employee whose new role has these permissions. If `choosesPassword` is true, the employee also replaces
   * the initial password. Returns the employee's log-in and the role.
   */
  async function hireEmployee(code: string, permissions: readonly PermissionCode[], choosesPassword = true) {
    const permissionRows = permissions.map((permission) => ({ permission }));
    const path = '/mes/system/basic/role/save';
    const role = await admin.send<{ id: number; version: number }>(path, {
      name: code,
      permissions: permissionRows,
    });
    await admin.send('/mes/system/basic/employee/save', { code, name: code, roleIds: [role.id] });
    const person = { ...ADMIN_LOGIN, employeeCode: code, password: DEFAULT_PASSWORD };
    if (!choosesPassword) return { person, role };
    const employeeCaller = await server.caller().logIn({ employeeCode: code, password: DEFAULT_PASSWORD });
    const passwords = {
      oldPassword: DEFAULT_PASSWORD,
      newPassword: CHOSEN_PASSWORD,
      newPasswordAgain: CHOSEN_PASSWORD,
    };
    await employeeCaller.send('/mes/user/password/modify', passwords);
    return { person: { ...person, password: CHOSEN_PASSWORD }, role };
  }
  /** Opens a window and logs a user in, but does not wait for the page that follows the log-in. */
  async function signIn(person: typeof ADMIN_LOGIN, path = '/login') {
    const window = await windows.open(server.url + path);
    await logIn(window.page, DEFAULT_LANG, person);
    return window;
  }
  const visitPath = (page: Page, path: string) => page.goto(server.url + path);

  test('without a session every protected page redirects to the log-in page, and the log-in leads back', async () => {
    const { page } = await windows.open(`${server.url}/login`);
    for (const [path, title] of PUBLIC_PAGES) {
      await visitPath(page, path);
      await findHeading(page, title).waitFor();
      expect(getPagePath(page)).toBe(path);
    }
    for (const path of [...GUARDED_PATHS, '/forceChangePassword']) {
      await visitPath(page, path);
      await page.waitForURL(`${server.url}/login`);
    }
    await visitPath(page, '/order?state=released');
    await logIn(page, DEFAULT_LANG, ADMIN_LOGIN);
    await page.waitForURL(`${server.url}/order?state=released`);
    await page.getByRole('table', { name: translate('workOrders') }).waitFor();
  });

  test('a missing permission leads to 403, and one of several permissions suffices', async () => {
    const { person, role } = await hireEmployee('GUARD-1', [
      'SYSTEM_BASIC',
      'SYSTEM_BASIC_DEVICE',
      'SYSTEM_BASIC_DEVICE_MODIFY',
    ]);
    const { page } = await signIn(person);
    await findHeading(page, 'greeting')
      .or(page.getByRole('heading', { level: 1, name: /GUARD-1/ }))
      .waitFor();
    for (const path of [
      '/order',
      '/order/7',
      '/system/basic/department',
      '/system/basic/employee',
      '/system/classify',
    ]) {
      await visitPath(page, path);
      await page.waitForURL(`${server.url}/403`);
      await findHeading(page, 'forbiddenTitle').waitFor();
    }
    // The form opens for users who may add or modify. This user may only modify.
    await visitPath(page, '/system/basic/device/edit/new');
    await page
      .getByRole('heading', { level: 1, name: translate('newNamed', { name: translate('device') }) })
      .waitFor();
    const navigation = page.getByRole('navigation', { name: translate('navigation'), exact: true });
    await navigation.getByRole('link', { name: translate('devices') }).click();
    await page.getByRole('table', { name: translate('devices') }).waitFor();
    expect(await navigation.getByRole('link', { name: translate('workOrders') }).count()).toBe(0);

    // A permission removed while the page is open takes effect immediately.
    const permissions = [{ permission: 'SYSTEM_BASIC' }];
    await admin.send('/mes/system/basic/role/save', {
      id: role.id,
      version: role.version,
      name: 'GUARD-1',
      permissions,
    });
    await page.waitForURL(`${server.url}/403`);
    await followLink(page, 'goToLogIn');
    await findHeading(page, 'logInTitle').waitFor();
  });

  test('every page but the log-in redirects to the password change if it is required', async () => {
    const { person } = await hireEmployee('GUARD-2', ['WORK_ORDER'], false);
    const { page, allowErrors } = await signIn(person);
    await findHeading(page, 'mustChangeTitle').waitFor();
    for (const path of [...GUARDED_PATHS, '/403', '/401.1/userNotFound', '/no/such/page']) {
      await visitPath(page, path);
      await page.waitForURL(`${server.url}/forceChangePassword`);
    }
    await visitPath(page, '/login');
    await findHeading(page, 'logInTitle').waitFor();
    await visitPath(page, '/order');
    await findHeading(page, 'mustChangeTitle').waitFor();

    const submitPasswords = async (oldPassword: string, newPassword: string, newPasswordAgain: string) => {
      const typedPasswords = { oldPassword, newPassword, newPasswordAgain };
      for (const [name, value] of Object.entries(typedPasswords)) {
        await page.getByRole('textbox', { name: translate(name as TermKey), exact: true }).fill(value);
      }
      await pressButton(page, 'changePassword');
    };
    await submitPasswords(DEFAULT_PASSWORD, 'short', 'short');
    await page.getByText(translate('error.passwordRule')).waitFor();
    await submitPasswords(DEFAULT_PASSWORD, CHOSEN_PASSWORD, `${CHOSEN_PASSWORD}x`);
    await page.getByText(translate('error.passwordsDiffer')).waitFor();
    allowErrors(REFUSED_CALL_PATTERN);
    await submitPasswords('NotMine2026', CHOSEN_PASSWORD, CHOSEN_PASSWORD);
    await page.getByText(translate('error.oldPasswordWrong')).waitFor();
    await submitPasswords(DEFAULT_PASSWORD, CHOSEN_PASSWORD, CHOSEN_PASSWORD);
    await page.getByRole('heading', { level: 1, name: /GUARD-2/ }).waitFor();
    await visitPath(page, '/order');
    await page.getByRole('table', { name: translate('workOrders') }).waitFor();
  });

  test('an unknown address shows 404, with a way back and a link to the log-in', async () => {
    const { page } = await signIn(ADMIN_LOGIN, '/order');
    await page.getByRole('table', { name: translate('workOrders') }).waitFor();
    await visitPath(page, '/no/such/page');
    await findHeading(page, 'pageNotFoundTitle').waitFor();
    await page.getByText(translate('pageNotFoundText')).waitFor();
    // The menu stays, so that the person can go on.
    await page.getByRole('navigation', { name: translate('navigation'), exact: true }).waitFor();
    await pressButton(page, 'goBack');
    // By default the list shows the open orders, the earliest due date first.
    await page.waitForURL(
      `${server.url}/order?${new URLSearchParams({ state: 'draft,released,inProgress,suspended', sort: 'dueDate' })}`,
    );
    await visitPath(page, '/system/basic/nothing');
    await findHeading(page, 'pageNotFoundTitle').waitFor();
    await followLink(page, 'goToLogIn');
    await page.waitForURL(`${server.url}/login`);
  });

  test('a failed single sign-on shows the reason', async () => {
    const { page } = await windows.open(`${server.url}/login`);
    const reasons: readonly [error: string, reason: TermKey][] = [
      ['authenticationFailed', 'ssoAuthenticationFailed'],
      ['userNotFound', 'ssoUserNotFound'],
      ['factoryNotFound', 'ssoFactoryNotFound'],
      // For an unknown error in the address, the page shows the general reason.
      ['constructor', 'ssoAuthenticationFailed'],
      ['%3Cb%3E', 'ssoAuthenticationFailed'],
    ];
    for (const [error, reason] of reasons) {
      await visitPath(page, `/401.1/${error}`);
      await findHeading(page, 'ssoFailedTitle').waitFor();
      await page.getByText(translate(reason), { exact: true }).waitFor();
    }
    await followLink(page, 'goToLogIn');
    await page.waitForURL(`${server.url}/login`);
  });

  test('a refused log-in shows the reason, and a code is valid for one try', async () => {
    const { page, allowErrors } = await windows.open(`${server.url}/login`);
    await pressButton(page, 'logIn');
    await page.getByText(translate('error.field.required')).nth(3).waitFor();
    allowErrors(REFUSED_CALL_PATTERN);
    for (const [wrongInput, messageKey] of [
      [{ password: 'Wrong1234' }, 'error.loginFailed'],
      [{ employeeCode: 'nobody' }, 'error.loginFailed'],
      [{ code: 'ZZZZ' }, 'error.verificationCodeWrong'],
    ] as const) {
      await logIn(page, DEFAULT_LANG, { ...ADMIN_LOGIN, ...wrongInput });
      await page.getByRole('alert').getByText(translate(messageKey)).waitFor();
      expect(
        await page.getByRole('textbox', { name: translate('verificationCode'), exact: true }).inputValue(),
      ).toBe('');
      expect(getPagePath(page)).toBe('/login');
    }
    await logIn(page, DEFAULT_LANG, ADMIN_LOGIN);
    await page.waitForURL(`${server.url}/`);
  });

  test('after the log-out, neither the page nor the session can be used', async () => {
    const { page } = await signIn(ADMIN_LOGIN);
    const requestPromise = page.waitForRequest('**/mes/order/page');
    const navigation = page.getByRole('navigation', { name: translate('navigation'), exact: true });
    await navigation.getByRole('link', { name: translate('workOrders'), exact: true }).click();
    await page.getByRole('table', { name: translate('workOrders') }).waitFor();
    const token = new URLSearchParams((await requestPromise).postData() ?? '').get('token');
    await page.getByRole('button', { name: '管理员', exact: true }).click();
    await page.getByRole('menuitem', { name: translate('logOut') }).click();
    await page.waitForURL(`${server.url}/login`);
    await page.goBack();
    await page.waitForURL(`${server.url}/login`);
    const callerWithOldToken = server.caller();
    callerWithOldToken.token = token;
    expect((await callerWithOldToken.ask('/mes/order/page')).body).toMatchObject({ flag: 'LOGIN_VALIDATE' });
  });
});
