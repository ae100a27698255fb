import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ProjectOverview } from '#shared/planning/project-figures.ts';
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
import { findViolations } from './axe.ts';
import { logIn } from './log-in.ts';
import { translate } from './translate.ts';

describeJourneys('A project', (windows, database) => {
  let server: TestServer;
  beforeAll(async () => {
    await replaceDatabaseWithDemo(database);
    server = await startTestServer(database, { MES_DEMO: 'on' });
  });
  afterAll(() => server?.close());

  test('leads from the list to its orders, and shows a new order without a reload', async () => {
    const admin = await server.caller().logIn({ factoryCode: 'DEMO' });
    const { rows } = await admin.call<PageAnswer<{ id: number; code: string }>>('/mes/project/page', {
      sort: 'code',
    });
    const { id, code } = rows[0]!;
    const { orderCount } = await admin.call<ProjectOverview>('/mes/project/overview', { id });
    expect(orderCount).toBeGreaterThan(0);
    const { page } = await windows.open(`${server.url}/login`);
    await logIn(page, DEFAULT_LANG, { ...TEST_ADMIN, factoryCode: 'DEMO', code: TEST_VERIFICATION_CODE });
    await page.getByRole('link', { name: translate('projects'), exact: true }).click();
    await page.getByRole('link', { name: code, exact: true }).click();
    await page.getByRole('heading', { level: 1, name: code }).waitFor();
    const bars = page.locator('a.timeline-row');
    await expect.poll(() => bars.count()).toBe(orderCount);
    await page.getByRole('heading', { name: translate('budgetAndCost') }).waitFor();
    expect(await findViolations(page, 'light')).toEqual([]);

    await admin.call('/mes/order/save', { code: 'PJ-NEW', name: 'Insert', quantity: 3, projectId: id });
    const newBar = page.getByRole('link', { name: 'PJ-NEW' });
    await newBar.waitFor();
    await expect.poll(() => bars.count()).toBe(orderCount + 1);
    await newBar.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'PJ-NEW' }).waitFor();
    await page.goBack();

    await page.getByText(translate('asOrderTable'), { exact: true }).click();
    await page
      .getByRole('region', { name: translate('orderTimeline') })
      .getByRole('link', { name: 'PJ-NEW' })
      .waitFor();
  });
});
