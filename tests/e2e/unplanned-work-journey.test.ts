import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TaskWork } from '#shared/answers/terminal.ts';
import { DEFAULT_LANG } from '#shared/kernel/lang.ts';
import { describeJourneys } from '#tests/support/browser.ts';
import { identifyAtTerminal, addTerminal, hireWorker, type TestWorker } from '#tests/support/wire-floor.ts';
import { getIsoTimeAgo } from '#tests/support/floor.ts';
import {
  startTestServer,
  TEST_ADMIN,
  TEST_VERIFICATION_CODE,
  type Caller,
  type TestServer,
} from '#tests/support/wire-server.ts';
import { logIn } from './log-in.ts';
import { openTestTerminal, PORTRAIT_TABLET_SIZE, TABLET_SIZE, typeBarcode } from './terminal.ts';
import { translate } from './translate.ts';

describeJourneys('Unplanned work', (windows, database) => {
  let server: TestServer;
  let admin: Caller;
  let worker: TestWorker;
  let cleaningId: number;
  beforeAll(async () => {
    server = await startTestServer(database, { MES_CAPTCHA: 'on' });
    admin = await server.caller().logIn();
    worker = await hireWorker(admin, '王建国', ['TASK_REPORT']);
    const saveTask = async (code: string, name: string) =>
      (await admin.send<{ id: number }>('/mes/system/basic/task/save', { code, name })).id;
    cleaningId = await saveTask('T1', '设备清扫');
    await saveTask('T2', '班前会');
    await admin.send('/mes/system/basic/terminal/save', { code: 'T-1', name: '一号终端' });
  });
  afterAll(() => server?.close());

  const readReports = async () => (await admin.call<TaskWork>('/mes/report/task/list', {})).reports;

  test('begins and is logged by two touches at a terminal, where it stays in sight until it ends', async () => {
    const page = await openTestTerminal(windows, server.url, TABLET_SIZE);
    const pressButton = (name: string) => page.getByRole('button', { name, exact: true }).click();
    await typeBarcode(page, TEST_ADMIN.factoryCode, 'PERSON', worker.badge);
    await pressButton(translate('unplannedWork'));
    await pressButton('班前会');
    await pressButton(translate('recordDone'));
    for (const digit of ['1', '5']) await pressButton(digit);
    await pressButton(translate('recordTask', { name: '班前会', minutes: 15 }));
    await page.getByText(translate('taskRecorded')).waitFor();
    expect(await readReports()).toMatchObject([
      { taskName: '班前会', seconds: 900, people: [{ name: worker.name }] },
    ]);

    await pressButton(translate('unplannedWork'));
    await pressButton('设备清扫');
    await pressButton(translate('startTask', { name: '设备清扫' }));
    const bar = page.getByRole('region', { name: translate('unplannedWork') });
    await bar.getByText('设备清扫', { exact: true }).waitFor();
    // The work has just begun, so it cannot end yet.
    expect(await bar.getByRole('button').isDisabled()).toBe(true);
    await page.getByRole('button', { name: translate('undo'), exact: true }).click();
    await bar.waitFor({ state: 'detached' });

    // Work that began earlier is ended by one touch.
    const otherWorker = await hireWorker(admin, '李秀英', ['TASK_REPORT']);
    const { terminal } = await addTerminal(server, admin);
    const person = await identifyAtTerminal(server, terminal, { badge: otherWorker.badge });
    await person.send('/mes/report/task/start', { taskId: cleaningId, at: getIsoTimeAgo(5) });
    await typeBarcode(page, TEST_ADMIN.factoryCode, 'PERSON', otherWorker.badge);
    await bar.getByRole('button', { name: translate('finishTask', { name: '设备清扫' }) }).click();
    await bar.waitFor({ state: 'detached' });
    expect((await readReports())[0]).toMatchObject({ taskName: '设备清扫' });
  });

  test('is reported for others and reversed with a reason at a desk', async () => {
    const { page } = await windows.open(`${server.url}/login`);
    await logIn(page, DEFAULT_LANG, { ...TEST_ADMIN, code: TEST_VERIFICATION_CODE });
    await page.getByRole('link', { name: translate('deskReporting'), exact: true }).click();
    await page.getByRole('button', { name: translate('recordUnplanned'), exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox').first().selectOption({ label: '班前会' });
    await dialog.getByRole('textbox', { name: translate('tookMinutes') }).fill('20');
    await dialog.getByRole('textbox', { name: translate('remark') }).fill('安全');
    await dialog.getByRole('button', { name: translate('recordUnplanned'), exact: true }).click();
    const row = page.getByRole('row', { name: /安全/ });
    await row.waitFor();
    await row.getByRole('button', { name: new RegExp(`^${translate('reverseWhat', { what: '' })}`) }).click();
    await page.getByRole('dialog').getByRole('textbox').fill('记错了');
    await page
      .getByRole('dialog')
      .getByRole('button', { name: translate('reverse'), exact: true })
      .click();
    await row.waitFor({ state: 'detached' });
  });

  test('fits a tablet in portrait', async () => {
    const page = await openTestTerminal(windows, server.url, PORTRAIT_TABLET_SIZE);
    await typeBarcode(page, TEST_ADMIN.factoryCode, 'PERSON', worker.badge);
    await page.getByRole('button', { name: translate('unplannedWork'), exact: true }).click();
    await page.getByRole('button', { name: '设备清扫', exact: true }).click();
    await page
      .getByRole('button', { name: translate('startTask', { name: '设备清扫' }) })
      .click({ trial: true });
  });
});
