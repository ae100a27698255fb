import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEFAULT_LANG } from '#shared/kernel/lang.ts';
import { toLocalDay } from '#shared/rules/wall-clock.ts';
import type { TermKey } from '#shared/terms/index.ts';
import { describeJourneys } from '#tests/support/browser.ts';
import { hireWorker, type TestWorker } from '#tests/support/wire-floor.ts';
import { createAndReleaseOrder } from '#tests/support/wire-order.ts';
import { DEFAULT_PASSWORD } from '#tests/support/wire-people.ts';
import {
  startTestServer,
  TEST_ADMIN,
  TEST_VERIFICATION_CODE,
  type Caller,
  type TestServer,
} from '#tests/support/wire-server.ts';
import { findViolations } from './axe.ts';
import { logIn } from './log-in.ts';
import { translate } from './translate.ts';

const OWNER_PASSWORD = 'Better123';
const DESKTOP_SIZE = { width: 1600, height: 1000 };
const PHONE_SIZE = { width: 390, height: 844 };
const MEASURE = '每 50 件更换刀片';

describeJourneys('A corrective action', (windows, database) => {
  let server: TestServer;
  let admin: Caller;
  let owner: TestWorker;
  let errorClassId: number;
  let processId: number;
  const problems: string[] = [];
  beforeAll(async () => {
    server = await startTestServer(database, {
      MES_CAPTCHA: 'on',
      MES_DEFAULT_PASSWORD: DEFAULT_PASSWORD,
    });
    admin = await server.caller().logIn();
    owner = await hireWorker(admin, '王建国', []);
    const caller = await server.caller().logIn({ employeeCode: owner.code, password: DEFAULT_PASSWORD });
    await caller.send('/mes/user/password/modify', {
      oldPassword: DEFAULT_PASSWORD,
      newPassword: OWNER_PASSWORD,
      newPasswordAgain: OWNER_PASSWORD,
    });
    const errorClass = { classId: 'errorClass', code: 'DIM', name: '尺寸超差' };
    errorClassId = (await admin.send<{ id: number }>('/mes/system/classify/save', errorClass)).id;
    processId = (await createAndReleaseOrder(admin as never, 'CA', 5, ['粗车', '精车'])).processIds[0]!;
    await admin.send('/mes/report/receive', { processId, quantity: 5 });
  });
  afterAll(() => server?.close());

  const raiseException = () =>
    admin.send<{ id: number; code: string }>('/mes/quality/raise', {
      ...{ processId, source: 'machinable', quantity: 1, errorClassId, description: '外径偏小' },
    });
  const findButton = (page: Page, key: TermKey) =>
    page.getByRole('button', { name: translate(key), exact: true });
  const waitForState = (page: Page, state: TermKey) =>
    page.locator('.record-head .state-mark', { hasText: translate(state) }).waitFor();
  /** Collects the accessibility violations of a page in light mode and in dark mode. */
  const collectProblems = async (page: Page, name: string) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      for (const violation of await findViolations(page, colorScheme))
        problems.push(`${name}, ${colorScheme}: ${violation}`);
    }
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  };
  const fillInDialog = (page: Page, key: TermKey, text: string) =>
    page
      .getByRole('dialog')
      .getByRole('textbox', { name: translate(key) })
      .first()
      .fill(text);
  const saveDialog = async (page: Page, key: TermKey) => {
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: translate(key), exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
  };

  test('begins with an exception, is planned, done on a phone and judged, and opens again when the defect comes back', async () => {
    const { id } = await raiseException();
    const { page } = await windows.open(`${server.url}/login`, DESKTOP_SIZE);
    await logIn(page, DEFAULT_LANG, { ...TEST_ADMIN, code: TEST_VERIFICATION_CODE });
    await page.waitForURL((url) => !url.pathname.startsWith('/login'));
    await page.goto(`${server.url}/quality/${id}`);

    // The dialog proposes the defect of the exception.
    await findButton(page, 'startCorrective').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(translate('scopeHint')).waitFor();
    await dialog.getByRole('textbox', { name: translate('checkAfterDays') }).fill('0');
    await collectProblems(page, 'begin');
    await saveDialog(page, 'startCorrective');
    await waitForState(page, 'correctiveOpen');
    await page
      .getByText(translate('stepsDone', { done: 1, count: 8 }))
      .or(page.getByRole('list', { name: translate('stepsDone', { done: 1, count: 8 }) }))
      .waitFor();
    await collectProblems(page, 'open');

    // The root cause must be written before corrective measures can be planned.
    await page.getByText(translate('rootCauseFirst')).waitFor();
    await page.getByRole('button', { name: `${translate('edit')}: ${translate('stepRootCause')}` }).click();
    await fillInDialog(page, 'rootCause', '刀片磨损');
    await collectProblems(page, 'root cause');
    await saveDialog(page, 'save');
    await page.getByText('刀片磨损').first().waitFor();
    await page
      .locator('#stepPlan')
      .getByRole('button', { name: translate('addMeasure') })
      .click();
    await fillInDialog(page, 'correctiveMeasure', MEASURE);
    const ownerInput = dialog.getByRole('combobox', { name: translate('measureOwner') });
    await ownerInput.fill(owner.name);
    await page
      .getByRole('option', { name: new RegExp(owner.name) })
      .last()
      .click();
    await dialog.getByLabel(translate('measureDueOn')).fill(toLocalDay('Asia/Shanghai', Date.now()));
    await saveDialog(page, 'save');
    await page.getByText(MEASURE).waitFor();

    // The owner completes the measure on a phone. The leader sees the check begin without a reload.
    const { page: phone } = await windows.open(`${server.url}/login`, PHONE_SIZE);
    await logIn(phone, DEFAULT_LANG, {
      ...{ ...TEST_ADMIN, employeeCode: owner.code, password: OWNER_PASSWORD, code: TEST_VERIFICATION_CODE },
    });
    await phone.waitForURL((url) => !url.pathname.startsWith('/login'));
    await phone.goto(`${server.url}/quality/corrective`);
    await phone.getByText(MEASURE).waitFor();
    await collectProblems(phone, 'waiting on a phone');
    await findButton(phone, 'completeMeasure').click();
    await fillInDialog(phone, 'measureResult', '已写入换刀表');
    await saveDialog(phone, 'completeMeasure');
    await phone.getByText(translate('nothingCorrectiveWaits')).waitFor();
    await waitForState(page, 'correctiveChecking');
    await page.getByText('已写入换刀表').waitFor();

    await findButton(page, 'judgeEffect').click();
    await dialog.getByRole('combobox', { name: translate('effectVerdict') }).selectOption('judgeEffective');
    await fillInDialog(page, 'reason', '没有再发');
    await collectProblems(page, 'verdict');
    await saveDialog(page, 'judgeEffect');
    await waitForState(page, 'correctiveEffective');
    await collectProblems(page, 'closed');

    // The printed page contains only the report.
    await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
    await page.emulateMedia({ media: 'print' });
    await page.locator('.printed-form').getByText(translate('correctiveSheet')).waitFor();
    expect(await page.locator('.navigation, .top-bar, .record-head').filter({ visible: true }).count()).toBe(
      0,
    );
    await page.emulateMedia({ media: null });
    await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));

    // The same defect occurs again. The corrective action opens again, and links to the new exception.
    const secondException = await raiseException();
    await waitForState(page, 'correctiveOpen');
    await page.locator('.quality-events').getByRole('link', { name: secondException.code }).waitFor();
    await page.getByText(`${translate('correctiveRound')} 2`).waitFor();
    for (const path of ['/quality/corrective/all', '/quality/corrective/measure']) {
      await page.goto(`${server.url}${path}`);
      await page
        .getByText(path.endsWith('all') ? '外径偏小' : MEASURE)
        .first()
        .waitFor();
      await collectProblems(page, path);
    }
    expect(problems).toEqual([]);
  });
});
