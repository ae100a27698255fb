import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CapacityLoad } from '#shared/answers/capacity-load.ts';
import { DEFAULT_LANG } from '#shared/kernel/lang.ts';
import type { PageAnswer } from '#shared/kernel/wire.ts';
import { describeJourneys } from '#tests/support/browser.ts';
import { replaceDatabaseWithDemo } from '#tests/support/demo-database.ts';
import {
  startTestServer,
  TEST_ADMIN,
  TEST_VERIFICATION_CODE,
  type TestServer,
} from '#tests/support/wire-server.ts';
import { logIn } from './log-in.ts';
import { translate } from './translate.ts';

describeJourneys('The capacity load', (windows, database) => {
  let server: TestServer;
  beforeAll(async () => {
    await replaceDatabaseWithDemo(database);
    server = await startTestServer(database, { MES_DEMO: 'on' });
  });
  afterAll(() => server?.close());

  test('leads from a cell to its processes and their orders, and shows a change without a reload', async () => {
    const admin = await server.caller().logIn({ factoryCode: 'DEMO' });
    const { page } = await windows.open(`${server.url}/login`);
    await logIn(page, DEFAULT_LANG, { ...TEST_ADMIN, factoryCode: 'DEMO', code: TEST_VERIFICATION_CODE });
    await page.getByRole('link', { name: translate('capacityLoad'), exact: true }).click();
    const grid = page.getByRole('grid', { name: translate('capacityLoad') });
    const cell = grid.locator('.load-day:not([data-state="free"])').first();
    await cell.waitFor();

    // Remove nearly all capacity of a device in the first group that has capacity today.
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Shanghai' }).format(Date.now());
    const { groups } = await admin.call<CapacityLoad>('/mes/plan/capacityLoad', { from: today, to: today });
    const groupIndex = groups.findIndex(({ deviceHours }) => deviceHours.normal[0]! > 0);
    const todayCell = grid.locator(`[role="row"][aria-rowindex="${groupIndex + 2}"] .load-today`);
    const capacityBefore = await todayCell.textContent();
    const devices = await admin.call<
      PageAnswer<{ id: number; version: number; workGroupId: number; normalCapacity: number }>
    >('/mes/system/basic/device/page', { limit: 200 });
    const device = devices.rows.find((candidate) => candidate.workGroupId === groups[groupIndex]!.id)!;
    await admin.call('/mes/system/basic/device/save', {
      id: device.id,
      version: device.version,
      normalCapacity: 1,
    });
    await expect.poll(() => todayCell.textContent()).not.toBe(capacityBefore);

    await cell.click();
    const drawer = page.locator('.load-drawer');
    await drawer.getByRole('status').waitFor();
    const link = drawer.getByRole('link').first();
    const code = (await link.textContent())!;
    await link.click();
    await page.getByRole('heading', { level: 1, name: code }).waitFor();
  });
});
