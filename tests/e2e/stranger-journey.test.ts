import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { toMidSentence } from '#client/kit/words/mid-sentence.ts';
import { isValidPassword } from '#shared/rules/password.ts';
import { DEFAULT_LANG } from '#shared/kernel/lang.ts';
import { translateTerm, type TermKey } from '#shared/terms/index.ts';
import { describeJourneys } from '#tests/support/browser.ts';
import { replaceDatabaseWithDemo } from '#tests/support/demo-database.ts';
import {
  startTestServer,
  TEST_ADMIN,
  TEST_VERIFICATION_CODE,
  type Caller,
  type TestServer,
} from '#tests/support/wire-server.ts';
import { logIn } from './log-in.ts';
import { StepCounter } from './steps.ts';
import { Wall } from './wall.ts';

const translate = (key: TermKey, params?: Record<string, unknown>) =>
  translateTerm(DEFAULT_LANG, key, params);
const translateAddButton = (key: TermKey) => translate('addNamed', { name: toMidSentence(translate(key)) });

/** The maximum number of steps from the home page to a released order of two parts with three processes each. */
const MAX_ORDER_STEPS = 40;
const ORDERED_QUANTITY = 20;
/** The operation types of each part. In the demonstration, each of them has one work group. */
const CRAFTS = ['车外圆', '铣平面', '去毛刺'];
const CUSTOMER = { code: 'STRANGE', shortName: '远方机械', user: 'ann', password: 'Chosen1234' };

describeJourneys('A stranger in the demonstration factory', (windows, database) => {
  let server: TestServer;
  let admin: Caller;
  let firstPassword: string;
  beforeAll(async () => {
    await replaceDatabaseWithDemo(database);
    server = await startTestServer(database, { MES_DEMO: 'on', MES_CAPTCHA: 'on' });
    admin = await server.caller().logIn({ factoryCode: 'DEMO' });
    firstPassword = await addCustomer();
  });
  afterAll(() => server?.close());

  /** Adds a customer with a user. @returns the first password of the user */
  async function addCustomer(): Promise<string> {
    const save = (path: string, fields: Record<string, unknown>) =>
      admin.send<{ id: number }>(`/mes/system/basic/${path}/save`, fields);
    const { code, shortName, user } = CUSTOMER;
    const customer = await save('customer', { code, shortName });
    const permissions = [{ permission: 'WORK_ORDER' }];
    const role = await save('role', { name: 'Buyers', forAccounts: 'customer', permissions });
    const added = await save('customerUser', {
      customerId: customer.id,
      code: user,
      name: user,
      roleIds: [role.id],
    });
    const { password } = await admin.send<{ password: string }>(
      '/mes/system/basic/customerUser/firstPassword',
      { id: added.id },
    );
    return password;
  }

  const textbox = (within: Page | Locator, key: TermKey) =>
    within.getByRole('textbox', { name: translate(key), exact: true });
  const button = (within: Page | Locator, key: TermKey, params?: Record<string, unknown>) =>
    within.getByRole('button', { name: translate(key, params), exact: true });
  const enterCode = async (page: Page, steps: StepCounter) => {
    await page.getByRole('img', { name: translate('verificationCode') }).waitFor();
    await steps.fill(textbox(page, 'verificationCode'), TEST_VERIFICATION_CODE);
  };
  const waitForValue = (input: Locator, pattern: RegExp) =>
    expect.poll(() => input.inputValue(), { timeout: 10_000 }).toMatch(pattern);

  /** Chooses the first row that a combobox offers for a text. */
  async function choose(page: Page, steps: StepCounter, combobox: Locator, text: string) {
    await steps.fill(combobox, text);
    await page.getByRole('option', { name: text }).first().waitFor();
    await steps.press(page, 'Enter');
    await waitForValue(combobox, new RegExp(text));
  }

  /** Adds the processes to the part on the page. */
  async function addRouting(page: Page, steps: StepCounter) {
    const dialog = page.getByRole('dialog');
    const combobox = (key: TermKey) => dialog.getByRole('combobox', { name: translate(key), exact: true });
    await steps.click(page.getByRole('button', { name: translateAddButton('process'), exact: true }));
    for (const [index, craft] of CRAFTS.entries()) {
      await choose(page, steps, combobox('craft'), craft);
      await waitForValue(combobox('workGroup'), /\S/);
      const isLast = index === CRAFTS.length - 1;
      await steps.click(button(dialog, isLast ? 'save' : 'saveAndAdd'));
      await page.getByRole('article', { name: `${(index + 1) * 10} ${craft}`, exact: true }).waitFor();
    }
    await dialog.waitFor({ state: 'detached' });
  }

  /** Makes an order of two parts and releases it. @returns its code and the number of steps */
  async function makeOrder(page: Page): Promise<{ code: string; count: number }> {
    const steps = new StepCounter();
    await steps.click(page.getByRole('link', { name: translate('newOrder'), exact: true }));
    const dialog = page.getByRole('dialog');
    await waitForValue(textbox(dialog, 'orderCode'), /\S/);
    const code = await textbox(dialog, 'orderCode').inputValue();
    await steps.fill(textbox(dialog, 'name'), '液压阀');
    const customer = dialog.getByRole('combobox', { name: translate('customer'), exact: true });
    await choose(page, steps, customer, CUSTOMER.shortName);
    await steps.fill(textbox(dialog, 'quantity'), String(ORDERED_QUANTITY));
    await steps.fill(textbox(dialog, 'partName'), '阀体');
    await steps.click(button(dialog, 'createOrder'));
    await page.getByRole('heading', { level: 2, name: '阀体' }).waitFor();
    await addRouting(page, steps);

    await steps.click(page.getByRole('button', { name: translateAddButton('part'), exact: true }));
    await steps.fill(textbox(dialog, 'code'), `${code}-2`);
    await steps.fill(textbox(dialog, 'name'), '阀芯');
    await steps.click(button(dialog, 'save'));
    await page.getByRole('heading', { level: 2, name: '阀芯' }).waitFor();
    await addRouting(page, steps);

    await steps.click(button(page, 'release'));
    await page
      .getByText(new RegExp(`^.?${translate('released')}$`, 'u'))
      .first()
      .waitFor();
    return { code, count: steps.count };
  }

  test('watches the wall, makes an order, reports at a terminal, and looks at it as the customer', async () => {
    const { page } = await windows.open(`${server.url}/login`);
    const steps = new StepCounter();
    await steps.fill(textbox(page, 'factoryCode'), 'DEMO');
    await steps.fill(textbox(page, 'employeeCode'), TEST_ADMIN.employeeCode);
    await steps.fill(textbox(page, 'password'), TEST_ADMIN.password);
    await enterCode(page, steps);
    await steps.click(button(page, 'logIn'));
    const firstSteps = page.getByRole('region', { name: translate('tryDemo'), exact: true });
    await firstSteps.waitFor();
    console.log(`Logged in after ${steps.count} steps`);

    await steps.click(firstSteps.getByRole('link', { name: translate('tryWallAct'), exact: true }));
    await page.waitForURL(`**${Wall.path}`);
    await page.getByText(translate('latestReports')).first().waitFor();
    await page.goBack();

    await firstSteps.waitFor();
    const told = (key: TermKey) =>
      firstSteps
        .getByRole('term')
        .filter({ hasText: translate(key) })
        .locator('xpath=following-sibling::dd[1]');
    const badge = (await told('badgeCode').textContent())!;
    const terminalCode = (await told('deviceCode').textContent())!;
    const atTerminal = new StepCounter();
    const [terminal] = await Promise.all([
      page.context().waitForEvent('page'),
      atTerminal.click(firstSteps.getByRole('link', { name: translate('tryTerminalAct'), exact: true })),
    ]);
    await waitForValue(textbox(terminal, 'deviceCode'), new RegExp(`^${terminalCode}$`));
    await atTerminal.fill(textbox(terminal, 'password'), TEST_ADMIN.password);
    await enterCode(terminal, atTerminal);
    await atTerminal.click(button(terminal, 'logIn'));
    await terminal.getByRole('heading', { name: translate('whoAreYou') }).waitFor();
    await atTerminal.fill(textbox(terminal, 'scanOrType'), badge);
    await atTerminal.press(terminal, 'Enter');
    await terminal.getByRole('region', { name: translate('madeToday') }).waitFor();
    console.log(`Works at the terminal after ${atTerminal.count} steps`);

    const { code, count } = await makeOrder(page);
    console.log(
      `An order of two parts with three processes each: ${count} steps, at most ${MAX_ORDER_STEPS}`,
    );
    expect(count).toBeLessThanOrEqual(MAX_ORDER_STEPS);

    await button(page, 'printCard').click();
    const sheet = page.getByRole('dialog').getByRole('article');
    await sheet.first().waitFor();
    const card = (await sheet.getByRole('heading').first().textContent())!;
    expect(card).toContain(code);
    await button(page.getByRole('dialog'), 'dismiss').click();

    await textbox(terminal, 'scanOrType').fill(card);
    await terminal.keyboard.press('Enter');
    await button(terminal, 'minutesAgo', { minutes: 10 }).click();
    await button(terminal, 'startNow', { quantity: ORDERED_QUANTITY }).click();
    await button(terminal, 'finishNow', { quantity: ORDERED_QUANTITY }).click();
    await terminal
      .getByText(new RegExp(`^${translate('finishedDone', { quantity: ORDERED_QUANTITY })}`))
      .waitFor();

    const customer = (await windows.open(`${server.url}/login`)).page;
    await button(customer, 'customer').click();
    for (const [key, text] of [
      ['factoryCode', 'DEMO'],
      ['customerCode', CUSTOMER.code],
      ['userCode', CUSTOMER.user],
      ['password', firstPassword],
    ] as const)
      await textbox(customer, key).fill(text);
    await enterCode(customer, new StepCounter());
    await button(customer, 'logIn').click();
    await textbox(customer, 'oldPassword').fill(firstPassword);
    await textbox(customer, 'newPassword').fill(CUSTOMER.password);
    await textbox(customer, 'newPasswordAgain').fill(CUSTOMER.password);
    await button(customer, 'changePassword').click();
    const orders = customer.getByRole('table', { name: translate('workOrders') });
    await orders.getByText(code, { exact: true }).waitFor();
    await orders.getByText(translate('inProgress')).waitFor();
  });

  test('copies the routing of the first part to the second in two clicks', async () => {
    const order = await admin.send<{ id: number }>('/mes/order/save', {
      code: 'COPY',
      name: '泵',
      quantity: 3,
    });
    const addPart = (code: string, name: string) =>
      admin.send<{ id: number }>('/mes/order/part/save', { orderId: order.id, code, name, quantity: 3 });
    const first = await addPart('C-1', '泵体');
    const second = await addPart('C-2', '泵盖');
    const { rows } = await admin.call<{ rows: { id: number }[] }>('/mes/system/basic/crafts/page', {
      search: CRAFTS[0],
    });
    await admin.send('/mes/process/save', { partId: first.id, seq: 10, craftId: rows[0]!.id });
    const { page } = await windows.open(`${server.url}/order/${order.id}?part=${second.id}`);
    await logIn(page, DEFAULT_LANG, { ...TEST_ADMIN, factoryCode: 'DEMO', code: TEST_VERIFICATION_CODE });
    await button(page, 'copyRouting').click();
    const source = page.getByRole('dialog').getByRole('combobox', { name: translate('copyFromPart') });
    await waitForValue(source, /泵体/);
    await button(page.getByRole('dialog'), 'copyIn').click();
    await page.getByRole('heading', { level: 2, name: '泵盖' }).waitFor();
    await page.getByRole('article', { name: `10 ${CRAFTS[0]}`, exact: true }).waitFor();
  });

  test('tells the first password of a new employee once', async () => {
    const { page } = await windows.open(`${server.url}/system/basic/employee/edit/new`);
    await logIn(page, DEFAULT_LANG, { ...TEST_ADMIN, factoryCode: 'DEMO', code: TEST_VERIFICATION_CODE });
    await textbox(page, 'code').fill('NEW-1');
    await textbox(page, 'name').fill('新员工');
    await page.keyboard.press('Control+s');
    const dialog = page.getByRole('dialog', { name: translate('firstPassword') });
    const password = (await dialog.getByRole('status').textContent())!;
    expect(isValidPassword(password)).toBe(true);
    const passwordResponse = page.waitForResponse('**/firstPassword');
    await page.reload();
    expect(await (await passwordResponse).json()).toMatchObject({ data: { password: null } });
    await page.getByRole('heading', { level: 1, name: '新员工' }).waitFor();
    expect(await dialog.count()).toBe(0);
  });
});
