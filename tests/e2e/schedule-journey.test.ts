import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PresentSchedule } from '#shared/answers/schedule.ts';
import type { Entity } from '#shared/entities/index.ts';
import { DEFAULT_LANG } from '#shared/kernel/lang.ts';
import { addDays } from '#shared/rules/days.ts';
import { WEEKDAYS } from '#shared/rules/weekday.ts';
import { toLocalDay } from '#shared/rules/wall-clock.ts';
import type { TermKey } from '#shared/terms/index.ts';
import { describeJourneys } from '#tests/support/browser.ts';
import {
  startTestServer,
  TEST_ADMIN,
  TEST_VERIFICATION_CODE,
  type Caller,
  type TestServer,
} from '#tests/support/wire-server.ts';
import { addBoard, makeTile } from '#tests/support/board-maker.ts';
import { hireWorker } from '#tests/support/wire-floor.ts';
import { findViolations } from './axe.ts';
import { logIn } from './log-in.ts';
import { addScenario, chooseReference, findBar, waitForTextChange } from './schedule-page.ts';
import { findListedProcess, openTestTerminal, TABLET_SIZE, typeBarcode } from './terminal.ts';
import { translate } from './translate.ts';

const TODAY = toLocalDay('Asia/Shanghai', Date.now());
/**
 * The maximum time until the wall shows an applied plan, in milliseconds. On an idle machine it takes less
 * than a second; while other tests run, it takes longer.
 */
const MAX_WALL_DELAY_MS = 8000;
const EVERY_DAY = Object.fromEntries(WEEKDAYS.map((day) => [day, true]));

describeJourneys('A planner of cycles', (windows, database) => {
  let server: TestServer;
  let admin: Caller;
  let urgentOrderId: number;
  const ordersByCode = new Map<string, { orderId: number; processIds: number[] }>();
  const save = async (path: string, fields: Record<string, unknown>) =>
    (await admin.send<{ id: number }>(`/mes${path}/save`, fields)).id;

  const addOrder = async (
    code: string,
    quantity: number,
    dueDate: string,
    craftIds: readonly number[],
    workGroupId: number,
  ) => {
    const orderId = await save('/order', { code, name: '法兰', quantity, dueDate });
    const partId = await save('/order/part', { orderId, code: `${code}-P`, name: '法兰盘', quantity });
    const processIds: number[] = [];
    for (const [index, craftId] of craftIds.entries())
      processIds.push(await save('/process', { partId, seq: (index + 1) * 10, craftId, workGroupId }));
    const { version } = await admin.call<Entity<'workOrder'>>('/mes/order/get', { id: orderId });
    await admin.send('/mes/order/release', { id: orderId, version });
    ordersByCode.set(code, { orderId, processIds });
    return orderId;
  };
  beforeAll(async () => {
    server = await startTestServer(database, { MES_CAPTCHA: 'on' });
    admin = await server.caller().logIn();
    const classTableId = await save('/system/classTable', {
      code: 'DAY',
      name: '白班',
      shifts: [{ name: '白班', startsAt: '00:00', endsAt: '23:00', ...EVERY_DAY }],
      breaks: [],
    });
    await save('/system/roster', { classTableId, validFrom: addDays(TODAY, -10) });
    const groupId = await save('/system/basic/group', { code: 'TURN', name: '车削组' });
    for (const number of [1, 2])
      await save('/system/basic/device', { code: `L${number}`, name: `车床${number}`, workGroupId: groupId });
    const crafts = [
      { code: 'K1', name: '粗车', deviceMinutes: 60 },
      { code: 'K2', name: '精车', deviceMinutes: 30 },
    ];
    const craftIds: number[] = [];
    for (const craft of crafts)
      craftIds.push(await save('/system/basic/crafts', { ...craft, manMachineRatio: 1 }));
    // The order cannot be ready tomorrow, because it has 60 pieces of 90 minutes each.
    urgentOrderId = await addOrder('W-急', 60, addDays(TODAY, 1), craftIds, groupId);
    await addOrder('W-缓', 8, addDays(TODAY, 20), craftIds, groupId);
  });
  afterAll(() => server?.close());

  const press = (area: Locator | Page, key: TermKey, params?: Record<string, unknown>) =>
    area
      .getByRole('button', { name: translate(key, params), exact: true })
      .first()
      .click();
  const openPage = async (): Promise<Page> => {
    const { page, allowErrors } = await windows.open(`${server.url}/login`);
    // The server refuses to apply a plan of a changed factory.
    allowErrors(/409 .*schedule\/apply/);
    await logIn(page, DEFAULT_LANG, { ...TEST_ADMIN, code: TEST_VERIFICATION_CODE });
    await page.getByRole('link', { name: translate('cycleSchedule'), exact: true }).click();
    return page;
  };
  const confirmApplication = async (page: Page) => {
    await press(page, 'applyPlan');
    const dialog = page.getByRole('dialog');
    await press(dialog, 'applyPlan');
  };

  test('computes a plan, reads why an order is late, sets a time, applies, and is refused on a changed factory', async () => {
    const page = await openPage();
    await page.getByText(translate('noScheduleYet')).waitFor();
    await press(page, 'computePlan');
    const chart = page.getByRole('application', { name: translate('ganttChart') });
    await chart.waitFor();

    // The late order is listed with its causes. The chart can highlight its chain.
    const lateOrderItem = page.locator('.side-list > li', { hasText: 'W-急' });
    await lateOrderItem.waitFor();
    expect(await lateOrderItem.locator('.side-causes').textContent()).toContain('加工');
    await lateOrderItem.getByRole('button', { name: `${translate('showChain')}: W-急` }).click();
    await lateOrderItem
      .getByRole('button', { name: `${translate('hideChain')}: W-急`, pressed: true })
      .waitFor();

    // Keys alone choose the first bar and its neighbour in the row, and open its details.
    await chart.focus();
    await page.keyboard.press('ArrowDown');
    await page.getByRole('status').filter({ hasText: '车床' }).waitFor();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    const card = page.getByRole('region', { name: translate('operationDetails') });
    await card.getByRole('heading').waitFor();
    await expect
      .poll(() => card.getByRole('heading').evaluate((head) => head === document.activeElement))
      .toBe(true);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await findViolations(page, colorScheme)).toEqual([]);
    }
    await page.emulateMedia({ colorScheme: 'light' });

    // In the table, an operation gets an appointment. It is undone and made again, and the next plan keeps
    // it.
    await page.getByText(translate('planAsTable'), { exact: true }).click();
    const pinButton = page.getByRole('button', { name: `${translate('pinOperation')}: W-缓 · 10 粗车` });
    const setTime = async () => {
      await pinButton.click();
      const dialog = page.getByRole('dialog');
      await dialog.locator('.moment-input input').first().fill(addDays(TODAY, 3));
      await dialog.locator('.moment-input input').first().press('Tab');
      await dialog.locator('.time-input input').fill('08:00');
      await dialog.locator('.time-input input').press('Tab');
      await dialog.getByText(`${addDays(TODAY, 3).slice(5)} 08:00 – 16:00`).waitFor();
      await press(dialog, 'pinSubmit');
      await dialog.waitFor({ state: 'detached' });
    };
    const { processIds } = ordersByCode.get('W-缓')!;
    const readProcess = () => admin.call<Entity<'process'>>('/mes/process/get', { id: processIds[0] });
    await setTime();
    const notice = page.getByText(translate('pinsChanged', { count: 1 }));
    await notice.waitFor();
    expect((await readProcess()).appointmentStart).not.toBeNull();
    await press(page, 'undo');
    await notice.waitFor({ state: 'detached' });
    expect(await readProcess()).toMatchObject({ appointmentStart: null, pinned: false, deviceId: null });
    await setTime();
    await press(page, 'computeAgain');
    await notice.waitFor({ state: 'detached' });
    await page.getByText(`${addDays(TODAY, 3).slice(5)} 08:00 –`).waitFor();

    await confirmApplication(page);
    await page.getByText(translate('planApplied')).waitFor();
    await page.getByText(translate('presentSchedule'), { exact: true }).first().waitFor();

    // The server refuses a proposal that was computed before the factory changed, and names the changes.
    await press(page, 'computePlan');
    await page.getByRole('button', { name: translate('applyPlan'), exact: true }).waitFor();
    const { version } = await admin.call<Entity<'workOrder'>>('/mes/order/get', { id: urgentOrderId });
    await admin.send('/mes/order/save', { id: urgentOrderId, version, dueDate: addDays(TODAY, 2) });
    await confirmApplication(page);
    const refusal = page.getByRole('alert').filter({ hasText: translate('factoryChanged') });
    await refusal.getByRole('link', { name: 'W-急' }).waitFor();
    expect(await findViolations(page, 'light')).toEqual([]);
    await press(refusal, 'computeAgain');
    await refusal.waitFor({ state: 'detached' });
    await expect
      .poll(() => page.getByRole('button', { name: translate('applyPlan'), exact: true }).isEnabled())
      .toBe(true);
    await confirmApplication(page);
    await page.getByText(translate('planApplied')).waitFor();
  });

  test('compares scenarios and moves a bar; then terminals and boards follow the applied plan', async () => {
    const workGroupId = (await admin.call<{ rows: { id: number }[] }>('/mes/system/basic/group/page', {}))
      .rows[0]!.id;
    await save('/system/basic/terminal', { code: 'T-1', name: '一号终端', workGroupId });
    const worker = await hireWorker(admin, '王建国', ['TASK_REPORT'], { workGroupId });
    const board = await addBoard(admin, [makeTile({ type: 'capacityLoad', w: 24, h: 12 })]);
    const page = await openPage();
    const { page: wall } = await windows.open(`${server.url}/login`);
    await logIn(wall, DEFAULT_LANG, { ...TEST_ADMIN, code: TEST_VERIFICATION_CODE });
    await wall.locator('.navigation').waitFor();
    await wall.goto(`${server.url}/board/${board.id}`);
    const tile = wall.locator('.tile[data-fresh="fresh"]');
    await tile.waitFor();

    // Two scenarios are compared with each other and with the present plan. The terminals do not change.
    await page.getByText(translate('scenarios'), { exact: true }).click();
    await addScenario(page, '晚上加班', 'overtimeOfGroup', async (dialog) => {
      await chooseReference(dialog, 'workGroup', '车削组');
      await dialog.getByRole('textbox', { name: new RegExp(translate('overtimeHours')) }).fill('1');
    });
    await addScenario(page, '车床大修', 'machineDown', async (dialog) => {
      await chooseReference(dialog, 'device', '车床2');
      const until = dialog.locator('.moment-input').first();
      await until.locator('input').first().fill(addDays(TODAY, 6));
      await until.locator('input').first().press('Tab');
      await until.locator('.time-input input').fill('08:00');
      await until.locator('.time-input input').press('Tab');
    });
    const comparison = page.locator('.scenario-comparison');
    await comparison.getByRole('row', { name: /W-急/ }).waitFor();
    await page.getByRole('combobox', { name: translate('comparedWith') }).selectOption({ label: '晚上加班' });
    await comparison.getByRole('columnheader', { name: '晚上加班' }).waitFor();
    expect(await findViolations(page, 'light')).toEqual([]);
    await page.getByRole('button', { name: `${translate('delete')}: 晚上加班` }).click();
    await press(page.getByRole('dialog'), 'delete');
    await page.getByRole('radio', { name: '晚上加班', exact: true }).waitFor({ state: 'detached' });

    // A bar is dragged. Before it is dropped, the page shows the effects on other orders.
    await page.getByText(translate('scheduleRuns'), { exact: true }).click();
    await page.getByRole('application', { name: translate('ganttChart') }).waitFor();
    await page.mouse.move(0, 0);
    const bar = await findBar(page, /W-缓[\s\S]*精车/);
    await page.mouse.click(bar.x, bar.y);
    await page.getByRole('region', { name: translate('operationDetails') }).waitFor();
    await page.mouse.move(bar.x, bar.y);
    await page.mouse.down();
    await page.mouse.move(bar.x + 40, bar.y, { steps: 4 });
    await page.mouse.move(bar.x + 120, bar.y, { steps: 8 });
    await page.locator('.pin-drag .pin-ripple').waitFor();
    await page.mouse.up();
    const pinDialog = page.getByRole('dialog');
    await press(pinDialog, 'pinSubmit');
    await pinDialog.waitFor({ state: 'detached' });
    const notice = page.getByText(translate('pinsChanged', { count: 1 }));
    await notice.waitFor();
    const processId = ordersByCode.get('W-缓')!.processIds[1];
    const readAppointment = async () =>
      (await admin.call<Entity<'process'>>('/mes/process/get', { id: processId })).appointmentStart;
    expect(await readAppointment()).not.toBeNull();
    await press(page, 'undo');
    await notice.waitFor({ state: 'detached' });
    expect(await readAppointment()).toBeNull();

    // The user asks for a promise while editing an order. The draft fits into gaps of the plan.
    const draftId = await save('/order', { code: 'W-新', name: '端盖', quantity: 4 });
    const partId = await save('/order/part', { orderId: draftId, code: 'W-新-P', name: '端盖', quantity: 4 });
    const { craftId } = await admin.call<Entity<'process'>>('/mes/process/get', { id: processId });
    await save('/process', { partId, seq: 10, craftId, workGroupId });
    await page.goto(`${server.url}/order/${draftId}`);
    await press(page, 'edit');
    const orderDialog = page.getByRole('dialog');
    await press(orderDialog, 'askPromise');
    const answer = orderDialog.locator('.promise-answer');
    await answer.getByText(translate('promiseBesidePlan')).waitFor();
    await orderDialog
      .getByRole('textbox', { name: translate('dueDate'), exact: true })
      .fill(addDays(TODAY, 60));
    await orderDialog.getByRole('textbox', { name: translate('dueDate'), exact: true }).press('Tab');
    await answer.getByText(translate('promiseKept', { due: addDays(TODAY, 60) })).waitFor();
    expect(await findViolations(page, 'light')).toEqual([]);
    await press(orderDialog, 'cancel');
    await press(page.getByRole('dialog').last(), 'leave');

    // The applied plan changes the load on the wall. After the day is released, the terminal shows which work
    // is next.
    const terminal = await openTestTerminal(windows, server.url, TABLET_SIZE);
    await typeBarcode(terminal, TEST_ADMIN.factoryCode, 'PERSON', worker.badge);
    await findListedProcess(terminal, /W-急/).first().waitFor();
    expect(await findListedProcess(terminal, new RegExp(translate('nextTurn'))).count()).toBe(0);
    // The draft is released. Its work has no day until a plan with it is applied.
    const { version } = await admin.call<Entity<'workOrder'>>('/mes/order/get', { id: draftId });
    await admin.send('/mes/order/release', { id: draftId, version });
    await page.goto(`${server.url}/plan/CycleSchedule`);
    await press(page, 'computePlan');
    await expect
      .poll(() => page.getByRole('button', { name: translate('applyPlan'), exact: true }).isEnabled())
      .toBe(true);
    const tileChange = waitForTextChange(tile);
    await confirmApplication(page);
    await page.getByText(translate('planApplied')).waitFor();
    const changedAt = await tileChange;
    const { run } = await admin.call<PresentSchedule>('/mes/plan/schedule/present', {});
    const delayMs = changedAt - Date.parse(run!.appliedAt!);
    console.log(`The wall followed ${delayMs} ms after the begin of applying the plan`);
    expect(delayMs).toBeLessThan(MAX_WALL_DELAY_MS);
    await admin.send('/mes/plan/day/release', { day: TODAY, number: 0 });
    await findListedProcess(terminal, new RegExp(translate('nextTurn')))
      .first()
      .waitFor({ timeout: 5000 });
  });
});
