import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEFAULT_LANG } from '#shared/kernel/lang.ts';
import type { ProcessProgress } from '#shared/ledger/process-progress.ts';
import { describeJourneys } from '#tests/support/browser.ts';
import { hireWorker, type TestWorker } from '#tests/support/wire-floor.ts';
import {
  startTestServer,
  TEST_ADMIN,
  TEST_VERIFICATION_CODE,
  type Caller,
  type TestServer,
} from '#tests/support/wire-server.ts';
import { logIn } from './log-in.ts';
import {
  findBatchButton,
  findListedProcess,
  openTestTerminal,
  PORTRAIT_TABLET_SIZE,
  TABLET_SIZE,
  typeBarcode,
} from './terminal.ts';
import { translate } from './translate.ts';

describeJourneys('A furnace with many parts', (windows, database) => {
  let server: TestServer;
  let admin: Caller;
  let worker: TestWorker;
  let groupId: number;
  beforeAll(async () => {
    server = await startTestServer(database, { MES_CAPTCHA: 'on' });
    admin = await server.caller().logIn();
    ({ id: groupId } = await admin.send<{ id: number }>('/mes/system/basic/group/save', {
      code: 'G',
      name: '热处理组',
    }));
    worker = await hireWorker(admin, '王建国', ['TASK_REPORT'], { workGroupId: groupId });
    await admin.send('/mes/system/basic/terminal/save', {
      code: 'T-1',
      name: '一号终端',
      workGroupId: groupId,
    });
  });
  afterAll(() => server?.close());

  /** Releases an order with one process of the group. @returns the id of the process */
  async function makeProcess(code: string, craftId: number, quantity: number): Promise<number> {
    const order = await admin.send<{ id: number; version: number }>('/mes/order/save', {
      code,
      name: code,
      quantity,
    });
    const part = await admin.send<{ id: number }>('/mes/order/part/save', {
      orderId: order.id,
      code,
      name: `零件 ${code}`,
      quantity,
    });
    const process = await admin.send<{ id: number }>('/mes/process/save', {
      partId: part.id,
      seq: 10,
      craftId,
      workGroupId: groupId,
    });
    await admin.send('/mes/order/release', { id: order.id, version: order.version });
    return process.id;
  }
  const saveCraft = async (code: string, name: string) =>
    (await admin.send<{ id: number }>('/mes/system/basic/crafts/save', { code, name })).id;
  const readProgress = async (processId: number) =>
    (await admin.call<ProcessProgress[]>('/mes/process/progress', { processId }))[0]!;
  const findRow = (page: Page, code: string) => findListedProcess(page, new RegExp(`零件 ${code}`));

  test('is started and finished at once, and a part that is refused says why and stays chosen', async () => {
    const hardening = await saveCraft('K1', '淬火');
    const [first, second] = [await makeProcess('H1', hardening, 12), await makeProcess('H2', hardening, 8)];
    await makeProcess('M1', await saveCraft('K2', '精车'), 5);
    const page = await openTestTerminal(windows, server.url, TABLET_SIZE);
    await typeBarcode(page, TEST_ADMIN.factoryCode, 'PERSON', worker.badge);
    await page.getByRole('button', { name: worker.name, exact: true }).waitFor();

    await page.getByRole('button', { name: translate('reportSeveral'), exact: true }).click();
    await findRow(page, 'H1').click();
    expect(await findRow(page, 'M1').isDisabled()).toBe(true);
    await findRow(page, 'H2').click();
    expect(await findRow(page, 'H2').getAttribute('aria-pressed')).toBe('true');
    // The second part has too few pieces, so its row is refused. The first part is started.
    const quantityOfSecond = page.getByRole('spinbutton', { name: /H2/ });
    await quantityOfSecond.fill('9');
    await findBatchButton(page, 'start', 21).click();
    const result = page.getByRole('dialog', { name: translate('start') });
    await result.getByText(translate('batchCounts', { done: 1, refused: 1 })).waitFor();
    await result
      .getByRole('row')
      .filter({ hasText: 'H2' })
      .getByText(/9.*8|8.*9/)
      .waitFor();
    await result.getByRole('button', { name: translate('dismiss'), exact: true }).click();
    expect(await readProgress(first)).toMatchObject({ inWork: 12 });
    expect(await readProgress(second)).toMatchObject({ inWork: 0 });
    await quantityOfSecond.fill('5');
    await findBatchButton(page, 'start', 5).click();
    await page
      .locator('.batch-panel')
      .getByText(translate('batchDone', { verb: translate('start'), count: 1 }))
      .waitFor();

    await server.connection.pool.query(
      `update work_report set started_at = started_at - interval '10 minutes'`,
    );
    await page.getByRole('button', { name: new RegExp(`^${translate('myWork')}`) }).click();
    await findRow(page, 'H1').click();
    await findRow(page, 'H2').click();
    await findBatchButton(page, 'finish', 17).click();
    await page
      .locator('.batch-panel')
      .getByText(translate('batchDone', { verb: translate('finish'), count: 2 }))
      .waitFor();
    expect(await readProgress(first)).toMatchObject({ state: 'completed', good: 12 });
    expect(await readProgress(second)).toMatchObject({ good: 5, inWork: 0 });
    // One touch undoes the whole batch, so its work is in progress again.
    await page.getByRole('button', { name: translate('undo'), exact: true }).click();
    await page.getByText(translate('undone'), { exact: true }).waitFor();
    expect(await readProgress(first)).toMatchObject({ good: 0, inWork: 12 });
    expect(await readProgress(second)).toMatchObject({ good: 0, inWork: 5 });
    await findRow(page, 'H1').click();
    await findRow(page, 'H2').click();
    await findBatchButton(page, 'finish', 17).click();
    await page
      .locator('.batch-panel')
      .getByText(translate('batchDone', { verb: translate('finish'), count: 2 }))
      .waitFor();

    // At a desk, the history marks the reports of the batch, and the batch is reversed with one reason.
    const { rows } = await admin.call<{ rows: { id: number }[] }>('/mes/order/page', { search: 'H1' });
    const { page: desk } = await windows.open(`${server.url}/login`);
    await logIn(desk, DEFAULT_LANG, { ...TEST_ADMIN, code: TEST_VERIFICATION_CODE });
    await desk.getByRole('link', { name: translate('deskReporting'), exact: true }).waitFor();
    await desk.goto(`${server.url}/order/${rows[0]!.id}`);
    const history = desk.getByRole('region', { name: translate('reportHistory') });
    await history
      .getByText(translate('kindInBatch', { kind: translate('finish') }))
      .first()
      .waitFor();
    await history.getByRole('button', { name: new RegExp(translate('reverseBatch')) }).click();
    const dialog = desk.getByRole('dialog', { name: translate('reverseBatch') });
    await dialog.getByText(translate('reportsOfBatch', { count: 2 })).waitFor();
    await dialog.getByRole('textbox').fill('炉温不对');
    await dialog.getByRole('button', { name: translate('reverseBatch'), exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await readProgress(first)).toMatchObject({ state: 'notStarted', good: 0 });
    expect(await readProgress(second)).toMatchObject({ state: 'notStarted', good: 0 });
  });

  test('is refused as a whole if a part changed its state meanwhile; without that part it goes on', async () => {
    const washing = await saveCraft('K4', '清洗');
    const [first, second] = [await makeProcess('W1', washing, 4), await makeProcess('W2', washing, 4)];
    const page = await openTestTerminal(windows, server.url, TABLET_SIZE, /status of 422/);
    const otherWorker = await hireWorker(admin, '李秀英');
    const cleaner = await hireWorker(admin, '孙丽', ['TASK_REPORT'], { workGroupId: groupId });
    await typeBarcode(page, TEST_ADMIN.factoryCode, 'PERSON', cleaner.badge);
    await page.getByRole('button', { name: translate('reportSeveral'), exact: true }).click();
    for (const code of ['W1', 'W2']) await findRow(page, code).click();
    const people = JSON.stringify([{ employeeId: otherWorker.id }]);
    await admin.send('/mes/report/start', { processId: second, quantity: 1, people });
    await findBatchButton(page, 'start', 8).click();
    await page.getByRole('alert').getByText(translate('error.batchOfStates')).waitFor();
    expect(await readProgress(first)).toMatchObject({ inWork: 0 });
    await findRow(page, 'W2').click();
    await findBatchButton(page, 'start', 4).click();
    await page
      .locator('.batch-panel')
      .getByText(translate('batchDone', { verb: translate('start'), count: 1 }))
      .waitFor();
    expect(await readProgress(first)).toMatchObject({ inWork: 4 });
  });

  test('is chosen on an upright tablet too, and another person begins with nothing chosen', async () => {
    const coating = await saveCraft('K3', '涂层');
    for (const code of ['C1', 'C2']) await makeProcess(code, coating, 4);
    const page = await openTestTerminal(windows, server.url, PORTRAIT_TABLET_SIZE);
    await typeBarcode(page, TEST_ADMIN.factoryCode, 'PERSON', worker.badge);
    await page.getByRole('button', { name: translate('reportSeveral'), exact: true }).click();
    await page.getByRole('button', { name: new RegExp(`^${translate('groupQueue')}`) }).click();
    for (const code of ['C1', 'C2']) await findRow(page, code).click();
    await findBatchButton(page, 'start', 8).scrollIntoViewIfNeeded();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PORTRAIT_TABLET_SIZE.width);
    const otherWorker = await hireWorker(admin, '赵敏', ['TASK_REPORT'], { workGroupId: groupId });
    await typeBarcode(page, TEST_ADMIN.factoryCode, 'PERSON', otherWorker.badge);
    await page.getByRole('button', { name: otherWorker.name, exact: true }).waitFor();
    expect(await page.getByRole('region', { name: translate('reportSeveral') }).count()).toBe(0);
  });
});
