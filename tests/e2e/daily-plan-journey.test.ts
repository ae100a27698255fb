import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DayPlan } from '#shared/answers/daily-plan.ts';
import { DEFAULT_LANG } from '#shared/kernel/lang.ts';
import type { TermKey } from '#shared/terms/index.ts';
import { describeJourneys } from '#tests/support/browser.ts';
import { hireWorker, type TestWorker } from '#tests/support/wire-floor.ts';
import { createAndReleaseOrder } from '#tests/support/wire-order.ts';
import {
  startTestServer,
  TEST_ADMIN,
  TEST_VERIFICATION_CODE,
  type Caller,
  type TestServer,
} from '#tests/support/wire-server.ts';
import { findViolations } from './axe.ts';
import { logIn } from './log-in.ts';
import { findListedProcess, openTestTerminal, TABLET_SIZE, typeBarcode } from './terminal.ts';
import { translate } from './translate.ts';

const PHONE_SIZE = { width: 390, height: 844 };

describeJourneys('A released day', (windows, database) => {
  let server: TestServer;
  let admin: Caller;
  let worker: TestWorker;
  let today: string;
  beforeAll(async () => {
    server = await startTestServer(database, { MES_CAPTCHA: 'on' });
    admin = await server.caller().logIn();
    const save = async (path: string, fields: Record<string, unknown>) =>
      (await admin.send<{ id: number }>(`${path}/save`, fields)).id;
    const workGroupId = await save('/mes/system/basic/group', { code: 'G', name: '车削组' });
    const deviceId = await save('/mes/system/basic/device', { code: 'L-1', name: '车床 1', workGroupId });
    await save('/mes/system/basic/terminal', { code: 'T-1', name: '一号终端', workGroupId });
    await save('/mes/system/classify', { classId: 'skipReason', code: 'K1', name: '急件插单' });
    worker = await hireWorker(admin, '王建国', ['TASK_REPORT'], { workGroupId });
    const { rows } = await server.connection.pool.query<{ today: string }>(
      `select (now() at time zone 'Asia/Shanghai')::date::text as today`,
    );
    today = rows[0]!.today;
    const yesterday = new Date(Date.parse(`${today}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10);
    for (const [code, day] of [
      ['甲单', yesterday],
      ['乙单', today],
      ['丙单', today],
    ] as const) {
      const { processIds } = await createAndReleaseOrder(admin as never, code, 4, ['粗车']);
      const id = processIds[0]!;
      const { version } = await admin.call<{ version: number }>('/mes/process/get', { id });
      const planned = { plannedStart: day, plannedEnd: day };
      await admin.send('/mes/process/save', { id, version, workGroupId, deviceId, ...planned });
    }
  });
  afterAll(() => server?.close());

  const pressButton = (area: Page | Locator, key: TermKey, params?: Record<string, unknown>) =>
    area.getByRole('button', { name: translate(key, params), exact: true }).click();
  const readPlan = () => admin.call<DayPlan>('/mes/plan/day', { day: today });

  test('orders the queue of the terminal, asks why it is skipped, and moves live on the page of the plan', async () => {
    const { page } = await windows.open(`${server.url}/login`);
    await logIn(page, DEFAULT_LANG, { ...TEST_ADMIN, code: TEST_VERIFICATION_CODE });
    await page.locator('.navigation').waitFor();
    await page.goto(`${server.url}/plan`);
    const carried = page.getByRole('region', { name: new RegExp(translate('carriedLines')) });
    await carried.getByRole('link', { name: /甲单/ }).waitFor();
    await page.getByText(translate('planNotReleasedYet')).waitFor();
    await pressButton(page, 'releasePlan');
    const dialog = page.getByRole('dialog');
    await dialog.getByText(translate('releasePlanFirst', { count: 3 })).waitFor();
    await pressButton(dialog, 'releasePlan');
    await page.getByText(translate('planReleasedDone', { number: 1 })).waitFor();
    await dialog.waitFor({ state: 'detached' });
    for (const scheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: scheme });
      expect(await findViolations(page, scheme)).toEqual([]);
    }
    await page.emulateMedia({ colorScheme: 'light' });

    const terminal = await openTestTerminal(windows, server.url, TABLET_SIZE);
    await typeBarcode(terminal, TEST_ADMIN.factoryCode, 'PERSON', worker.badge);
    await terminal.getByRole('button', { name: worker.name, exact: true, pressed: true }).waitFor();
    const rows = terminal.locator('.process-list .process-row');
    await findListedProcess(terminal, new RegExp(translate('nextTurn')))
      .first()
      .waitFor();
    expect(await rows.nth(0).innerText()).toContain('甲单-01');
    expect(await rows.nth(1).innerText()).toContain(translate('afterNextTurn'));

    // The person starts the last line of the plan first, and must give a reason.
    await findListedProcess(terminal, /丙单-01/).click();
    const reason = terminal.getByRole('group', { name: translate('skipReason'), exact: true }).first();
    await reason.getByText(/甲单/).waitFor();
    const startButton = terminal.getByRole('button', { name: translate('startNow', { quantity: 4 }) });
    expect(await startButton.isDisabled()).toBe(true);
    for (const scheme of ['light', 'dark'] as const) {
      await terminal.emulateMedia({ colorScheme: scheme });
      expect(await findViolations(terminal, scheme)).toEqual([]);
    }
    await terminal.emulateMedia({ colorScheme: 'light' });
    await terminal.getByRole('button', { name: '急件插单' }).click();
    await startButton.click();
    await terminal.getByText(new RegExp(translate('startedDone', { quantity: 4 }))).waitFor();

    // The page of the plan shows the started work without a reload.
    const row = page.getByRole('row', { name: /丙单/ });
    await row.getByText('王建国').waitFor({ timeout: 5000 });
    const { rows: skips } = await server.connection.pool.query<{ reason: string }>(
      'select reason from plan_skip',
    );
    expect(skips).toEqual([{ reason: '急件插单' }]);
    const plan = await readPlan();
    expect(plan.lines.find(({ orderCode }) => orderCode === '丙单')).toMatchObject({ state: 'processing' });

    // A later release notifies the people of the group, also at the terminal.
    const { processIds } = await createAndReleaseOrder(admin as never, '丁单', 2, ['粗车']);
    const { version } = await admin.call<{ version: number }>('/mes/process/get', { id: processIds[0] });
    const line = plan.lines[0]!;
    await admin.send('/mes/process/save', {
      id: processIds[0],
      version,
      workGroupId: line.workGroupId,
      deviceId: line.deviceId,
      plannedEnd: today,
    });
    await page.getByText(translate('planChangedSince', { count: 1 })).waitFor();
    await pressButton(page, 'releasePlanAgain');
    await dialog.getByText(/丁单/).waitFor();
    await pressButton(dialog, 'releasePlanAgain');
    const notice = terminal.getByRole('status').filter({ hasText: '车削组' });
    await notice.getByRole('button', { name: translate('haveRead') }).click();
    await notice.waitFor({ state: 'detached' });
  });

  test('is printed by device without the menu, and fits a phone', async () => {
    const { page } = await windows.open(`${server.url}/login`, PHONE_SIZE);
    await logIn(page, DEFAULT_LANG, { ...TEST_ADMIN, code: TEST_VERIFICATION_CODE });
    await page.waitForURL(({ pathname }) => pathname !== '/login');
    await page.goto(`${server.url}/plan?by=device`);
    await page.getByRole('link', { name: /乙单/ }).waitFor();
    const overflowPx = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflowPx).toBeLessThanOrEqual(0);
    expect(await findViolations(page, 'light')).toEqual([]);
    await pressButton(page, 'print');
    await page.getByRole('heading', { name: `${translate('dailyPlan')} · 车床 1` }).waitFor();
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('.navigation').isVisible()).toBe(false);
    expect(await page.locator('.plan-sheet').first().isVisible()).toBe(true);
  });
});
