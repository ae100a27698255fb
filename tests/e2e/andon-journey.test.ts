import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEFAULT_LANG } from '#shared/kernel/lang.ts';
import type { TermKey } from '#shared/terms/index.ts';
import { describeJourneys } from '#tests/support/browser.ts';
import { startAdminServer, type AdminServer } from '#tests/support/server.ts';
import { TEST_ADMIN } from '#tests/support/wire-server.ts';
import { hireWorker, type TestWorker } from '#tests/support/wire-floor.ts';
import { logIn } from './log-in.ts';
import { setUpTablet, typeBarcode, TABLET_SIZE } from './terminal.ts';
import { translate } from './translate.ts';
import { Wall } from './wall.ts';

const PHONE_SIZE = { width: 390, height: 844 };
const CALL_TYPE = '刀具破损';
const DEVICE_NAME = '数控车床 3#';
const CRAFT_NAME = '粗车';
const SOLUTION = '换刀片,重新对刀';

const pressButton = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' }).click();

describeJourneys('A call for help', (windows, database) => {
  let server: AdminServer;
  let orderId: number;
  let worker: TestWorker;
  beforeAll(async () => {
    server = await startAdminServer(database);
    const saveRow = async (path: string, fields: Record<string, unknown>) =>
      server.admin.call<{ id: number; version: number }>(`${path}/save`, fields);
    await saveRow('/mes/system/classify', { classId: 'abnormalType', code: 'T1', name: CALL_TYPE });
    const device = await saveRow('/mes/system/basic/device', { code: 'CNC-03', name: DEVICE_NAME });
    const craft = await saveRow('/mes/system/basic/crafts', { code: 'CC', name: CRAFT_NAME });
    const order = await saveRow('/mes/order', { code: 'WO-1', name: '齿轮箱壳体', quantity: 8 });
    const part = await saveRow('/mes/order/part', {
      orderId: order.id,
      code: 'P1',
      name: '壳体',
      quantity: 8,
    });
    await saveRow('/mes/process', { partId: part.id, seq: 10, craftId: craft.id, deviceId: device.id });
    await server.admin.call('/mes/order/release', { id: order.id, version: order.version });
    orderId = order.id;
    await saveRow('/mes/system/basic/terminal', { code: 'T-1', name: '一号终端' });
    worker = await hireWorker(server.admin, '王建国');
  });
  afterAll(() => server?.close());

  test('is raised at the terminal in two touches, shown on the wall at once, and ended on a phone', async () => {
    const wallWindow = await windows.open(`${server.url}${Wall.path}`, Wall.size);
    const wall = await Wall.open(wallWindow.page, DEFAULT_LANG, TEST_ADMIN);
    const callsTile = wall.findTile('openCalls');
    await callsTile.getByText(translate('noOpenCalls')).waitFor();

    const { page: desk } = await windows.open(`${server.url}/order/${orderId}`);
    await logIn(desk, DEFAULT_LANG, TEST_ADMIN);
    await desk
      .getByRole('button', { name: translate('actOf', { what: translate('callHelp'), name: CRAFT_NAME }) })
      .waitFor();

    const { page: tablet } = await windows.open(`${server.url}/login`, TABLET_SIZE);
    await setUpTablet(tablet, 'T-1', TEST_ADMIN);
    await typeBarcode(tablet, TEST_ADMIN.factoryCode, 'PERSON', worker.badge);
    await tablet.getByRole('button', { name: worker.name, exact: true }).waitFor();
    await typeBarcode(tablet, TEST_ADMIN.factoryCode, 'CARD', 'WO-1-01');
    const helpButton = tablet.getByRole('button', { name: new RegExp(`${translate('callHelp')}$`) });
    await helpButton.waitFor();
    const waitForRow = await wall.watchRow('openCalls', [CALL_TYPE, DEVICE_NAME, `${worker.name} 呼叫`]);
    await helpButton.click();
    const [response] = await Promise.all([
      tablet.waitForResponse('**/mes/andon/raise'),
      pressButton(tablet, CALL_TYPE),
    ]);
    await response.finished();
    const { startTime, responseEnd } = response.request().timing();
    const wallDelayMs = (await waitForRow()) - (startTime + responseEnd);
    console.log(`A call is on the wall ${Math.round(wallDelayMs)} ms after it was answered`);
    expect(wallDelayMs).toBeLessThan(10_000);
    await desk
      .getByRole('article', { name: `10 ${CRAFT_NAME}` })
      .getByText(CALL_TYPE)
      .waitFor();
    await desk.getByRole('link', { name: translate('callsBadge', { count: 1 }) }).waitFor();

    const { page: phone } = await windows.open(`${server.url}/andon`, PHONE_SIZE);
    await logIn(phone, DEFAULT_LANG, TEST_ADMIN);
    const card = phone.getByRole('article', { name: `${CALL_TYPE} ${DEVICE_NAME}` });
    await card.waitFor();
    // The page does not scroll sideways, so the button is in reach.
    expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      PHONE_SIZE.width,
    );
    const getStepButtonName = (step: TermKey) =>
      translate('actOf', { what: translate(step), name: `${DEVICE_NAME} · ${CALL_TYPE}` });
    const waitForAcknowledgedRow = await wall.watchRow('openCalls', [DEVICE_NAME, '响应']);
    await pressButton(phone, getStepButtonName('acknowledge'));
    expect(await waitForAcknowledgedRow()).not.toBeNaN();
    await pressButton(phone, getStepButtonName('arrive'));
    await callsTile.getByText('到场').waitFor();
    await pressButton(phone, getStepButtonName('solve'));
    const dialog = phone.getByRole('dialog');
    await dialog.getByRole('textbox', { name: translate('solution') }).fill(SOLUTION);
    await dialog.getByRole('button', { name: translate('solve'), exact: true }).click();
    await card.waitFor({ state: 'detached' });
    await callsTile.getByText(translate('noOpenCalls')).waitFor();
    await desk.getByRole('link', { name: translate('callsBadge', { count: 0 }) }).waitFor();

    await phone.getByRole('tab', { name: translate('historyTab') }).click();
    await phone.getByText(SOLUTION).waitFor();
    expect(await wall.hasPageStayedOpen()).toBe(true);
  });
});
