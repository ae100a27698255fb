import type { Page } from 'playwright';
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

describeJourneys('A routing', (windows, database) => {
  let server: TestServer;
  let admin: Caller;
  let orderId: number;
  let partId: number;
  beforeAll(async () => {
    server = await startTestServer(database, { MES_CAPTCHA: 'on' });
    admin = await server.caller().logIn();
    for (const [code, name] of [
      ['C1', '下料'],
      ['C2', '粗车'],
      ['C3', '精车'],
    ])
      await admin.send('/mes/system/basic/crafts/save', { code, name });
    ({ id: orderId } = await admin.send<{ id: number }>('/mes/order/save', {
      code: 'W-1',
      name: '轴',
      quantity: 12,
    }));
    ({ id: partId } = await admin.send<{ id: number }>('/mes/order/part/save', {
      orderId,
      code: 'S',
      name: '传动轴',
      quantity: 12,
    }));
  });
  afterAll(() => server?.close());

  const readRouting = async () =>
    (
      await admin.call<PageAnswer<Entity<'process'>>>('/mes/process/page', {
        filter: { partId },
        sort: 'seq',
      })
    ).rows;
  const openRouting = async (): Promise<Page> => {
    const { page, allowErrors } = await windows.open(`${server.url}/login`);
    await logIn(page, DEFAULT_LANG, { ...TEST_ADMIN, code: TEST_VERIFICATION_CODE });
    await page.locator('.navigation').waitFor();
    // The browser reports each refused call as an error.
    allowErrors(/status of (409|422) .*routing\/save/);
    await page.goto(`${server.url}/order/${orderId}`);
    await page.getByRole('button', { name: translate('editRouting'), exact: true }).click();
    await findTable(page).waitFor();
    return page;
  };
  const findDialog = (page: Page) =>
    page.getByRole('dialog', { name: translate('editRoutingNamed', { name: '传动轴' }) });
  const findTable = (page: Page) => findDialog(page).locator('.lines-input');
  const findCell = (page: Page, column: TermKey, row: number) =>
    findTable(page).getByLabel(`${translate(column)} ${row}`, { exact: true });
  /** Pastes a text into the focused input, as the browser does it. */
  const pasteText = (page: Page, text: string) =>
    page.evaluate((copiedText) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', copiedText);
      const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
      document.activeElement!.dispatchEvent(event);
    }, text);
  const saveRouting = (page: Page) =>
    findDialog(page)
      .getByRole('button', { name: translate('save'), exact: true })
      .click();

  test('is pasted from a spreadsheet, put in order by keyboard, and saved at once', async () => {
    const page = await openRouting();
    await findTable(page)
      .getByRole('button', { name: translate('addLine') })
      .click();
    await findCell(page, 'seq', 1).focus();
    await pasteText(page, '10\tC2\t\n２０\t精车\t精车外圆\n30\t下料\t\n40\t没有这道\t');
    await page.getByText('没有这道').first().waitFor();
    await expect.poll(() => findCell(page, 'craft', 2).inputValue()).toBe('精车');
    // The user removes the line that was not understood, and moves cutting to the first place.
    await findCell(page, 'name', 4).focus();
    await page.keyboard.press('Control+Delete');
    await findCell(page, 'seq', 4).waitFor({ state: 'detached' });
    await findCell(page, 'name', 3).focus();
    await page.keyboard.press('Alt+ArrowUp');
    await page.keyboard.press('Alt+ArrowUp');
    await expect.poll(() => findCell(page, 'craft', 1).inputValue()).toBe('下料');
    // The user types a time in the first line and copies it to all lines below.
    await findCell(page, 'deviceMinutes', 1).fill('2.5');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Control+d');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Control+d');
    await expect.poll(() => findCell(page, 'deviceMinutes', 3).inputValue()).toBe('2.5');
    expect(await findViolations(page, 'light')).toEqual([]);
    await saveRouting(page);
    await findDialog(page).waitFor({ state: 'detached' });
    await page.getByRole('listitem').filter({ hasText: '精车外圆' }).waitFor();
    expect(
      (await readRouting()).map(({ seq, name, deviceMinutes, plannedQuantity }) => [
        seq,
        name,
        deviceMinutes,
        plannedQuantity,
      ]),
    ).toEqual([
      [10, '下料', 2.5, 12],
      [20, '粗车', 2.5, 12],
      [30, '精车外圆', 2.5, 12],
    ]);
  });

  test('is refused at the cell that is wrong, and keeps what was typed when somebody else was faster', async () => {
    const page = await openRouting();
    await findCell(page, 'plannedStart', 1).fill('2026-05-08');
    await findCell(page, 'plannedStart', 2).fill('2026-05-04');
    await saveRouting(page);
    await findDialog(page).getByRole('alert').filter({ hasText: '2026-05-04' }).waitFor();
    await expect.poll(() => findCell(page, 'plannedStart', 1).getAttribute('aria-invalid')).toBe('true');
    await findCell(page, 'plannedStart', 2).fill('2026-05-09');

    const [, second] = await readRouting();
    await admin.send('/mes/process/save', {
      id: second!.id,
      version: second!.version,
      transferMinutes: 30,
      name: '粗车两端',
    });
    await saveRouting(page);
    await findDialog(page)
      .getByText(translate('routingReloaded', { by: second!.updatedBy }))
      .waitFor();
    expect(await findCell(page, 'name', 2).inputValue()).toBe('粗车两端');
    expect(await findCell(page, 'plannedStart', 2).inputValue()).toBe('2026-05-09');
    await saveRouting(page);
    await findDialog(page).waitFor({ state: 'detached' });
    expect((await readRouting())[1]).toMatchObject({
      name: '粗车两端',
      transferMinutes: 30,
      plannedStart: '2026-05-09',
    });
  });
});
