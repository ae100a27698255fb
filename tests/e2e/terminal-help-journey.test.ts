import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TermKey } from '#shared/terms/index.ts';
import { describeJourneys } from '#tests/support/browser.ts';
import { hireWorker, type TestWorker } from '#tests/support/wire-floor.ts';
import { createAndReleaseOrder } from '#tests/support/wire-order.ts';
import { startTestServer, TEST_ADMIN, type Caller, type TestServer } from '#tests/support/wire-server.ts';
import { openTestTerminal, PORTRAIT_TABLET_SIZE, TABLET_SIZE, typeBarcode } from './terminal.ts';
import { translate } from './translate.ts';

const PHONE_SIZE = { width: 390, height: 844 };
/** The minimum width and height of a button, so that a gloved finger can hit it, in pixels. */
const MIN_BUTTON_SIZE_PX = 56;
const DEVICE_NAME = '车床 1';
const CALL_TYPE = '缺料';

describeJourneys('What a terminal shows', (windows, database) => {
  let server: TestServer;
  let admin: Caller;
  let worker: TestWorker;
  let groupId: number;
  beforeAll(async () => {
    server = await startTestServer(database, { MES_CAPTCHA: 'on' });
    admin = await server.caller().logIn();
    const saveRecord = (path: string, fields: Record<string, unknown>) =>
      admin.send<{ id: number }>(`${path}/save`, fields);
    ({ id: groupId } = await saveRecord('/mes/system/basic/group', { code: 'G', name: '车削组' }));
    const groupFields = { workGroupId: groupId };
    worker = await hireWorker(admin, '王建国', ['TASK_REPORT'], groupFields);
    await saveRecord('/mes/system/basic/device', { code: 'L-1', name: DEVICE_NAME, ...groupFields });
    await saveRecord('/mes/system/basic/device', { code: 'L-2', name: '车床 2', ...groupFields });
    await saveRecord('/mes/system/basic/terminal', { code: 'T-1', name: '一号终端', ...groupFields });
    await saveRecord('/mes/system/classify', { classId: 'abnormalType', code: 'A1', name: CALL_TYPE });
  });
  afterAll(() => server?.close());

  const openTerminal = (size: { width: number; height: number }, expectedErrors?: RegExp) =>
    openTestTerminal(windows, server.url, size, expectedErrors);
  async function identifyWorker(page: Page, person = worker): Promise<void> {
    await typeBarcode(page, TEST_ADMIN.factoryCode, 'PERSON', person.badge);
    await page.getByRole('button', { name: person.name, exact: true, pressed: true }).waitFor();
  }
  const pressButton = (page: Page, key: TermKey, params?: Record<string, unknown>) =>
    page.getByRole('button', { name: translate(key, params) }).click();
  const readBox = async (element: Locator) => (await element.boundingBox())!;

  test('a report that the server cannot answer is kept, and a later refusal is shown until it is read', async () => {
    const { processIds } = await createAndReleaseOrder(admin as never, 'KEPT', 4, ['粗车']);
    const page = await openTerminal(TABLET_SIZE, /503|409/);
    await identifyWorker(page);
    await typeBarcode(page, TEST_ADMIN.factoryCode, 'CARD', 'KEPT-01');
    await page.route('**/mes/report/start', (route) =>
      route.fulfill({
        status: 503,
        json: { success: false, code: 'databaseAway', flag: null, message: 'away' },
      }),
    );
    await pressButton(page, 'startNow', { quantity: 4 });
    await page.getByText(translate('waitingToSend', { count: 1 })).waitFor();

    await admin.send('/mes/process/suspend', { processId: processIds[0], reason: '图纸变更' });
    await page.unroute('**/mes/report/start');
    const notice = page.getByRole('alertdialog');
    await notice.getByText(translate('startNow', { quantity: 4 })).waitFor();
    await notice.getByText(/粗车.*KEPT-01/).waitFor();
    await notice.getByText(translate('suspended')).waitFor();
    // The person leaves without reading the notice. The terminal shows it again when the same person is identified.
    await page.reload();
    await page.getByRole('heading', { name: translate('whoAreYou') }).waitFor();
    expect(await notice.count()).toBe(0);
    await identifyWorker(page);
    await notice.getByRole('button', { name: translate('haveRead') }).click();
    await notice.waitFor({ state: 'detached' });
    await page.reload();
    await page.getByRole('heading', { name: translate('whoAreYou') }).waitFor();
    await identifyWorker(page);
    await page.getByRole('region', { name: translate('madeToday') }).waitFor();
    expect(await notice.count()).toBe(0);
  });

  test('a wrong scan shows a message over the full width, and no other element moves', async () => {
    const page = await openTerminal(TABLET_SIZE, /422|404/);
    await identifyWorker(page);
    const overview = page.getByRole('region', { name: translate('madeToday') });
    const search = page.getByRole('textbox', { name: translate('scanOrType') });
    await overview.getByRole('button', { name: translate('unplannedWork') }).waitFor();
    const boxesBefore = [await readBox(overview), await readBox(search)];
    await typeBarcode(page, TEST_ADMIN.factoryCode, 'CARD', 'NOWHERE');
    const band = page.getByRole('alert').filter({ hasText: 'NOWHERE' });
    await band.waitFor();
    expect((await readBox(band)).width).toBe(TABLET_SIZE.width);
    expect([await readBox(overview), await readBox(search)]).toEqual(boxesBefore);
    await band.getByRole('button').click();
    await band.waitFor({ state: 'detached' });
  });

  test('the empty half shows today’s output and target, and the finish button shows good and scrap', async () => {
    const { processIds } = await createAndReleaseOrder(admin as never, 'DAY', 12, ['粗车']);
    const [processId] = processIds as [number];
    const { rows } = await server.connection.pool.query<{ today: string }>(
      `select (now() at time zone 'Asia/Shanghai')::date::text as today`,
    );
    const { version } = await admin.call<{ version: number }>('/mes/process/get', { id: processId });
    await admin.send('/mes/process/save', {
      id: processId,
      version,
      workGroupId: groupId,
      plannedEnd: rows[0]!.today,
    });
    const page = await openTerminal(TABLET_SIZE);
    await identifyWorker(page);
    const overview = page.getByRole('region', { name: translate('madeToday') });
    await overview.getByText(translate('stillToMake', { quantity: 12 })).waitFor();
    await typeBarcode(page, TEST_ADMIN.factoryCode, 'CARD', 'DAY-01');
    await page.getByRole('button', { name: DEVICE_NAME }).click();
    await pressButton(page, 'minutesAgo', { minutes: 30 });
    await pressButton(page, 'startNow', { quantity: 12 });
    await page
      .getByText(/^0:3\d:/)
      .first()
      .waitFor();
    await page.getByRole('button', { name: new RegExp(`^${translate('scrap')}`) }).click();
    const pad = page.getByRole('group', { name: translate('numberPad') });
    await pad.getByRole('button', { name: '1', exact: true }).click();
    const quantityText = `${translate('goodPieces', { quantity: 11 })} + ${translate('scrapPieces', { quantity: 1 })}`;
    await pressButton(page, 'finishNow', { quantity: quantityText });
    await page.getByText(new RegExp(`^${translate('finishedDone', { quantity: 12 })}`)).waitFor();
    await page.reload();
    await page.getByRole('button', { name: worker.name, exact: true }).click();
    await overview.getByText('11', { exact: true }).first().waitFor();
    await overview.getByText(translate('stillToMake', { quantity: 1 })).waitFor();
  });

  test('a busy device shows who works at it, and the device that was used last is preselected', async () => {
    const otherWorker = await hireWorker(admin, '李秀英', ['TASK_REPORT'], { workGroupId: groupId });
    // A new person has no reports of other tests, which would overlap with the reports of this test.
    const newWorker = await hireWorker(admin, '陈明', ['TASK_REPORT'], { workGroupId: groupId });
    const devices = await admin.call<{ id: number; label: string }[]>('/mes/system/basic/device/list', {});
    const findDeviceId = (name: string) => devices.find((device) => device.label === name)!.id;
    const processIds: number[] = [];
    for (const code of ['BUSY', 'LAST', 'NEXT']) {
      const [id] = (await createAndReleaseOrder(admin as never, code, 5, ['粗车'])).processIds as [number];
      const { version } = await admin.call<{ version: number }>('/mes/process/get', { id });
      await admin.send('/mes/process/save', { id, version, workGroupId: groupId });
      processIds.push(id);
    }
    const startReport = (processId: number, employeeId: number, deviceName: string) =>
      admin.send<{ reportId: number }>('/mes/report/start', {
        processId,
        quantity: 5,
        deviceId: findDeviceId(deviceName),
        people: [{ employeeId }],
        at: new Date(Date.now() - 300_000).toISOString(),
      });
    await startReport(processIds[0]!, otherWorker.id, '车床 2');
    const { reportId } = await startReport(processIds[1]!, newWorker.id, DEVICE_NAME);
    await admin.send('/mes/report/finish', { reportId, good: 5 });

    const page = await openTerminal(TABLET_SIZE);
    await identifyWorker(page, newWorker);
    await typeBarcode(page, TEST_ADMIN.factoryCode, 'CARD', 'NEXT-01');
    await page.getByRole('button', { name: DEVICE_NAME, exact: true, pressed: true }).waitFor();
    const busyDeviceLabel = `车床 2 ${translate('deviceBusy', { names: otherWorker.name })}`;
    await page.getByRole('button', { name: busyDeviceLabel, pressed: false }).waitFor();
  });

  test('a call from the empty half has buttons of 56 px, stays visible with its age, and can be withdrawn', async () => {
    const page = await openTerminal(TABLET_SIZE);
    await identifyWorker(page);
    await page
      .getByRole('region', { name: translate('madeToday') })
      .getByRole('button', { name: translate('abnormalCall') })
      .click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: CALL_TYPE }).waitFor();
    await dialog.getByText(translate('callDetails')).click();
    const targets = dialog.locator('button, summary, textarea');
    const sizes = await Promise.all((await targets.all()).map((target) => readBox(target)));
    expect(sizes.length).toBeGreaterThan(6);
    expect(sizes.filter(({ width, height }) => Math.min(width, height) < MIN_BUTTON_SIZE_PX)).toEqual([]);
    await dialog.getByRole('button', { name: DEVICE_NAME }).click();
    await dialog.getByRole('button', { name: CALL_TYPE }).click();

    const calls = page.getByRole('region', { name: translate('openCalls') });
    await calls.getByText(DEVICE_NAME).waitFor();
    const ageTimer = calls.getByRole('timer');
    await ageTimer.filter({ hasNotText: (await ageTimer.textContent())! }).waitFor();
    // After a reload nobody is identified. The call is still shown, but without a button to withdraw it.
    await page.reload();
    await calls.getByText(DEVICE_NAME).waitFor();
    const withdrawButton = calls.getByRole('button');
    expect(await withdrawButton.count()).toBe(0);
    await page.getByRole('button', { name: worker.name, exact: true }).click();
    await withdrawButton.click();
    await pressButton(page, 'calledByMistake');
    await calls.waitFor({ state: 'detached' });
  });

  test('a call stays open when the card that was chosen before it appears behind it', async () => {
    await createAndReleaseOrder(admin as never, 'SLOW', 5, ['粗车']);
    const page = await openTerminal(TABLET_SIZE);
    await identifyWorker(page);
    const callButton = page
      .getByRole('region', { name: translate('madeToday') })
      .getByRole('button', { name: translate('abnormalCall') });
    await callButton.and(page.locator(':enabled')).waitFor();
    let answerScan: () => void = () => undefined;
    const scanReleased = new Promise<void>((resolve) => (answerScan = resolve));
    await page.route('**/mes/floor/scan', async (route) => {
      await scanReleased;
      await route.continue();
    });
    const scanRequest = page.waitForRequest('**/mes/floor/scan');
    await typeBarcode(page, TEST_ADMIN.factoryCode, 'CARD', 'SLOW-01');
    await scanRequest;
    await callButton.click();
    const callType = page.getByRole('dialog').getByRole('button', { name: CALL_TYPE });
    await callType.waitFor();
    answerScan();
    await page
      .locator('.work-panel')
      .getByText(/SLOW-01/)
      .waitFor();
    expect(await callType.isVisible()).toBe(true);
  });

  test.each([
    ['a portrait tablet', PORTRAIT_TABLET_SIZE],
    ['a phone', PHONE_SIZE],
  ])('on %s the names do not cover the list, and a card fills the screen', async (name, size) => {
    const code = `FILL-${size.width}`;
    await createAndReleaseOrder(admin as never, code, 5, ['粗车']);
    const page = await openTerminal(size);
    const namesBox = await readBox(page.locator('.who-panel'));
    const listBox = await readBox(page.locator('.floor-side'));
    expect(namesBox.y + namesBox.height, name).toBeLessThanOrEqual(listBox.y);
    await identifyWorker(page);
    await typeBarcode(page, TEST_ADMIN.factoryCode, 'CARD', `${code}-01`);
    const startButton = page.getByRole('button', { name: translate('startNow', { quantity: 5 }) });
    await startButton.waitFor();
    const { y, height } = await readBox(startButton);
    expect(size.height - (y + height), name).toBeLessThan(40);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(size.width);
  });
});
