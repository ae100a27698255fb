import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEFAULT_LANG } from '#shared/kernel/lang.ts';
import { addBoard, makeTile } from '#tests/support/board-maker.ts';
import { describeJourneys } from '#tests/support/browser.ts';
import { DEFAULT_PASSWORD } from '#tests/support/wire-people.ts';
import { startTestServer, TEST_ADMIN, type Caller, type TestServer } from '#tests/support/wire-server.ts';
import { findViolations } from './axe.ts';
import { logIn } from './log-in.ts';
import { Wall } from './wall.ts';
import { translate } from './translate.ts';

const CHOSEN_PASSWORD = 'Better123';
const DESKTOP_SIZE = { width: 1600, height: 900 };

interface SavedRow {
  id: number;
  version: number;
}

describeJourneys('Outsourcing', (windows, database) => {
  let server: TestServer;
  let admin: Caller;
  beforeAll(async () => {
    server = await startTestServer(database, {
      MES_DEFAULT_PASSWORD: DEFAULT_PASSWORD,
      MES_CAPTCHA: 'off',
    });
    admin = await server.caller().logIn();
  });
  afterAll(() => server?.close());

  /** Creates a released order of 10 pins that are hardened and then ground, and a supplier with a user. */
  async function prepareOrder(): Promise<{ orderId: number }> {
    const supplier = await admin.send<SavedRow>('/mes/system/basic/supplier/save', {
      code: 'HEAT',
      shortName: 'Heater',
    });
    await admin.send('/mes/system/basic/supplierUser/save', {
      supplierId: supplier.id,
      code: 'hans',
      name: 'Hans',
    });
    const supplierCaller = await server
      .caller()
      .logIn({ employeeCode: 'hans', supplierCode: 'HEAT', password: DEFAULT_PASSWORD });
    await supplierCaller.send('/mes/user/password/modify', {
      oldPassword: DEFAULT_PASSWORD,
      newPassword: CHOSEN_PASSWORD,
      newPasswordAgain: CHOSEN_PASSWORD,
    });
    const order = await admin.send<SavedRow>('/mes/order/save', { code: 'PINS', name: 'Pins', quantity: 10 });
    const part = { orderId: order.id, code: 'PIN-1', name: 'Pin', quantity: 10 };
    const { id: partId } = await admin.send<SavedRow>('/mes/order/part/save', part);
    for (const [index, name] of ['Harden', 'Grind'].entries()) {
      const craft = await admin.send<SavedRow>('/mes/system/basic/crafts/save', { code: name, name });
      await admin.send('/mes/process/save', { partId, seq: (index + 1) * 10, craftId: craft.id });
    }
    await admin.send('/mes/order/release', { id: order.id, version: order.version });
    return { orderId: order.id };
  }

  test('goes out in part and back in part, watched on the order page and by the supplier', async () => {
    const { orderId } = await prepareOrder();
    const { page, allowErrors } = await windows.open(`${server.url}/login`, DESKTOP_SIZE);
    await logIn(page, DEFAULT_LANG, TEST_ADMIN);
    await page.getByRole('link', { name: translate('outsourcingOrders'), exact: true }).click();
    const addButton = translate('addNamed', { name: translate('outsourcingOrder') });
    await page.getByRole('button', { name: addButton, exact: true }).first().click();
    await page.getByRole('combobox', { name: translate('supplier') }).click();
    await page.getByRole('option', { name: 'Heater' }).click();
    await page.getByRole('button', { name: translate('addProcesses') }).click();
    await page.getByRole('textbox', { name: translate('searchProcesses') }).fill('harden');
    await page
      .getByRole('row', { name: /Harden/ })
      .locator('label')
      .click();
    await page.getByRole('button', { name: translate('addCount', { count: 1 }) }).click();
    await page.getByRole('button', { name: translate('save'), exact: true }).click();
    await page.getByRole('heading', { level: 1, name: /^OS-0001/ }).waitFor();
    expect(await findViolations(page, 'light')).toEqual([]);

    // A wall shows what is at suppliers, and another window shows the work order. Neither is reloaded.
    const board = await addBoard(admin, [makeTile({ type: 'outsourcingOut', w: 24, h: 12 })]);
    const wall = (await windows.open(`${server.url}/board/${board.id}`, Wall.size)).page;
    await logIn(wall, DEFAULT_LANG, TEST_ADMIN);
    const outsourcingRow = wall.locator('[data-row]').filter({ hasText: 'OS-0001' });
    const findOutQuantity = (quantity: number) => outsourcingRow.getByText(String(quantity), { exact: true });
    await wall.getByRole('region').first().waitFor();
    expect(await outsourcingRow.count()).toBe(0);
    const watcher = (await windows.open(`${server.url}/login`, DESKTOP_SIZE)).page;
    await logIn(watcher, DEFAULT_LANG, TEST_ADMIN);
    await watcher.getByRole('navigation', { name: translate('navigation'), exact: true }).waitFor();
    await watcher.goto(`${server.url}/order/${orderId}`);
    await watcher.getByText('Harden').first().waitFor();
    const watchedMark = watcher.getByText(new RegExp(`${translate('outsourced')} \\d`)).first();
    expect(await watchedMark.count()).toBe(0);

    const dialog = page.getByRole('dialog');
    const movePieces = async (verb: 'sendPieces' | 'returnPieces', quantities: Record<string, string>) => {
      await page.getByRole('button', { name: translate(verb), exact: true }).click();
      for (const [name, quantity] of Object.entries(quantities))
        await dialog.getByRole('textbox', { name: `${name} · Harden` }).fill(quantity);
      await dialog.getByRole('button', { name: translate(verb), exact: true }).click();
    };
    await movePieces('sendPieces', { [translate('quantity')]: '6' });
    await page.getByText(translate('sendDone', { note: 'OS-0001-1' })).waitFor();
    await watcher
      .getByText(`${translate('outsourced')} 6`)
      .first()
      .waitFor();
    await findOutQuantity(6).waitFor();
    // The server refuses a return of more pieces than the supplier has. The message names the process, and the dialog
    // keeps the typed values.
    allowErrors(/409 \(Conflict\)/);
    await movePieces('returnPieces', { [translate('returnedGood')]: '7' });
    await dialog.getByText(/工序“Harden”外协中 6/).waitFor();
    await dialog.getByRole('textbox', { name: `${translate('returnedGood')} · Harden` }).fill('3');
    await dialog.getByRole('textbox', { name: `${translate('returnedHold')} · Harden` }).fill('1');
    await dialog.getByRole('button', { name: translate('returnPieces'), exact: true }).click();
    await watcher
      .getByText(`${translate('outsourced')} 2`)
      .first()
      .waitFor();
    await findOutQuantity(2).waitFor();
    await page.locator('.state-mark', { hasText: translate('partlyReturned') }).waitFor();

    // The delivery note names the supplier and the pieces of this shipment.
    await page.getByRole('button', { name: new RegExp(translate('printDeliveryNote')) }).click();
    const note = page.getByRole('article');
    await note.getByText('OS-0001-1').waitFor();
    expect(await note.getByRole('cell', { name: '6', exact: true }).count()).toBe(1);
    await dialog.getByRole('button', { name: translate('dismiss'), exact: true }).click();

    // The supplier sees its work, and confirms a day. The factory sees the day without a reload.
    const supplierPage = (await windows.open(`${server.url}/login`, DESKTOP_SIZE)).page;
    await supplierPage.getByRole('button', { name: translate('supplier'), exact: true }).click();
    for (const [label, text] of [
      ['factoryCode', TEST_ADMIN.factoryCode],
      ['supplierCode', 'HEAT'],
      ['userCode', 'hans'],
      ['password', CHOSEN_PASSWORD],
    ] as const)
      await supplierPage.getByRole('textbox', { name: translate(label), exact: true }).fill(text);
    await supplierPage.getByRole('button', { name: translate('logIn'), exact: true }).click();
    const work = supplierPage.getByRole('table', { name: translate('outsourcingOrders') });
    const row = work.getByRole('row').filter({ hasText: 'OS-0001' });
    await row.getByText('Harden').waitFor();
    expect(await supplierPage.getByText('PINS').count()).toBe(0);
    await row.getByRole('button', { name: `${translate('confirmReturn')} OS-0001` }).click();
    const day = supplierPage.getByRole('dialog').getByRole('textbox', { name: translate('confirmedReturn') });
    await day.fill('2031-05-06');
    await day.press('Enter');
    await page.getByText(`${translate('confirmedReturn')}: 2031-05-06`).waitFor();

    // The remaining pieces go out and come back, and the order is completed.
    await movePieces('sendPieces', {});
    await watcher
      .getByText(`${translate('outsourced')} 6`)
      .first()
      .waitFor();
    await movePieces('returnPieces', {});
    await page
      .locator('.state-mark', { hasText: translate('completed') })
      .first()
      .waitFor();
    await watchedMark.waitFor({ state: 'detached' });
    await outsourcingRow.waitFor({ state: 'detached' });
    await row.locator('.state-mark', { hasText: translate('completed') }).waitFor({ timeout: 60_000 });
  });
});
