import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { formatNumber } from '#client/kit/words/formats.ts';
import { DEFAULT_LANG } from '#shared/kernel/lang.ts';
import { describeJourneys } from '#tests/support/browser.ts';
import { startAdminServer, type AdminServer } from '#tests/support/server.ts';
import { makeWorkbook, readWorkbookTexts, type SheetRows } from '#tests/support/workbooks.ts';
import { TEST_ADMIN } from '#tests/support/wire-server.ts';
import { logIn } from './log-in.ts';
import { translate } from './translate.ts';

/** `npm run bench transfer` imports more people. */
const PEOPLE_COUNT = process.env.MES_TEST_LONG === 'on' ? 20_000 : 5000;
/** The test fails if the dialog shows the same progress for this long, in milliseconds. */
const MAX_STALL_MS = 60_000;
/** The time limit of the test, in milliseconds. It is large, because the machine may be busy. */
const TEST_TIMEOUT_MS = 900_000;
/** The number of heading rows in an exported workbook. */
const HEADING_ROW_COUNT = 1;
/** Indexes of the three people whose rows are wrong in the first file. */
const WRONG_ROW_INDEXES = [17, PEOPLE_COUNT / 2, PEOPLE_COUNT - 2];

const formatCount = (count: number) => formatNumber(count, 0, DEFAULT_LANG);

/**
 * Waits until the dialog shows a text. Fails only if the dialog does not change for MAX_STALL_MS, so that the test also
 * passes on a slow machine.
 */
async function waitForTextUnlessStalled(dialog: Locator, text: string): Promise<void> {
  let progress = '';
  let changedAt = Date.now();
  while (!(await dialog.getByText(text).isVisible())) {
    const dialogText = await dialog.innerText();
    if (dialogText !== progress) {
      progress = dialogText;
      changedAt = Date.now();
    }
    if (Date.now() - changedAt > MAX_STALL_MS) throw new Error(`The import stands still:\n${progress}`);
    await pause(100);
  }
}

/** Makes a workbook of employees. With `hasWrongRows`, three employees have an unknown department. */
function makeEmployeeWorkbook(hasWrongRows: boolean): Buffer {
  const rows: SheetRows = [['编码', '名称', '部门', '在职状态', '手机']];
  for (let index = 0; index < PEOPLE_COUNT; index++)
    rows.push([
      `E${String(index).padStart(5, '0')}`,
      `员工${index}`,
      `D${index % 5}`,
      translate('onJob'),
      `139${String(index).padStart(8, '0')}`,
    ]);
  if (hasWrongRows) for (const index of WRONG_ROW_INDEXES) rows[index + 1]![2] = '没有的部门';
  return makeWorkbook({ 员工: rows });
}

describeJourneys('Workbooks', (windows, database) => {
  let server: AdminServer;
  beforeAll(async () => {
    server = await startAdminServer(database);
    for (let index = 0; index < 5; index++)
      await server.admin.call('/mes/system/basic/department/save', {
        code: `D${index}`,
        name: `车间${index}`,
      });
  });
  afterAll(() => server?.close());

  const countEmployees = async () =>
    (await server.admin.call<{ total: number }>('/mes/system/basic/employee/page', {})).total;
  const chooseFile = (page: Page, name: string, buffer: Buffer) =>
    page.getByRole('dialog').locator('input[type=file]').setInputFiles({
      name,
      mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      buffer,
    });

  // This test waits only for final states; tests/client/crud/import-dialog.test.tsx checks the progress.
  test(
    'thousands of people are imported after three wrong rows are corrected, and exported again',
    async () => {
      const { page } = await windows.open(`${server.url}/system/basic/employee`);
      page.setDefaultTimeout(60_000);
      await logIn(page, DEFAULT_LANG, TEST_ADMIN);
      const countBefore = await countEmployees();
      await page.getByRole('button', { name: translate('importList'), exact: true }).click();
      const dialog = page.getByRole('dialog');
      await chooseFile(page, '员工.xlsx', makeEmployeeWorkbook(true));
      await waitForTextUnlessStalled(dialog, translate('importWrong', { count: WRONG_ROW_INDEXES.length }));
      const wrongLines = await dialog.locator('tbody tr').allInnerTexts();
      expect(wrongLines.map((line) => line.split('\t')[1])).toEqual(
        WRONG_ROW_INDEXES.map((index) => String(index + 2)),
      );
      expect(wrongLines[0]).toContain('没有的部门');
      expect(await countEmployees()).toBe(countBefore);

      await dialog.getByRole('button', { name: translate('importAnother') }).click();
      await chooseFile(page, '员工.xlsx', makeEmployeeWorkbook(false));
      await waitForTextUnlessStalled(dialog, translate('importFine'));
      const verdict = await dialog.locator('dl').innerText();
      expect(verdict).toContain(formatCount(PEOPLE_COUNT));
      expect(await countEmployees()).toBe(countBefore);
      await dialog
        .getByRole('button', { name: translate('importWrite', { count: formatCount(PEOPLE_COUNT) }) })
        .click();
      await waitForTextUnlessStalled(
        dialog,
        translate('importWritten', { added: formatCount(PEOPLE_COUNT), changed: formatCount(0) }),
      );
      expect(await countEmployees()).toBe(countBefore + PEOPLE_COUNT);
      await dialog.getByRole('button', { name: translate('done') }).click();
      await page.getByText('E00000', { exact: true }).waitFor();

      const downloadPromise = page.waitForEvent('download', { timeout: TEST_TIMEOUT_MS });
      await page.getByRole('button', { name: translate('exportList'), exact: true }).click();
      const download = await downloadPromise;
      expect(download.suggestedFilename()).toMatch(/^员工 \d{4}-\d{2}-\d{2}\.xlsx$/);
      const [exportedRows] = Object.values(readWorkbookTexts(readFileSync(await download.path())));
      expect(exportedRows!.length - HEADING_ROW_COUNT).toBe(countBefore + PEOPLE_COUNT);
    },
    TEST_TIMEOUT_MS,
  );
});
