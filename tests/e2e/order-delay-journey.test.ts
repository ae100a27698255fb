import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ScheduleRun } from '#shared/answers/schedule.ts';
import { DEFAULT_LANG } from '#shared/kernel/lang.ts';
import { addDays } from '#shared/rules/days.ts';
import { WEEKDAYS } from '#shared/rules/weekday.ts';
import { toLocalDay } from '#shared/rules/wall-clock.ts';
import { describeJourneys } from '#tests/support/browser.ts';
import { startAdminServer, type AdminServer } from '#tests/support/server.ts';
import { hireWorker, type TestWorker } from '#tests/support/wire-floor.ts';
import { TEST_ADMIN } from '#tests/support/wire-server.ts';
import { findViolations } from './axe.ts';
import { logIn } from './log-in.ts';
import { findListedProcess, setUpTablet, TABLET_SIZE, typeBarcode } from './terminal.ts';
import { translate } from './translate.ts';

const TODAY = toLocalDay('Asia/Shanghai', Date.now());
const CALL_TYPE = '主轴故障';
const EVERY_DAY = Object.fromEntries(WEEKDAYS.map((day) => [day, true]));

describeJourneys('An order that a breakdown delays', (windows, database) => {
  let server: AdminServer;
  let worker: TestWorker;
  beforeAll(async () => {
    server = await startAdminServer(database);
    const save = async (path: string, fields: Record<string, unknown>) =>
      server.admin.call<{ id: number; version: number }>(`/mes${path}/save`, fields);
    const shift = { name: '全天', startsAt: '00:00', endsAt: '23:00', ...EVERY_DAY };
    const classTable = await save('/system/classTable', {
      code: 'DAY',
      name: '全天',
      shifts: [shift],
      breaks: [],
    });
    await save('/system/roster', { classTableId: classTable.id, validFrom: addDays(TODAY, -10) });
    await save('/system/classify', { classId: 'abnormalType', code: 'T1', name: CALL_TYPE });
    const group = await save('/system/basic/group', { code: 'GRIND', name: '磨削组' });
    const device = await save('/system/basic/device', {
      code: 'M1',
      name: '外圆磨床',
      workGroupId: group.id,
    });
    const craft = await save('/system/basic/crafts', {
      code: 'GR',
      name: '外圆磨',
      deviceMinutes: 60,
      manMachineRatio: 1,
    });
    // Ten hours of work are due at the end of the day after tomorrow.
    const order = await save('/order', {
      code: 'W-77',
      name: '主轴',
      quantity: 10,
      dueDate: addDays(TODAY, 2),
    });
    const part = await save('/order/part', { orderId: order.id, code: 'P1', name: '主轴', quantity: 10 });
    await save('/process', {
      partId: part.id,
      seq: 10,
      craftId: craft.id,
      workGroupId: group.id,
      deviceId: device.id,
    });
    await server.admin.call('/mes/order/release', { id: order.id, version: order.version });
    await save('/system/basic/terminal', { code: 'T-1', name: '一号终端', workGroupId: group.id });
    worker = await hireWorker(server.admin, '王建国', ['TASK_REPORT'], { workGroupId: group.id });
  });
  afterAll(() => server?.close());

  async function planAndApply(): Promise<void> {
    const { id } = await server.admin.call<{ id: number }>('/mes/plan/schedule/compute', {
      keep: 'planAfresh',
      horizonDays: 20,
    });
    const readRun = () => server.admin.call<ScheduleRun>('/mes/plan/schedule/status', { id });
    await expect.poll(async () => (await readRun()).state).toBe('ready');
    expect((await readRun()).figures).toMatchObject({ placed: 1, lateOrders: 0 });
    await server.admin.call('/mes/plan/schedule/apply', { id });
  }

  test('is shown to the planner with the cause after a call at the terminal, until it was seen', async () => {
    await planAndApply();
    const { page } = await windows.open(`${server.url}/login`);
    await logIn(page, DEFAULT_LANG, TEST_ADMIN);
    await page.locator('.navigation').waitFor();
    const mark = page.getByRole('button', { name: translate('delayBadge', { count: 1 }), exact: true });

    const { page: tablet } = await windows.open(`${server.url}/login`, TABLET_SIZE);
    await setUpTablet(tablet, 'T-1', TEST_ADMIN);
    await typeBarcode(tablet, TEST_ADMIN.factoryCode, 'PERSON', worker.badge);
    await tablet.getByRole('button', { name: worker.name, exact: true }).waitFor();
    await findListedProcess(tablet, /W-77/).click();
    const work = tablet.getByRole('region', { name: '外圆磨', exact: true });
    await work.getByRole('button', { name: new RegExp(`${translate('callHelp')}$`) }).click();
    await tablet.getByRole('button', { name: translate('workStopped') }).click();
    await tablet.getByRole('button', { name: CALL_TYPE, exact: true }).click();
    const readCall = async () =>
      (
        await server.admin.call<{ rows: { id: number; version: number; stops: boolean }[] }>(
          '/mes/andon/call/page',
          {},
        )
      ).rows[0];
    await expect.poll(readCall).toMatchObject({ stops: true });
    expect(await mark.count()).toBe(0);

    // The call becomes four days older: the machine stands still for four days before somebody acknowledges it.
    await server.connection.pool.query(`update abnormal_call set raised_at = raised_at - interval '4 days'`);
    const { id, version } = (await readCall())!;
    await server.admin.call('/mes/andon/acknowledge', { id, version });
    // The server forecasts the plan some seconds later. A busy computer takes longer.
    await mark.waitFor({ timeout: 90_000 });
    await mark.click();
    const notices = page.getByRole('region', { name: translate('delayNotices') });
    await notices.getByRole('link', { name: 'W-77' }).waitFor();
    expect(await notices.innerText()).toMatch(/延迟 \d/);
    expect(await notices.innerText()).toContain('外圆磨床停机');
    expect(await findViolations(page, 'light')).toEqual([]);
    await notices.getByRole('button', { name: `${translate('noticeSeen')}: W-77` }).click();
    await mark.waitFor({ state: 'detached' });
  });
});
