import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEFAULT_LANG } from '#shared/kernel/lang.ts';
import { describeJourneys } from '#tests/support/browser.ts';
import { getIsoTimeAgo } from '#tests/support/floor.ts';
import { startTestServer, TEST_ADMIN, type Caller, type TestServer } from '#tests/support/wire-server.ts';
import { findViolations } from './axe.ts';
import { logIn } from './log-in.ts';
import { translate } from './translate.ts';

const DESKTOP_SIZE = { width: 1920, height: 1080 };

interface SavedRow {
  id: number;
  version: number;
}

describeJourneys('Scrap', (windows, database) => {
  let server: TestServer;
  let admin: Caller;
  let orderId: number;
  let processIds: number[];
  beforeAll(async () => {
    server = await startTestServer(database, { MES_CAPTCHA: 'off' });
    admin = await server.caller().logIn();
    const save = (path: string, fields: Record<string, unknown>) =>
      admin.send<SavedRow>(`/mes/${path}/save`, fields);
    await save('system/basic/shelf', { code: 'S1', name: '成品架 1' });
    const order = await save('order', { code: 'W-7', name: '传动轴', quantity: 5 });
    orderId = order.id;
    const part = await save('order/part', { orderId, code: 'P-7', name: '轴', quantity: 5 });
    processIds = [];
    for (const [index, name] of ['车外圆', '铣键槽'].entries()) {
      const craft = await save('system/basic/crafts', { code: `C${index}`, name });
      const process = await save('process', { partId: part.id, seq: (index + 1) * 10, craftId: craft.id });
      processIds.push(process.id);
    }
    await admin.send('/mes/order/release', { id: orderId, version: order.version });
  });
  afterAll(() => server?.close());

  test('is replenished on the order page, another bad piece is reworked, and all go into the warehouse', async () => {
    const [turning, milling] = processIds as [number, number];
    // One person makes the reports one after the other.
    let minutesAgo = 50;
    const report = (processId: number, fields: Record<string, number>) => {
      minutesAgo -= 10;
      const times = { minutes: 1, endedAt: getIsoTimeAgo(minutesAgo) };
      return admin.send('/mes/report/record', { processId, source: 'kiosk', ...times, ...fields });
    };
    const { page } = await windows.open(`${server.url}/login`, DESKTOP_SIZE);
    await logIn(page, DEFAULT_LANG, TEST_ADMIN);
    await page.getByRole('navigation', { name: translate('navigation'), exact: true }).waitFor();
    await page.goto(`${server.url}/order/${orderId}`);
    await page.getByRole('heading', { level: 1, name: /W-7/ }).waitFor();
    const lossList = page.getByRole('list', { name: translate('answerScrap'), exact: true });
    const startReworkName = translate('actOf', { what: translate('startRework'), name: '铣键槽' });
    expect(await lossList.count()).toBe(0);

    // A terminal reports bad pieces. The open order page shows them without a reload.
    await report(turning, { good: 5 });
    await report(milling, { good: 3, scrap: 1, rework: 1 });
    await lossList.getByText(translate('scrapWithoutAnswer', { quantity: '1' })).waitFor();
    expect(await findViolations(page, 'light')).toEqual([]);
    const replenishName = translate('actOf', { what: translate('replenish'), name: '铣键槽 · 轴' });
    await lossList.getByRole('button', { name: replenishName, exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: translate('answerReason') }).fill('键槽铣偏');
    expect(await findViolations(page, 'light')).toEqual([]);
    await dialog.getByRole('button', { name: translate('replenish'), exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    await lossList.waitFor({ state: 'detached' });
    await page.getByRole('rowheader', { name: 'W-7-02', exact: true }).waitFor();
    const answers = page.getByRole('region', { name: translate('lossAnswers'), exact: true });
    await answers.getByRole('row', { name: /键槽铣偏/ }).waitFor();

    // The piece on the side card is reworked.
    const sideCard = page.getByRole('region', {
      name: translate('actOf', { what: translate('rework'), name: '铣键槽' }),
      exact: true,
    });
    await sideCard.getByText(translate('reworkWaits', { quantity: '1' })).waitFor();
    await sideCard.getByRole('button', { name: startReworkName, exact: true }).click();
    await dialog.getByRole('button', { name: translate('startRework'), exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    const finishReworkButton = sideCard.getByRole('button', {
      name: new RegExp(`^${translate('finishRework')}`),
    });
    await finishReworkButton.waitFor();
    await server.connection.pool.query(
      `update work_report set started_at = started_at - interval '5 minutes' where is_rework`,
    );
    await finishReworkButton.click();
    await dialog.getByRole('button', { name: translate('finishRework'), exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    await sideCard.waitFor({ state: 'detached' });

    // The scrapped piece is made again, and all five pieces go into the warehouse.
    await report(turning, { good: 1 });
    await report(milling, { good: 1 });
    const putInButton = page.getByRole('button', {
      name: translate('warehouseInOf', { name: '轴' }),
      exact: true,
    });
    const warehouse = page.getByRole('region', { name: translate('warehouseStatus'), exact: true });
    await warehouse.getByText('5', { exact: true }).first().waitFor();
    await putInButton.click();
    await dialog.getByRole('combobox', { name: translate('shelf'), exact: true }).fill('成品架');
    await page.getByRole('option', { name: /成品架 1/ }).click();
    await dialog.getByRole('button', { name: translate('warehouseIn'), exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    await warehouse.getByText('成品架 1').waitFor();
    await putInButton.waitFor({ state: 'detached' });
    expect(await findViolations(page, 'dark')).toEqual([]);
    const order = await admin.call<Record<string, unknown>>('/mes/order/get', { id: orderId });
    expect(order).toMatchObject({ state: 'completed', quantity: 5, completedQuantity: 5 });
  });
});
