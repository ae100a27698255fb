import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEFAULT_LANG } from '#shared/kernel/lang.ts';
import { describeJourneys } from '#tests/support/browser.ts';
import { startChildServer } from '#tests/support/child-server.ts';
import { openClient } from '#tests/support/client.ts';
import { makeDatabase } from '#tests/support/databases.ts';
import { findFreePort } from '#tests/support/server-process.ts';
import { makeWorkbook, readWorkbookTexts } from '#tests/support/workbooks.ts';
import { startTestServer, TEST_ADMIN, type TestServer } from '#tests/support/wire-server.ts';
import { logIn } from './log-in.ts';
import { translate } from './translate.ts';

describeJourneys('Files through a relay in front of an existing MES', (windows, database) => {
  let relay: TestServer;
  let mesUrl: string;
  const closeCallbacks: (() => Promise<unknown> | void)[] = [];
  beforeAll(async () => {
    const mesDatabase = await makeDatabase(database.kind);
    closeCallbacks.push(() => mesDatabase.remove());
    const mes = await startChildServer(mesDatabase, await findFreePort());
    closeCallbacks.push(() => mes.end());
    mesUrl = mes.url;
    relay = await startTestServer(database, { MES_UPSTREAM_URL: mes.url });
    closeCallbacks.push(() => relay.close());
  });
  afterAll(async () => {
    for (const close of closeCallbacks.toReversed()) await close();
  });

  test('a picture is uploaded and downloaded, a list is imported and exported', async () => {
    const { page } = await windows.open(`${relay.url}/system/guideBook/edit/new`);
    await logIn(page, DEFAULT_LANG, TEST_ADMIN);
    await page.getByLabel(translate('guideTitle')).waitFor();
    const picture = await page.screenshot();

    await page.locator('input[type=file]').setInputFiles({
      name: '工位.png',
      mimeType: 'image/png',
      buffer: picture,
    });
    const fileButton = page.getByRole('button', { name: /工位\.png/ });
    await fileButton.waitFor();
    const downloadPromise = page.waitForEvent('download');
    await fileButton.click();
    const download = await downloadPromise;
    expect(download.suggestedFilename()).toBe('工位.png');
    expect(readFileSync(await download.path()).equals(picture)).toBe(true);

    await page.goto(`${relay.url}/system/basic/unit`);
    await page.getByRole('button', { name: translate('importList'), exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.locator('input[type=file]').setInputFiles({
      name: '单位.xlsx',
      mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      buffer: makeWorkbook({
        单位: [
          [translate('code'), translate('name'), translate('decimals')],
          ['PCS', '件', 0],
          ['KG', '千克', 3],
        ],
      }),
    });
    await dialog.getByText(translate('importFine')).waitFor();
    await dialog.getByRole('button', { name: translate('importWrite', { count: 2 }) }).click();
    await dialog.getByText(translate('importWritten', { added: 2, changed: 0 })).waitFor();
    await dialog.getByRole('button', { name: translate('done') }).click();
    await page.getByText('千克', { exact: true }).waitFor();

    const exportPromise = page.waitForEvent('download');
    await page.getByRole('button', { name: translate('exportList'), exact: true }).click();
    const workbookDownload = await exportPromise;
    const rows = Object.values(readWorkbookTexts(readFileSync(await workbookDownload.path())))[0]!;
    expect(rows.map((row) => row[0])).toEqual([translate('code'), 'KG', 'PCS']);

    // The rows are stored in the MES, not in the relay.
    const mesClient = await openClient(mesUrl, TEST_ADMIN);
    const { total } = await mesClient.call<{ total: number }>('/mes/system/basic/unit/page', {});
    expect(total).toBe(2);
  });
});
