import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEFAULT_LANG } from '#shared/kernel/lang.ts';
import type { ProcessProgress } from '#shared/ledger/process-progress.ts';
import { describeJourneys } from '#tests/support/browser.ts';
import { readWorkbookTexts } from '#tests/support/workbooks.ts';
import { hireWorker } from '#tests/support/wire-floor.ts';
import { createAndReleaseOrder } from '#tests/support/wire-order.ts';
import {
  startTestServer,
  TEST_ADMIN,
  TEST_VERIFICATION_CODE,
  type Caller,
  type TestServer,
} from '#tests/support/wire-server.ts';
import { findViolations } from './axe.ts';
import { findCutText } from './cut-text.ts';
import { logIn } from './log-in.ts';
import { translate } from './translate.ts';

describeJourneys('A recall', (windows, database) => {
  let server: TestServer;
  let admin: Caller;
  beforeAll(async () => {
    server = await startTestServer(database, { MES_CAPTCHA: 'on' });
    admin = await server.caller().logIn();
  });
  afterAll(() => server?.close());

  test('from a device and a time span holds everything', async () => {
    const device = await admin.send<{ id: number }>('/mes/system/basic/device/save', {
      code: 'C-7',
      name: '数控车床',
    });
    await admin.send('/mes/system/classify/save', { classId: 'errorClass', code: 'DIM', name: '尺寸超差' });
    const firstOrder = await createAndReleaseOrder(admin as never, 'RC1', 6, ['粗车', '精车']);
    const secondOrder = await createAndReleaseOrder(admin as never, 'RC2', 4, ['粗车']);
    for (const [{ processIds }, good, scrap] of [
      [firstOrder, 5, 1],
      [secondOrder, 4, 0],
    ] as const) {
      const worker = await hireWorker(admin, '王建国');
      const { reportId } = await admin.send<{ reportId: number }>('/mes/report/start', {
        processId: processIds[0],
        quantity: good + scrap,
        deviceId: device.id,
        people: [{ employeeId: worker.id }],
        at: new Date(Date.now() - 10 * 60_000).toISOString(),
      });
      await admin.send('/mes/report/finish', { reportId, good, scrap });
    }

    const { page } = await windows.open(`${server.url}/login`, { width: 1600, height: 1000 });
    await logIn(page, DEFAULT_LANG, { ...TEST_ADMIN, code: TEST_VERIFICATION_CODE });
    await page.getByRole('link', { name: translate('recall'), exact: true }).click();
    await page.getByText(translate('recallForwardTitle')).waitFor();
    await page.getByRole('combobox', { name: translate('recallOrigin') }).selectOption('device');
    await page.getByRole('combobox', { name: translate('device'), exact: true }).fill('C-7');
    await page.getByRole('option', { name: /C-7/ }).click();
    await page.getByRole('textbox', { name: translate('recallFrom') }).fill('2020-01-01');
    await page.getByRole('button', { name: translate('startTrace') }).click();

    // Everything is found, and the timer has stopped.
    await page.getByText(translate('foundOfExpected', { found: 10, expected: 10, percent: 100 })).waitFor();
    await page.getByText(translate('recallTook')).waitFor();
    const table = page.getByRole('table', { name: translate('foundPieces') });
    expect(await table.getByRole('row').count()).toBe(4);
    await page.getByRole('button', { name: 'C-7 数控车床' }).waitFor();
    expect(await findViolations(page, 'light')).toEqual([]);
    expect(await findCutText(page.locator('.place-bar'))).toEqual([]);

    // The exported sheets contain the times of the timer.
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: new RegExp(translate('exportList')) }).click();
    const chunks: Buffer[] = [];
    for await (const chunk of await (await download).createReadStream()) chunks.push(chunk as Buffer);
    const sheets = readWorkbookTexts(Buffer.concat(chunks));
    expect(Object.keys(sheets)).toEqual([
      translate('recallRecord'),
      translate('foundPieces'),
      translate('genealogy'),
    ]);
    const [heads, record] = sheets[translate('recallRecord')] as string[][];
    expect(record![heads!.indexOf(translate('recallCompletedAt'))]).toMatch(/^\d{4}-\d\d-\d\d/);

    // One button holds all pieces except the scrap.
    await page.getByRole('button', { name: translate('holdEverything', { count: 2 }) }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(translate('holdSummary', { count: 2, quantity: 9 })).waitFor();
    await dialog.getByText(translate('notHeldRows', { quantity: 1 })).waitFor();
    await dialog.getByRole('button', { name: translate('holdFoundPieces'), exact: true }).click();
    await dialog.getByText(translate('batchCounts', { done: 2, refused: 0 })).waitFor();
    expect(await findViolations(page, 'light')).toEqual([]);
    const readHeldPieces = async (processId: number) =>
      (await admin.call<ProcessProgress[]>('/mes/process/progress', { processId }))[0]!.hold;
    expect(
      await Promise.all([firstOrder, secondOrder].map(({ processIds }) => readHeldPieces(processIds[0]!))),
    ).toEqual([5, 4]);
    await dialog
      .getByRole('button', { name: translate('dismiss') })
      .last()
      .click();
    await page.getByRole('button', { name: `${translate('onHold')} 9` }).waitFor();
    await page.getByRole('button', { name: translate('holdEverything', { count: 0 }) }).waitFor();
  });
});
