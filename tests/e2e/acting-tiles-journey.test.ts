import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildReportPermissionCode } from '#shared/kernel/permissions.ts';
import type { ProcessProgress } from '#shared/ledger/process-progress.ts';
import { DEFAULT_LANG } from '#shared/kernel/lang.ts';
import type { TermKey } from '#shared/terms/index.ts';
import { makeBoard, makeTile } from '#tests/support/board-maker.ts';
import { describeJourneys } from '#tests/support/browser.ts';
import { openClient } from '#tests/support/client.ts';
import { raiseSampleAlarm } from '#tests/support/sample-alarm.ts';
import { startAdminServer, type AdminServer } from '#tests/support/server.ts';
import { createAndReleaseOrder } from '#tests/support/wire-order.ts';
import { DEFAULT_PASSWORD } from '#tests/support/wire-people.ts';
import { TEST_ADMIN } from '#tests/support/wire-server.ts';
import { logIn } from './log-in.ts';
import { translate } from './translate.ts';

const DESK_SIZE = { width: 1440, height: 900 };
const ORDER_CODE = 'ACT-1';
const DEVICE_NAME = '立式加工中心';
const CALL_TYPE = '缺料';

describeJourneys('The tiles of a board', (windows, database) => {
  let server: AdminServer;
  let boardId: number;
  let processId: number;
  let callId: number;
  let helperId: number;
  beforeAll(async () => {
    server = await startAdminServer(database, { MES_DEFAULT_PASSWORD: DEFAULT_PASSWORD });
    const saveRecord = (path: string, fields: Record<string, unknown>) =>
      server.admin.call<{ id: number }>(`${path}/save`, fields);
    const order = await createAndReleaseOrder(server.admin, ORDER_CODE, 12, ['精铣']);
    processId = order.processIds[0]!;
    helperId = (await saveRecord('/mes/system/basic/employee', { code: 'helper', name: 'Helper' })).id;
    await saveRecord('/mes/system/basic/group', { code: 'G-2', name: '二组' });
    const device = await saveRecord('/mes/system/basic/device', { code: 'VMC-1', name: DEVICE_NAME });
    const type = await saveRecord('/mes/system/classify', {
      classId: 'abnormalType',
      code: 'MAT',
      name: CALL_TYPE,
    });
    const raisedCall = await server.admin.call<{ id: number }>('/mes/andon/raise', {
      typeId: type.id,
      deviceId: device.id,
    });
    callId = raisedCall.id;
    const board = await server.admin.call<{ id: number }>('/mes/board/add', {
      name: '班长看板',
      content: JSON.stringify(
        makeBoard([
          makeTile({ type: 'groupQueue', w: 14, h: 24 }),
          makeTile({ type: 'openCalls', x: 14, w: 10, h: 12 }),
          makeTile({ type: 'openAlarms', x: 14, y: 12, w: 10, h: 12 }),
        ]),
      ),
      sources: JSON.stringify([
        { path: '/mes/form/groupQueue', params: { limit: '60' } },
        { path: '/mes/form/openCalls', params: {} },
        { path: '/mes/form/openAlarms', params: {} },
      ]),
    });
    boardId = board.id;
  });
  afterAll(() => server?.close());

  const readProcess = async () =>
    (await server.admin.call<ProcessProgress[]>('/mes/process/progress', { processId }))[0]!;
  const findRowButton = (page: Page, name: string) =>
    page.getByRole('button', { name: translate('actOn', { name }) });
  const findProcessButton = (page: Page) => findRowButton(page, `${ORDER_CODE} · 精铣 · ${ORDER_CODE}`);
  const pressInDialog = (page: Page, key: TermKey) =>
    page
      .getByRole('dialog')
      .getByRole('button', { name: translate(key), exact: true })
      .click();

  test('start, suspend and reassign work, but change nothing that the person has not seen', async () => {
    const { page, allowErrors } = await windows.open(`${server.url}/board/${boardId}`, DESK_SIZE);
    await logIn(page, DEFAULT_LANG, TEST_ADMIN);
    await findProcessButton(page).click();
    await pressInDialog(page, 'start');
    const startDialog = page.getByRole('dialog', { name: translate('start') });
    await startDialog.getByRole('textbox', { name: translate('quantity') }).fill('5');
    await pressInDialog(page, 'start');
    await startDialog.waitFor({ state: 'detached' });
    expect(await readProcess()).toMatchObject({ state: 'processing', inWork: 5 });

    // The person acts by keyboard. Somebody starts more work while the dialog is open, so suspending is
    // refused.
    await findProcessButton(page).focus();
    await page.keyboard.press('Enter');
    await page
      .getByRole('dialog')
      .getByText(translate('startOf', { people: '', quantity: 5 }).trim())
      .waitFor();
    await pressInDialog(page, 'suspend');
    const suspendDialog = page.getByRole('dialog', { name: translate('suspend') });
    await suspendDialog.getByRole('textbox').fill('缺图纸');
    await server.admin.call('/mes/report/start', {
      processId,
      quantity: 4,
      people: [{ employeeId: helperId }],
    });
    await page
      .getByRole('region', { name: translate('groupQueue') })
      .getByText('Helper')
      .waitFor();
    allowErrors(/409/);
    await pressInDialog(page, 'suspend');
    await page.getByRole('alert').getByText(translate('error.runningWorkChanged')).waitFor();
    expect(await readProcess()).toMatchObject({ state: 'processing', inWork: 9 });
    await pressInDialog(page, 'cancel');

    // Somebody else changes the process while the dialog is open, so reassigning is refused.
    await findProcessButton(page).click();
    await pressInDialog(page, 'reassign');
    const { version } = await readProcess();
    const reloadResponse = page.waitForResponse('**/mes/process/progress');
    await server.admin.call('/mes/process/save', { id: processId, version, plannedPeople: 2 });
    await reloadResponse;
    await pressInDialog(page, 'reassign');
    await page.getByRole('dialog').getByRole('alert').waitFor();
    await pressInDialog(page, 'cancel');

    await findProcessButton(page).click();
    await pressInDialog(page, 'reassign');
    const groupInput = page.getByRole('combobox', { name: translate('workGroup') });
    await groupInput.fill('二组');
    await page.getByRole('option', { name: '二组' }).click();
    await pressInDialog(page, 'reassign');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await readProcess()).toMatchObject({ workGroupName: '二组' });
  });

  test('acknowledge a call, while a wall shows the call without a button', async () => {
    const callName = `${DEVICE_NAME} · ${CALL_TYPE}`;
    const { page: wall } = await windows.open(`${server.url}/largeScreenReportForm`, DESK_SIZE);
    await logIn(wall, DEFAULT_LANG, TEST_ADMIN);
    await wall.getByText(CALL_TYPE).waitFor();
    expect(await findRowButton(wall, callName).count()).toBe(0);

    const { page } = await windows.open(`${server.url}/board/${boardId}`, DESK_SIZE);
    await logIn(page, DEFAULT_LANG, TEST_ADMIN);
    await findRowButton(page, callName).click();
    await pressInDialog(page, 'acknowledge');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    const { rows } = await server.admin.call<{ rows: { id: number; state: string }[] }>(
      '/mes/andon/open',
      {},
    );
    expect(rows.find(({ id }) => id === callId)).toMatchObject({ state: 'acknowledged' });

    // In full screen, the board has no buttons, because it counts as a wall.
    await page.evaluate(() => document.documentElement.requestFullscreen());
    await findRowButton(page, callName).waitFor({ state: 'detached' });
    await page.evaluate(() => document.exitFullscreen());
    await findRowButton(page, callName).waitFor();
  });

  test('acknowledge an alarm, and say when somebody else was first', async () => {
    const { db } = server.connection;
    const [ruleName, otherRuleName] = ['计划达成过低', '计划达成过高'];
    await raiseSampleAlarm(db, server.admin, ruleName);
    const otherAlarmId = await raiseSampleAlarm(db, server.admin, otherRuleName);
    const { page } = await windows.open(`${server.url}/board/${boardId}`, DESK_SIZE);
    await logIn(page, DEFAULT_LANG, TEST_ADMIN);
    const tile = page.getByRole('region', { name: translate('openAlarms') });
    const findAlarmButton = (name: string) => tile.locator(`button[aria-label*="${name}"]`);
    await findAlarmButton(ruleName).click();
    await pressInDialog(page, 'acknowledge');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await tile
      .getByText(/已响应/)
      .first()
      .waitFor();
    // Nobody can act on an acknowledged alarm.
    await findAlarmButton(ruleName).waitFor({ state: 'detached' });

    await findAlarmButton(otherRuleName).click();
    await page.getByRole('dialog').getByText(otherRuleName).waitFor();
    await server.admin.call('/mes/alarm/acknowledge', { id: otherAlarmId, version: 1 });
    const dialog = page.getByRole('dialog');
    await dialog.getByText(translate('acknowledgedBy')).waitFor();
    expect(await dialog.getByRole('button', { name: translate('acknowledge'), exact: true }).count()).toBe(0);
    await page.keyboard.press('Escape');

    await raiseSampleAlarm(db, server.admin, ruleName);
    await findAlarmButton(ruleName).waitFor();
    await page.evaluate(() => document.documentElement.requestFullscreen());
    await findAlarmButton(ruleName).waitFor({ state: 'detached' });
    await page.evaluate(() => document.exitFullscreen());
  });

  test('offer nothing to somebody who may only look', async () => {
    const role = await server.admin.call<{ id: number }>('/mes/system/basic/role/save', {
      name: '看板查看',
      permissions: ['groupQueue', 'openCalls'].map((report) => ({
        permission: buildReportPermissionCode(report),
      })),
    });
    await server.admin.call('/mes/system/basic/employee/save', {
      code: 'looker',
      name: 'Looker',
      roleIds: [role.id],
    });
    const viewerLogin = { ...TEST_ADMIN, employeeCode: 'looker' };
    const newPassword = 'Better123';
    const viewerClient = await openClient(server.url, { ...viewerLogin, password: DEFAULT_PASSWORD });
    const passwords = { oldPassword: DEFAULT_PASSWORD, newPassword, newPasswordAgain: newPassword };
    await viewerClient.call('/mes/user/password/modify', passwords);
    await server.admin.call('/mes/board/save', { id: boardId, version: 1, sharing: 'everyone' });
    const { page } = await windows.open(`${server.url}/board/${boardId}`, DESK_SIZE);
    await logIn(page, DEFAULT_LANG, { ...viewerLogin, password: newPassword });
    await page.getByText(ORDER_CODE).first().waitFor();
    expect(await page.getByRole('button', { name: translate('actOn', { name: '' }).trim() }).count()).toBe(0);
  });
});
