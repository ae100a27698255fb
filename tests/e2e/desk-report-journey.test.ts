import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEFAULT_LANG } from '#shared/kernel/lang.ts';
import type { ProcessProgress } from '#shared/ledger/process-progress.ts';
import type { TermKey } from '#shared/terms/index.ts';
import { describeJourneys } from '#tests/support/browser.ts';
import { getIsoTimeAgo } from '#tests/support/floor.ts';
import {
  startTestServer,
  TEST_ADMIN,
  TEST_VERIFICATION_CODE,
  type Caller,
  type TestServer,
} from '#tests/support/wire-server.ts';
import { hireWorker } from '#tests/support/wire-floor.ts';
import { findViolations } from './axe.ts';
import { logIn } from './log-in.ts';
import { translate } from './translate.ts';

describeJourneys('Work reporting at a desk', (windows, database) => {
  let server: TestServer;
  let admin: Caller;
  let processId: number;
  beforeAll(async () => {
    server = await startTestServer(database, { MES_CAPTCHA: 'on' });
    admin = await server.caller().logIn();
    const saveRecord = <T extends object>(path: string, fields: Record<string, unknown>) =>
      admin.send<T & { id: number }>(`/mes/${path}/save`, fields);
    const order = await saveRecord<{ version: number }>('order', { code: 'D-1', name: '轴', quantity: 9 });
    const part = await saveRecord('order/part', {
      orderId: order.id,
      code: 'D',
      name: '传动轴',
      quantity: 9,
    });
    const craft = await saveRecord('system/basic/crafts', { code: 'C1', name: '粗车' });
    ({ id: processId } = await saveRecord('process', { partId: part.id, seq: 10, craftId: craft.id }));
    await admin.send('/mes/order/release', { id: order.id, version: order.version });
  });
  afterAll(() => server?.close());

  test('starts waiting work, and finishes what another person has begun', async () => {
    const worker = await hireWorker(admin, '王建国', ['TASK_REPORT']);
    const { page } = await windows.open(`${server.url}/login`);
    await logIn(page, DEFAULT_LANG, { ...TEST_ADMIN, code: TEST_VERIFICATION_CODE });
    await page.getByRole('link', { name: translate('deskReporting'), exact: true }).click();
    const findSection = (title: TermKey) => page.getByRole('region', { name: translate(title), exact: true });
    const workToDo = findSection('workToDo');
    await workToDo.getByRole('row', { name: /粗车/ }).waitFor();
    await findSection('runningWork').getByText(translate('nothingRuns')).waitFor();
    expect(await findViolations(page, 'light')).toEqual([]);

    await workToDo.getByRole('button', { name: new RegExp(`^${translate('start')}.*粗车`) }).click();
    const dialog = page.getByRole('dialog');
    await dialog
      .getByRole('textbox', { name: translate('quantity') })
      .first()
      .fill('4');
    await dialog.getByRole('button', { name: translate('start'), exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    await findSection('runningWork').getByRole('row', { name: /粗车/ }).waitFor();

    // Another person starts the remaining pieces. The page shows this work among everybody's work without a reload.
    await page.getByText(translate('workOfEverybody'), { exact: true }).click();
    await admin.send('/mes/report/start', {
      processId,
      quantity: 5,
      at: getIsoTimeAgo(10),
      people: [{ employeeId: worker.id }],
    });
    const row = findSection('runningWork').getByRole('row', { name: /王建国/ });
    await row.getByRole('button', { name: new RegExp(`^${translate('finish')}`) }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: translate('finish'), exact: true })
      .click();
    await row.waitFor({ state: 'detached' });
    const [process] = await admin.call<ProcessProgress[]>('/mes/process/progress', { processId });
    expect(process).toMatchObject({ good: 5, inWork: 4 });
  });
});
