import type { Locator } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Entity } from '#shared/entities/index.ts';
import { DEFAULT_LANG } from '#shared/kernel/lang.ts';
import type { PageAnswer } from '#shared/kernel/wire.ts';
import type { TermKey } from '#shared/terms/index.ts';
import { describeJourneys } from '#tests/support/browser.ts';
import {
  startTestServer,
  TEST_ADMIN,
  TEST_VERIFICATION_CODE,
  type Caller,
  type TestServer,
} from '#tests/support/wire-server.ts';
import { findViolations } from './axe.ts';
import { logIn } from './log-in.ts';
import { translate } from './translate.ts';

const DAY = '2031-03-03';

describeJourneys('A planner', (windows, database) => {
  let server: TestServer;
  let admin: Caller;
  let deviceId: number;
  let craftId: number;
  const ordersByCode = new Map<string, { orderId: number; processId: number }>();
  const saveRecord = async (path: string, fields: Record<string, unknown>) =>
    (await admin.send<{ id: number }>(`/mes${path}/save`, fields)).id;
  const addOrder = async (code: string) => {
    const orderId = await saveRecord('/order', { code, name: '法兰', quantity: 5 });
    const part = { orderId, code: 'FL-1', name: '法兰盘', quantity: 5, size: '100×100' };
    const partId = await saveRecord('/order/part', part);
    const processId = await saveRecord('/process', { partId, seq: 10, craftId, deviceId });
    ordersByCode.set(code, { orderId, processId });
  };
  beforeAll(async () => {
    server = await startTestServer(database, { MES_CAPTCHA: 'on' });
    admin = await server.caller().logIn();
    deviceId = await saveRecord('/system/basic/device', { code: 'M1', name: '铣床一' });
    const deviceFormulaId = await saveRecord('/system/basic/formula', {
      code: 'F1',
      name: '按面积',
      expression: '2 + 长 * 宽 / 1000',
      inputs: ['长', '宽'].map((name) => ({ name, testValue: 10 })),
    });
    craftId = await saveRecord('/system/basic/crafts', { code: 'C1', name: '铣面', deviceFormulaId });
    for (const code of ['W-1', 'W-2']) await addOrder(code);
    const { processId } = ordersByCode.get('W-2')!;
    await admin.send('/mes/process/save', {
      id: processId,
      version: 1,
      appointmentStart: `${DAY}T01:00:00.000Z`,
      appointmentEnd: `${DAY}T03:00:00.000Z`,
    });
  });
  afterAll(() => server?.close());

  const fillDateAndTime = async (dialog: Locator, label: TermKey, time: string) => {
    const input = dialog.locator('.moment-input', {
      has: dialog.page().getByLabel(translate(label), { exact: true }),
    });
    await input.locator('input').first().fill(DAY);
    await input.locator('input').first().press('Tab');
    await input.locator('.time-input input').fill(time);
    await input.locator('.time-input input').press('Tab');
  };

  test('books a device, synchronises an order, measures the part again and keeps the routing', async () => {
    const { page } = await windows.open(`${server.url}/login`);
    await logIn(page, DEFAULT_LANG, { ...TEST_ADMIN, code: TEST_VERIFICATION_CODE });
    await page.locator('.navigation').waitFor();
    const { orderId, processId } = ordersByCode.get('W-1')!;
    await page.goto(`${server.url}/order/${orderId}`);
    const card = page.getByRole('article', { name: '10 铣面' });
    const dialog = page.getByRole('dialog');
    const pressButton = (area: Locator | typeof page, key: TermKey, params?: Record<string, unknown>) =>
      area.getByRole('button', { name: translate(key, params), exact: true }).click();
    const openMenu = () => pressButton(card, 'actOf', { what: translate('moreActions'), name: '铣面' });

    // The booking overlaps the booking of the other order. The dialog warns the planner before saving, and the card
    // shows the overlap afterwards.
    await openMenu();
    await page.getByRole('menuitem', { name: translate('edit'), exact: true }).click();
    await fillDateAndTime(dialog, 'appointmentStart', '10:00');
    await fillDateAndTime(dialog, 'appointmentEnd', '14:00');
    await dialog.getByRole('status').filter({ hasText: 'W-2 法兰盘 铣面' }).waitFor();
    await pressButton(dialog, 'save');
    await dialog.waitFor({ state: 'detached' });
    await card.getByText(`${translate('appointment')} ${DAY} 10:00 – 14:00`).waitFor();
    await card.getByText('W-2 法兰盘 铣面').waitFor();

    // Synchronised processes share the booking, so that it does not overlap any more.
    await openMenu();
    await page.getByRole('menuitem', { name: translate('synchronise'), exact: true }).click();
    // While the dialog still moves, a forced click may miss the checkbox. A key press cannot miss it.
    await dialog.getByRole('checkbox', { name: 'W-2 法兰盘 铣面' }).press('Space');
    expect(await findViolations(page, 'light')).toEqual([]);
    await pressButton(dialog, 'synchroniseCount', { count: 1 });
    await dialog.waitFor({ state: 'detached' });
    await card.getByRole('link', { name: 'W-2 法兰盘' }).waitFor();
    await card.getByText('◆').waitFor({ state: 'detached' });

    // The part becomes larger. The dialog shows the old and the new time.
    await page.getByRole('button', { name: translate('editNamed', { name: '法兰盘' }), exact: true }).click();
    await dialog.getByText(translate('moreFields')).click();
    await dialog.getByLabel(translate('size'), { exact: true }).fill('125×100');
    await dialog.getByRole('status').filter({ hasText: '12 → 14.5' }).waitFor();
    await pressButton(dialog, 'save');
    await dialog.waitFor({ state: 'detached' });
    expect(await admin.call<Entity<'process'>>('/mes/process/get', { id: processId })).toMatchObject({
      deviceMinutes: 14.5,
    });

    await pressButton(page, 'saveToLibrary');
    await dialog.getByLabel(translate('code'), { exact: true }).fill('STD-FL');
    await pressButton(dialog, 'save');
    await page.getByText(translate('savedToLibrary', { code: 'STD-FL', edition: 1 })).waitFor();
    const { rows } = await admin.call<PageAnswer<Entity<'processLibrary'>>>('/mes/process/library/page', {});
    expect(rows).toMatchObject([{ code: 'STD-FL', partCode: 'FL-1', state: 'draft' }]);

    await pressButton(page, 'whereUsedOf', { code: 'FL-1' });
    const orders = page.getByRole('region', { name: translate('workOrders'), exact: true });
    await orders.getByRole('link', { name: 'W-2', exact: true }).waitFor();
    await page
      .getByRole('region', { name: translate('documentsOfPart'), exact: true })
      .getByText('STD-FL')
      .waitFor();
    expect(await findViolations(page, 'light')).toEqual([]);
  });
});
