import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Lang } from '#shared/kernel/lang.ts';
import { term, type TermKey } from '#shared/terms/index.ts';
import { journeys } from '#tests/support/browser.ts';
import { startAdminServer, type AdminServer } from '#tests/support/server.ts';
import { TEST_ADMIN } from '#tests/support/wire-server.ts';
import { hireWorker, type FloorPerson } from '#tests/support/wire-floor.ts';
import { logIn } from './log-in.ts';
import { openTerminal, scan, TABLET } from './terminal.ts';
import { Wall } from './wall.ts';

const LANG: Lang = 'zh_CN';
const PHONE = { width: 390, height: 844 };
const TYPE = '刀具破损';
const DEVICE = '数控车床 3#';
const CRAFT = '粗车';
const SOLUTION = '换刀片,重新对刀';

const say = (key: TermKey, params?: Record<string, unknown>) => term(LANG, key, params);
const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' }).click();

journeys('A call for help', (windows, database) => {
  let server: AdminServer;
  let orderId: number;
  let worker: FloorPerson;
  beforeAll(async () => {
    server = await startAdminServer(database);
    const save = async (path: string, fields: Record<string, unknown>) =>
      server.admin.call<{ id: number; version: number }>(`${path}/save`, fields);
    await save('/mes/system/classify', { classId: 'abnormalType', code: 'T1', name: TYPE });
    const device = await save('/mes/system/basic/device', { code: 'CNC-03', name: DEVICE });
    const craft = await save('/mes/system/basic/crafts', { code: 'CC', name: CRAFT });
    const order = await save('/mes/order', { code: 'WO-1', name: '齿轮箱壳体', quantity: 8 });
    const part = await save('/mes/order/part', { orderId: order.id, code: 'P1', name: '壳体', quantity: 8 });
    await save('/mes/process', { partId: part.id, seq: 10, craftId: craft.id, deviceId: device.id });
    await server.admin.call('/mes/order/release', { id: order.id, version: order.version });
    orderId = order.id;
    await save('/mes/system/basic/terminal', { code: 'T-1', name: '一号终端' });
    worker = await hireWorker(server.admin, '王建国');
  });
  afterAll(() => server?.close());

  test('raised at the terminal in two touches, on the wall at once, answered on a phone, gone', async () => {
    const hanging = await windows.open(`${server.url}${Wall.path}`, Wall.size);
    const wall = await Wall.open(hanging.page, LANG, TEST_ADMIN);
    const calls = wall.tile('openCalls');
    await calls.getByText(say('noOpenCalls')).waitFor();

    const { page: desk } = await windows.open(`${server.url}/order/${orderId}`);
    await logIn(desk, LANG, TEST_ADMIN);
    await desk.getByRole('button', { name: say('actOf', { what: say('callHelp'), name: CRAFT }) }).waitFor();

    const { page: tablet } = await windows.open(`${server.url}/login`, TABLET);
    await openTerminal(tablet, 'T-1', TEST_ADMIN);
    await scan(tablet, TEST_ADMIN.factoryCode, 'PERSON', worker.badge);
    await tablet.getByRole('button', { name: worker.name, exact: true }).waitFor();
    await scan(tablet, TEST_ADMIN.factoryCode, 'CARD', 'WO-1-01');
    const help = tablet.getByRole('button', { name: new RegExp(`${say('callHelp')}$`) });
    await help.waitFor();
    const shown = await wall.watchRow('openCalls', [TYPE, DEVICE, say('raised')]);
    await help.click();
    const [answer] = await Promise.all([tablet.waitForResponse('**/mes/andon/raise'), press(tablet, TYPE)]);
    await answer.finished();
    const { startTime, responseEnd } = answer.request().timing();
    const onWall = (await shown()) - (startTime + responseEnd);
    console.log(`A call is on the wall ${Math.round(onWall)} ms after it was answered`);
    expect(onWall).toBeLessThan(1000);
    await desk
      .getByRole('article', { name: `10 ${CRAFT}` })
      .getByText(TYPE)
      .waitFor();
    await desk.getByRole('link', { name: say('callsBadge', { count: 1 }) }).waitFor();

    const { page: phone } = await windows.open(`${server.url}/andon`, PHONE);
    await logIn(phone, LANG, TEST_ADMIN);
    const card = phone.getByRole('article', { name: `${TYPE} ${DEVICE}` });
    await card.waitFor();
    // The page does not scroll sideways, so the button is in reach.
    expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);
    const next = (step: TermKey) => say('actOf', { what: say(step), name: `${DEVICE} · ${TYPE}` });
    const acknowledged = await wall.watchRow('openCalls', [DEVICE, say('acknowledged')]);
    await press(phone, next('acknowledge'));
    expect(await acknowledged()).not.toBeNaN();
    await press(phone, next('arrive'));
    await calls.getByText(say('onSite')).waitFor();
    await press(phone, next('solve'));
    const dialog = phone.getByRole('dialog');
    await dialog.getByRole('textbox', { name: say('solution') }).fill(SOLUTION);
    await dialog.getByRole('button', { name: say('solve'), exact: true }).click();
    await card.waitFor({ state: 'detached' });
    await calls.getByText(say('noOpenCalls')).waitFor();
    await desk.getByRole('link', { name: say('callsBadge', { count: 0 }) }).waitFor();

    await phone.getByRole('tab', { name: say('historyTab') }).click();
    await phone.getByText(SOLUTION).waitFor();
    expect(await wall.hasStayed()).toBe(true);
  });
});
