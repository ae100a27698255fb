import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { toMidSentence } from '#client/kit/words/mid-sentence.ts';
import { isValidPassword } from '#shared/rules/password.ts';
import { DEFAULT_LANG } from '#shared/kernel/lang.ts';
import type { TermKey } from '#shared/terms/index.ts';
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
import { translate } from './translate.ts';

const translateAddButton = (key: TermKey) => translate('addNamed', { name: toMidSentence(translate(key)) });

/** The maximum number of steps from the home page to a released order of two parts with three processes each. */
const MAX_ORDER_STEPS = 40;
const ORDERED_QUANTITY = 20;
/** The crafts of each part. In the demonstration, each craft has one work group. */
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
    const saveRecord = (path: string, fields: Record<string, unknown>) =>
      admin.send<{ id: number }>(`/mes/system/basic/${path}/save`, fields);
    const { code, shortName, user } = CUSTOMER;
    const customer = await saveRecord('customer', { code, shortName });
    const permissions = [{ permission: 'WORK_ORDER' }];
    const role = await saveRecord('role', { name: 'Buyers', forAccounts: 'customer', permissions });
    const customerUser = await saveRecord('customerUser', {
      customerId: customer.id,
      code: user,
      name: user,
      roleIds: [role.id],
    });
    const { password } = await admin.send<{ password: string }>(
      '/mes/system/basic/customerUser/firstPassword',
      { id: customerUser.id },
    );
    return password;
  }

  const findTextbox = (container: Page | Locator, key: TermKey) =>
    container.getByRole('textbox', { name: translate(key), exact: true });
  const findButton = (container: Page | Locator, key: TermKey, params?: Record<string, unknown>) =>
    container.getByRole('button', { name: translate(key, params), exact: true });
  const enterVerificationCode = async (page: Page, steps: StepCounter) => {
    await page.getByRole('img', { name: translate('verificationCode') }).waitFor();
    await steps.fill(findTextbox(page, 'verificationCode'), TEST_VERIFICATION_CODE);
  };
  const waitForValue = (input: Locator, pattern: RegExp) =>
    expect.poll(() => input.inputValue()).toMatch(pattern);

  /** Chooses the first row that a combobox offers for a text. */
  async function chooseFirstRow(page: Page, steps: StepCounter, combobox: Locator, text: string) {
    await steps.fill(combobox, text);
    await page.getByRole('option', { name: text }).first().waitFor();
    await steps.press(page, 'Enter');
    await waitForValue(combobox, new RegExp(text));
  }

  /** Adds a process for each craft to the part on the page. */
  async function addRouting(page: Page, steps: StepCounter) {
    const dialog = page.getByRole('dialog');
    const findCombobox = (key: TermKey) =>
      dialog.getByRole('combobox', { name: translate(key), exact: true });
    await steps.click(page.getByRole('button', { name: translateAddButton('process'), exact: true }));
    for (const [index, craft] of CRAFTS.entries()) {
      await chooseFirstRow(page, steps, findCombobox('craft'), craft);
      await waitForValue(findCombobox('workGroup'), /\S/);
      const isLast = index === CRAFTS.length - 1;
      await steps.click(findButton(dialog, isLast ? 'save' : 'saveAndAdd'));
      await page.getByRole('article', { name: `${(index + 1) * 10} ${craft}`, exact: true }).waitFor();
    }
    await dialog.waitFor({ state: 'detached' });
  }

  /** Makes an order of two parts and releases it. @returns its code and the number of steps */
  async function makeOrder(page: Page): Promise<{ code: string; count: number }> {
    const steps = new StepCounter();
    await steps.click(page.getByRole('link', { name: translate('newOrder'), exact: true }));
    const dialog = page.getByRole('dialog');
    await waitForValue(findTextbox(dialog, 'orderCode'), /\S/);
    const code = await findTextbox(dialog, 'orderCode').inputValue();
    await steps.fill(findTextbox(dialog, 'name'), '液压阀');
    const customer = dialog.getByRole('combobox', { name: translate('customer'), exact: true });
    await chooseFirstRow(page, steps, customer, CUSTOMER.shortName);
    await steps.fill(findTextbox(dialog, 'quantity'), String(ORDERED_QUANTITY));
    await steps.fill(findTextbox(dialog, 'partName'), '阀体');
    await steps.click(findButton(dialog, 'createOrder'));
    await page.getByRole('heading', { level: 2, name: '阀体' }).waitFor();
    await addRouting(page, steps);

    await steps.click(page.getByRole('button', { name: translateAddButton('part'), exact: true }));
    await steps.fill(findTextbox(dialog, 'code'), `${code}-2`);
    await steps.fill(findTextbox(dialog, 'name'), '阀芯');
    await steps.click(findButton(dialog, 'save'));
    await page.getByRole('heading', { level: 2, name: '阀芯' }).waitFor();
    await addRouting(page, steps);

    await steps.click(findButton(page, 'release'));
    await page
      .getByText(new RegExp(`^.?${translate('released')}$`, 'u'))
      .first()
      .waitFor();
    return { code, count: steps.count };
  }

  test('watches the wall, makes an order, reports it at a terminal, and sees it as the customer', async () => {
    const { page } = await windows.open(`${server.url}/login`);
    const steps = new StepCounter();
    await steps.fill(findTextbox(page, 'factoryCode'), 'DEMO');
    await steps.fill(findTextbox(page, 'employeeCode'), TEST_ADMIN.employeeCode);
    await steps.fill(findTextbox(page, 'password'), TEST_ADMIN.password);
    await enterVerificationCode(page, steps);
    await steps.click(findButton(page, 'logIn'));
    const firstSteps = page.getByRole('region', { name: translate('tryDemo'), exact: true });
    await firstSteps.waitFor();
    console.log(`Logged in after ${steps.count} steps`);

    await steps.click(firstSteps.getByRole('link', { name: translate('tryWallAct'), exact: true }));
    await page.waitForURL(`**${Wall.path}`);
    await page.getByText(translate('latestReports')).first().waitFor();
    await page.goBack();

    await firstSteps.waitFor();
    const findDefinition = (key: TermKey) =>
      firstSteps
        .getByRole('term')
        .filter({ hasText: translate(key) })
        .locator('xpath=following-sibling::dd[1]');
    const badge = (await findDefinition('badgeCode').textContent())!;
    const terminalCode = (await findDefinition('deviceCode').textContent())!;
    const terminalSteps = new StepCounter();
    const [terminal] = await Promise.all([
      page.context().waitForEvent('page'),
      terminalSteps.click(firstSteps.getByRole('link', { name: translate('tryTerminalAct'), exact: true })),
    ]);
    await waitForValue(findTextbox(terminal, 'deviceCode'), new RegExp(`^${terminalCode}$`));
    await terminalSteps.fill(findTextbox(terminal, 'password'), TEST_ADMIN.password);
    await enterVerificationCode(terminal, terminalSteps);
    await terminalSteps.click(findButton(terminal, 'logIn'));
    await terminal.getByRole('heading', { name: translate('whoAreYou') }).waitFor();
    await terminalSteps.fill(findTextbox(terminal, 'scanOrType'), badge);
    await terminalSteps.press(terminal, 'Enter');
    await terminal.getByRole('region', { name: translate('madeToday') }).waitFor();
    console.log(`Works at the terminal after ${terminalSteps.count} steps`);

    const { code, count } = await makeOrder(page);
    console.log(
      `An order of two parts with three processes each: ${count} steps, at most ${MAX_ORDER_STEPS}`,
    );
    expect(count).toBeLessThanOrEqual(MAX_ORDER_STEPS);

    await findButton(page, 'printCard').click();
    const printedCards = page.getByRole('dialog').getByRole('article');
    await printedCards.first().waitFor();
    const cardCode = (await printedCards.getByRole('heading').first().textContent())!;
    expect(cardCode).toContain(code);
    await findButton(page.getByRole('dialog'), 'dismiss').click();

    await findTextbox(terminal, 'scanOrType').fill(cardCode);
    await terminal.keyboard.press('Enter');
    await findButton(terminal, 'minutesAgo', { minutes: 10 }).click();
    await findButton(terminal, 'startNow', { quantity: ORDERED_QUANTITY }).click();
    await findButton(terminal, 'finishNow', { quantity: ORDERED_QUANTITY }).click();
    await terminal
      .getByText(new RegExp(`^${translate('finishedDone', { quantity: ORDERED_QUANTITY })}`))
      .waitFor();

    const customerPage = (await windows.open(`${server.url}/login`)).page;
    await findButton(customerPage, 'customer').click();
    for (const [key, text] of [
      ['factoryCode', 'DEMO'],
      ['customerCode', CUSTOMER.code],
      ['userCode', CUSTOMER.user],
      ['password', firstPassword],
    ] as const)
      await findTextbox(customerPage, key).fill(text);
    await enterVerificationCode(customerPage, new StepCounter());
    await findButton(customerPage, 'logIn').click();
    await findTextbox(customerPage, 'oldPassword').fill(firstPassword);
    await findTextbox(customerPage, 'newPassword').fill(CUSTOMER.password);
    await findTextbox(customerPage, 'newPasswordAgain').fill(CUSTOMER.password);
    await findButton(customerPage, 'changePassword').click();
    const orders = customerPage.getByRole('table', { name: translate('workOrders') });
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
    const firstPart = await addPart('C-1', '泵体');
    const secondPart = await addPart('C-2', '泵盖');
    const { rows } = await admin.call<{ rows: { id: number }[] }>('/mes/system/basic/crafts/page', {
      search: CRAFTS[0],
    });
    await admin.send('/mes/process/save', { partId: firstPart.id, seq: 10, craftId: rows[0]!.id });
    const { page } = await windows.open(`${server.url}/order/${order.id}?part=${secondPart.id}`);
    await logIn(page, DEFAULT_LANG, { ...TEST_ADMIN, factoryCode: 'DEMO', code: TEST_VERIFICATION_CODE });
    await findButton(page, 'copyRouting').click();
    const sourceCombobox = page
      .getByRole('dialog')
      .getByRole('combobox', { name: translate('copyFromPart') });
    await waitForValue(sourceCombobox, /泵体/);
    await findButton(page.getByRole('dialog'), 'copyIn').click();
    await page.getByRole('heading', { level: 2, name: '泵盖' }).waitFor();
    await page.getByRole('article', { name: `10 ${CRAFTS[0]}`, exact: true }).waitFor();
  });

  test('shows the first password of a new employee only once', async () => {
    const { page } = await windows.open(`${server.url}/system/basic/employee/edit/new`);
    await logIn(page, DEFAULT_LANG, { ...TEST_ADMIN, factoryCode: 'DEMO', code: TEST_VERIFICATION_CODE });
    await findTextbox(page, 'code').fill('NEW-1');
    await findTextbox(page, 'name').fill('新员工');
    await page.keyboard.press('Control+s');
    const dialog = page.getByRole('dialog', { name: translate('firstPassword') });
    await expect
      .poll(async () => isValidPassword((await dialog.getByRole('status').textContent())!))
      .toBe(true);
    const passwordResponse = page.waitForResponse('**/firstPassword');
    await page.reload();
    expect(await (await passwordResponse).json()).toMatchObject({ data: { password: null } });
    await page.getByRole('heading', { level: 1, name: '新员工' }).waitFor();
    await dialog.waitFor({ state: 'detached' });
  });
});
