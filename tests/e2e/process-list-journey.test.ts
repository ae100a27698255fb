import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEFAULT_LANG } from '#shared/kernel/lang.ts';
import type { ProcessProgress } from '#shared/ledger/process-progress.ts';
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
import { setCheckbox } from './set-checkbox.ts';
import { translate } from './translate.ts';

describeJourneys('The processes of all orders', (windows, database) => {
  let server: TestServer;
  let admin: Caller;
  let orderIds: number[];
  beforeAll(async () => {
    server = await startTestServer(database, { MES_CAPTCHA: 'on' });
    admin = await server.caller().logIn();
    const saveRecord = <T extends object>(path: string, fields: Record<string, unknown>) =>
      admin.send<T & { id: number }>(`/mes/${path}/save`, fields);
    const [sawing, turning] = [
      await saveRecord('system/basic/crafts', { code: 'C1', name: '锯料' }),
      await saveRecord('system/basic/crafts', { code: 'C2', name: '粗车' }),
    ];
    await saveRecord('system/basic/group', { code: 'G1', name: '车削组', craftIds: [turning.id] });
    orderIds = [];
    for (const [index, code] of ['L-1', 'L-2', 'L-3'].entries()) {
      const order = await saveRecord<{ version: number }>('order', { code, name: '轴', quantity: 5 });
      const part = await saveRecord('order/part', {
        orderId: order.id,
        code,
        name: `传动轴 ${index}`,
        quantity: 5,
      });
      await saveRecord('process', { partId: part.id, seq: 10, craftId: sawing.id });
      await saveRecord('process', { partId: part.id, seq: 20, craftId: turning.id });
      await admin.send('/mes/order/release', { id: order.id, version: order.version });
      orderIds.push(order.id);
    }
    // In the second order, the planned start of sawing is later than the start that the test will plan for turning.
    const [second] = await admin.call<ProcessProgress[]>('/mes/process/progress', { orderId: orderIds[1] });
    await saveRecord('process', { id: second!.processId, version: 1, plannedStart: '2031-05-01' });
  });
  afterAll(() => server?.close());

  test('are filtered, planned together with a verdict for each, and started together at a desk', async () => {
    const { page } = await windows.open(`${server.url}/login`);
    await logIn(page, DEFAULT_LANG, { ...TEST_ADMIN, code: TEST_VERIFICATION_CODE });
    await page.getByRole('link', { name: translate('processManagement'), exact: true }).click();
    const table = page.getByRole('table', { name: translate('processManagement') });
    await table.getByRole('row', { name: /L-3/ }).first().waitFor();
    expect(await findViolations(page, 'light')).toEqual([]);
    await page.getByRole('textbox', { name: translate('search') }).fill('粗车');
    await page.waitForURL(/q=/);
    await page.getByRole('heading', { name: `${translate('processManagement')} 3` }).waitFor();
    await setCheckbox(table.getByRole('checkbox', { name: translate('selectAll') }), true);
    await page.getByText(translate('selectedCount', { count: 3 })).waitFor();

    await page.getByRole('button', { name: translate('planTogether') }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: translate('plannedStart') }).fill('2031-04-01');
    await page.keyboard.press('Tab');
    await dialog.getByText(translate('previewCounts', { changed: 2, unchanged: 0, refused: 1 })).waitFor();
    expect(await findViolations(page, 'light')).toEqual([]);
    await dialog.getByRole('button', { name: translate('changeProcesses', { count: 2 }) }).click();
    await dialog.getByText(translate('batchCounts', { done: 2, refused: 1 })).waitFor();
    await dialog.getByRole('button', { name: translate('dismiss') }).click();
    await page.getByText(translate('selectedCount', { count: 1 })).waitFor();
    await expect.poll(() => table.getByRole('cell', { name: '2031-04-01' }).count()).toBe(2);

    // The other view keeps its own address, and the back key returns to the list with its filter.
    await page.getByText(translate('processViewProgress'), { exact: true }).click();
    await page.getByRole('heading', { name: translate('progressQuery') }).waitFor();
    await page.goBack();
    await table.getByRole('row', { name: /粗车/ }).first().waitFor();
    expect(page.url()).toMatch(/view=list/);
    expect(decodeURIComponent(page.url())).toContain('q=粗车');

    // A dialog that a menu opens has the focus in its first field.
    await page.goto(`${server.url}/order/${orderIds[0]}`);
    await page
      .getByRole('button', { name: translate('moreActions'), exact: true })
      .first()
      .click();
    await page.getByRole('menuitem', { name: translate('copyOrder') }).click();
    const code = page.getByRole('dialog').getByRole('textbox', { name: translate('orderCode') });
    await code.waitFor();
    // The menu has faded out by then, and has not taken the focus back.
    await page.locator('.bp6-popover').waitFor({ state: 'detached' });
    expect(await code.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.press('Escape');

    await page.getByRole('link', { name: translate('deskReporting'), exact: true }).click();
    const workToDo = page.getByRole('region', { name: translate('workToDo'), exact: true });
    const chooseAllCheckbox = workToDo.getByRole('checkbox', { name: translate('chooseAllFitting') });
    await workToDo.getByRole('row', { name: /锯料/ }).nth(2).waitFor();
    await setCheckbox(chooseAllCheckbox, true);
    const startText = translate('verbWithQuantity', { verb: translate('start'), quantity: 3 });
    await workToDo.getByRole('button', { name: startText, exact: true }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', {
        name: translate('verbWithQuantity', { verb: translate('start'), quantity: 15 }),
      })
      .click();
    const runningRegion = page.getByRole('region', { name: translate('runningWork'), exact: true });
    await runningRegion.getByRole('row', { name: /锯料/ }).nth(2).waitFor();
    await page.getByRole('button', { name: translate('undo') }).click();
    await runningRegion.getByText(translate('nothingRuns')).waitFor();
    const [process] = await admin.call<ProcessProgress[]>('/mes/process/progress', { orderId: orderIds[0] });
    expect(process).toMatchObject({ inWork: 0, open: [] });
  });
});
