import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Lang } from '#shared/kernel/lang.ts';
import { translateTerm, type TermKey } from '#shared/terms/index.ts';
import { describeJourneys } from '#tests/support/browser.ts';
import { makeOrderCode } from '#tests/support/plan-client.ts';
import { startPlanServer, type PlanServer } from '#tests/support/plan-server.ts';
import { makeWorkbook, type SheetRows } from '#tests/support/workbooks.ts';
import { TEST_ADMIN } from '#tests/support/wire-server.ts';
import { logIn } from './log-in.ts';

const LANG: Lang = 'zh_CN';
const FILE_NAME = '五月计划.xlsx';
const translate = (key: TermKey, params?: Record<string, unknown>) => translateTerm(LANG, key, params);

describeJourneys('A plan file', (windows, database) => {
  let floor: PlanServer;
  beforeAll(async () => {
    floor = await startPlanServer(database);
  });
  afterAll(() => floor?.server.close());

  /** Makes a plan of two orders. The first order has an assembly with two parts. */
  const makePlan = (codes: readonly [string, string], craft: string): Buffer => {
    const rows: SheetRows = [
      ['工单号', '工单名称', '工单数量', '交期', '零件编码', '零件名称', '上级零件编码', '工艺路线'],
      [codes[0], '减速机', 10, '2031-05-20', 'GB-100', '减速机总成', null, '装配'],
      [null, null, null, null, 'GB-110', '输出轴', 'GB-100', `车→${craft}→磨`],
      [null, null, null, null, 'GB-120', '轴承座', 'GB-100', '铣→磨'],
      [codes[1], '法兰', 20, '2031-05-28', 'F-20', '法兰', null, '车'],
    ];
    return makeWorkbook({ 计划: rows });
  };
  const openDialog = async (page: Page) => {
    await page.getByRole('button', { name: translate('importPlan'), exact: true }).click();
    return page.getByRole('dialog', { name: translate('importPlan') });
  };
  const chooseFile = (page: Page, buffer: Buffer) =>
    page.getByRole('dialog').locator('input[type=file]').setInputFiles({
      name: FILE_NAME,
      mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      buffer,
    });
  const undoLastImport = async (page: Page) => {
    const row = page.getByRole('row').filter({ hasText: FILE_NAME }).first();
    await row.getByRole('button', { name: translate('undoPlanImport') }).click();
    await page
      .getByRole('dialog', { name: translate('undoPlanImport') })
      .getByRole('button', { name: translate('undoPlanImport') })
      .click();
  };

  test('is corrected, imported and released; it can be undone only until pieces are received', async () => {
    const { page, allowErrors } = await windows.open(`${floor.server.url}/order`);
    allowErrors(/409/);
    await logIn(page, LANG, TEST_ADMIN);
    const codes = [makeOrderCode(), makeOrderCode()] as const;

    const dialog = await openDialog(page);
    await chooseFile(page, makePlan(codes, '没有的工艺'));
    await dialog.getByText(translate('importWrong', { count: 1 })).waitFor();
    expect(await dialog.locator('tbody tr').allInnerTexts()).toEqual([
      expect.stringMatching(/^计划\s+3\s+H\s*工艺路线\s+没有的工艺\s+找不到/),
    ]);

    await dialog.getByRole('button', { name: translate('importAnother') }).click();
    await chooseFile(page, makePlan(codes, '铣'));
    await dialog.getByText(translate('importFine')).waitFor();
    await dialog.getByText('车 → 铣 → 磨').waitFor();
    await dialog.getByRole('button', { name: translate('planWrite', { count: 2 }) }).click();
    await dialog.getByText(translate('planWritten', { orders: 2, parts: 4, processes: 7 })).waitFor();
    await dialog.getByRole('button', { name: translate('showPlanOrders') }).click();
    for (const code of codes) await page.getByText(code, { exact: true }).waitFor();

    await openDialog(page);
    await undoLastImport(page);
    await page.getByText(translate('planImportIsUndone', { count: 2 })).waitFor();
    await page.getByText(codes[0], { exact: true }).waitFor({ state: 'detached' });

    await chooseFile(page, makePlan(codes, '铣'));
    await dialog.getByText(translate('planReleaseAtOnce')).click();
    await dialog.getByRole('button', { name: translate('planWrite', { count: 2 }) }).click();
    await dialog.getByText(translate('planReleased', { count: 2 })).waitFor();
    await dialog.getByRole('button', { name: translate('showPlanOrders') }).click();
    await page.getByText(codes[1], { exact: true }).waitFor();
    const order = await floor.findOrder(codes[1]);
    expect(order.state).toBe('released');
    const [part] = await floor.readParts(order.id);
    const [process] = await floor.readProcesses(part!.id);
    await floor.server.admin.call('/mes/report/receive', { processId: process!.id, quantity: 1 });

    await openDialog(page);
    await undoLastImport(page);
    const refusal = page.getByRole('dialog', { name: translate('notDone') });
    await refusal.getByText(translate('error.planImportUsed', { count: 1 })).waitFor();
    await refusal.getByRole('link', { name: codes[1] }).waitFor();
    expect((await floor.findOrder(codes[0])).state).toBe('released');
  });
});
