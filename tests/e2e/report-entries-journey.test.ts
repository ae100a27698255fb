import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BarcodeType } from '#shared/rules/barcode.ts';
import { describeJourneys } from '#tests/support/browser.ts';
import { getIsoTimeAgo } from '#tests/support/floor.ts';
import { addTerminal, hireWorker, identifyAtTerminal, type TestWorker } from '#tests/support/wire-floor.ts';
import { startTestServer, TEST_ADMIN, type Caller, type TestServer } from '#tests/support/wire-server.ts';
import { findCutText } from './cut-text.ts';
import { openTestTerminal, TABLET_SIZE, typeBarcode } from './terminal.ts';
import { translate } from './translate.ts';

interface KeptReport {
  parameters: { code: string; value: number; outsideLimits: boolean }[];
  barcodes: { barcode: string }[];
}

describeJourneys('What a craft asks for', (windows, database) => {
  let server: TestServer;
  let admin: Caller;
  beforeAll(async () => {
    server = await startTestServer(database, { MES_CAPTCHA: 'on' });
    admin = await server.caller().logIn();
    await admin.send('/mes/system/basic/terminal/save', { code: 'T-1', name: '一号终端' });
  });
  afterAll(() => server?.close());

  const scanBarcode = (page: Page, type: BarcodeType, code: string) =>
    typeBarcode(page, TEST_ADMIN.factoryCode, type, code);
  /** Types a text like a scanner in keyboard mode. */
  const scanText = async (page: Page, text: string) => {
    await page.keyboard.type(text, { delay: 2 });
    await page.keyboard.press('Enter');
  };
  /** Makes a released order of three pieces with one process, on which a new worker has begun. */
  async function beginWork(
    code: string,
    craft: Record<string, unknown>,
  ): Promise<{ reportId: number; worker: TestWorker }> {
    const worker = await hireWorker(admin, `工人 ${code}`, ['TASK_REPORT']);
    const saveRecord = <T extends object>(path: string, fields: Record<string, unknown>) =>
      admin.send<T & { id: number }>(`/mes/${path}/save`, fields);
    const order = await saveRecord<{ version: number }>('order', { code, name: code, quantity: 3 });
    const part = await saveRecord('order/part', { orderId: order.id, code, name: '阀体', quantity: 3 });
    const { id: craftId } = await saveRecord('system/basic/crafts', { code, ...craft });
    const { id: processId } = await saveRecord('process', { partId: part.id, seq: 10, craftId });
    await admin.send('/mes/order/release', { id: order.id, version: order.version });
    const { terminal } = await addTerminal(server, admin);
    const person = await identifyAtTerminal(server, terminal, { badge: worker.badge });
    const { reportId } = await person.send<{ reportId: number }>('/mes/report/start', {
      processId,
      quantity: 3,
      at: getIsoTimeAgo(10),
    });
    return { reportId, worker };
  }
  const readReport = (id: number) => admin.call<KeptReport>('/mes/report/get', { id });
  const openCard = async (card: string, worker: TestWorker): Promise<Page> => {
    const page = await openTestTerminal(windows, server.url, TABLET_SIZE);
    await scanBarcode(page, 'PERSON', worker.badge);
    await page.getByRole('button', { name: worker.name, exact: true }).waitFor();
    await scanBarcode(page, 'CARD', card);
    return page;
  };

  test('measured values are typed on the number pad one after the other, and a value out of limits is told at once', async () => {
    const { reportId, worker } = await beginWork('HEAT', {
      name: '淬火',
      reportWay: 'byProductionParameters',
      productionParameters: [
        { code: 'T', name: '炉温', unit: '℃', lowerLimit: 830, upperLimit: 860, decimals: 0 },
        { code: 'Z', name: '变形量', unit: 'mm', lowerLimit: -0.5, upperLimit: 0.5, decimals: 2 },
      ],
    });
    const page = await openCard('HEAT-01', worker);
    const finishButton = page.getByRole('button', { name: translate('finishNow', { quantity: 3 }) });
    await finishButton.waitFor();
    expect(await finishButton.isDisabled()).toBe(true);
    await page.getByText(translate('error.parameterMissing', { name: '炉温' })).waitFor();
    const pad = page.getByRole('group', { name: translate('numberPad') });
    const typeKeys = async (...keys: string[]) => {
      for (const key of keys) await pad.getByRole('button', { name: key, exact: true }).click();
    };
    const nextButton = pad.getByRole('button', { name: translate('nextValue') });
    await nextButton.click();
    await typeKeys('8', '7', '5');
    await page
      .getByRole('alert')
      .getByText(translate('valueAboveLimit', { name: '炉温', value: '875', limit: '860 ℃' }))
      .waitFor();
    await nextButton.click();
    await typeKeys('0', '.', '2', '5');
    await pad.getByRole('button', { name: translate('changeSign') }).click();
    await page.getByText(translate('entriesComplete')).waitFor();
    expect(await findCutText(page.getByRole('main').getByRole('button'))).toEqual([]);
    await finishButton.click();
    await page.getByText(new RegExp(`^${translate('finishedDone', { quantity: 3 })}`)).waitFor();
    expect((await readReport(reportId)).parameters).toMatchObject([
      { code: 'T', value: 875, outsideLimits: true },
      { code: 'Z', value: -0.25, outsideLimits: false },
    ]);
  });

  test('each scan of a piece is counted, and a wrong one is said in a band and moves nothing', async () => {
    const { reportId, worker } = await beginWork('LEAK', {
      name: '气密检测',
      reportWay: 'byBarcode',
      barcodeContent: 'FT-###',
      barcodeRequired: true,
    });
    const page = await openCard('LEAK-01', worker);
    const finishButton = page.getByRole('button', { name: translate('finishNow', { quantity: 3 }) });
    await page.getByText('0 / 3', { exact: true }).waitFor();
    const band = page.getByRole('alert');
    for (const [text, count] of [
      ['FT-001', '1 / 3'],
      ['FT-002', '2 / 3'],
    ] as const) {
      await scanText(page, text);
      await page.getByText(count, { exact: true }).waitFor();
    }
    for (const [text, problem] of [
      ['FT-002', translate('error.pieceBarcodeRepeated', { barcode: 'FT-002' })],
      ['FT-12', translate('error.pieceBarcodeFormat', { barcode: 'FT-12', pattern: 'FT-###' })],
    ] as const) {
      await scanText(page, text);
      await band.getByText(problem).waitFor();
      await page.getByText('2 / 3', { exact: true }).waitFor();
      expect(await finishButton.isDisabled()).toBe(true);
    }
    await scanText(page, 'FT-003');
    await page.getByText('3 / 3', { exact: true }).waitFor();
    await band.waitFor({ state: 'detached' });
    await finishButton.click();
    await page.getByText(new RegExp(`^${translate('finishedDone', { quantity: 3 })}`)).waitFor();
    expect((await readReport(reportId)).barcodes.map(({ barcode }) => barcode)).toEqual([
      'FT-001',
      'FT-002',
      'FT-003',
    ]);
  });
});
