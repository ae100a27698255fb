import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LoadDetails } from '#shared/answers/capacity-load.ts';
import type { ExtraProcessWork } from '#shared/answers/extra-process.ts';
import type { TaskWork } from '#shared/answers/terminal.ts';
import { DEFAULT_LANG } from '#shared/kernel/lang.ts';
import type { ReportRow } from '#shared/kernel/report.ts';
import { addDays } from '#shared/rules/days.ts';
import { toLocalDay } from '#shared/rules/wall-clock.ts';
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
import { StepCounter } from './steps.ts';
import { openTestTerminal, PORTRAIT_TABLET_SIZE, TABLET_SIZE, typeBarcode } from './terminal.ts';
import { translate } from './translate.ts';
import { Wall } from './wall.ts';

describeJourneys('Unplanned work', (windows, database) => {
  let server: TestServer;
  let admin: Caller;
  let worker: TestWorker;
  let cleaningId: number;
  let groupId: number;
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

  /** Prepares an order, and a person whose work group straightens parts for a known reason. */
  const preparePart = async () => {
    const save = async (path: string, fields: Record<string, unknown>) =>
      (await admin.send<{ id: number }>(`/mes/${path}/save`, fields)).id;
    const rates = [{ validFrom: '2020-01-01', manHourRate: 60, deviceHourRate: 30 }];
    const costTypeId = await save('system/basic/costType', { code: 'C1', name: '钳工', rates });
    const craftId = await save('system/basic/crafts', { code: 'JZ', name: '矫直', costTypeId });
    groupId = await save('system/basic/group', { code: 'QG', name: '钳工组', craftIds: [craftId] });
    await save('system/classify', { classId: 'extraProcessReason', code: 'R1', name: '运输变形' });
    const code = 'W-EXTRA';
    const order = await admin.send<{ id: number; version: number }>('/mes/order/save', {
      ...{ code, name: '光轴', quantity: 10 },
    });
    const partId = await save('order/part', { orderId: order.id, code, name: '光轴', quantity: 10 });
    const turningId = await save('system/basic/crafts', { code: 'CW', name: '车外圆' });
    await save('process', { partId, seq: 10, craftId: turningId });
    await admin.send('/mes/order/release', { id: order.id, version: order.version });
    const permissions = ['TASK_REPORT', 'TASK_REPORT_EXTRA'] as const;
    const person = await hireWorker(admin, '赵铁柱', permissions, { workGroupId: groupId });
    return { orderId: order.id, partId, person };
  };
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
    await row.getByRole('button', { name: new RegExp(`^${translate('reverse')}`) }).click();
    await page.getByRole('dialog').getByRole('textbox').fill('记错了');
    await page
      .getByRole('dialog')
      .getByRole('button', { name: translate('reverse'), exact: true })
      .click();
    await row.waitFor({ state: 'detached' });
  });

  test('on a part is an extra process: it is started by a scan and a few touches, and is on the wall at once', async () => {
    const { orderId, partId, person } = await preparePart();
    const readFlow = async () => [
      await admin.call('/mes/order/get', { id: orderId }),
      await admin.call('/mes/process/progress', { partId }),
    ];
    const flow = await readFlow();
    const { page: wallPage } = await windows.open(`${server.url}${Wall.path}`, Wall.size);
    const wall = await Wall.open(wallPage, DEFAULT_LANG, { ...TEST_ADMIN, code: TEST_VERIFICATION_CODE });
    const waitForRow = await wall.watchRow('latestReports', [person.name, '矫直', 'W-EXTRA']);

    const page = await openTestTerminal(windows, server.url, TABLET_SIZE);
    await typeBarcode(page, TEST_ADMIN.factoryCode, 'PERSON', person.badge);
    const steps = new StepCounter();
    const press = (name: string) => steps.click(page.getByRole('button', { name, exact: true }));
    await typeBarcode(page, TEST_ADMIN.factoryCode, 'CARD', 'W-EXTRA-01');
    await press(translate('extraProcess'));
    await press('矫直');
    await press('运输变形');
    await press(translate('minutesAgo', { minutes: 10 }));
    await press(translate('startTask', { name: '矫直' }));
    expect(steps.count).toBe(5);
    expect(await waitForRow()).not.toBeNaN();
    const bar = page.getByRole('region', { name: translate('unplannedWork') });
    await bar.getByText('运输变形').waitFor();
    await bar.getByRole('button', { name: translate('finishTask', { name: '矫直 · W-EXTRA' }) }).click();
    await bar.waitFor({ state: 'detached' });

    expect(await readFlow()).toEqual(flow);
    const [extraProcess] = await admin.call<ExtraProcessWork[]>('/mes/report/extraProcess/ofPart', {
      partId,
    });
    expect(extraProcess).toMatchObject({ reason: '运输变形', isOpen: false });
    expect(extraProcess!.seconds).toBeGreaterThanOrEqual(600);
    expect(extraProcess!.cost).toBeCloseTo(extraProcess!.seconds / 60, 1);
    const today = toLocalDay('Asia/Shanghai', Date.now());
    // The work began on the day before if it is shortly after midnight.
    const period = { from: addDays(today, -1), to: today };
    const load = await admin.call<LoadDetails>('/mes/plan/capacityLoad/processes', {
      ...{ axis: 'manHours', loadKind: 'plannedLoad', ...period, workGroupId: groupId },
    });
    expect(load.tasks).toMatchObject([{ reason: '运输变形' }]);
    const day = await admin.call<{ rows: ReportRow[] }>('/mes/form/employeeDailyReports', {
      employeeId: person.id,
      ...period,
    });
    expect(day.rows).toMatchObject([{ processName: '矫直', orderCode: 'W-EXTRA' }]);

    // The order page shows the extra process with its reason, and the history of reports shows the reason
    // too.
    await wallPage.goto(`${server.url}/order/${orderId}`);
    const extras = wallPage.getByRole('region', { name: translate('extraProcesses') });
    await extras.getByRole('row', { name: /矫直.*运输变形/ }).waitFor();
    await wallPage
      .getByRole('region', { name: translate('reportHistory') })
      .getByText('运输变形')
      .waitFor();
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
