import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEFAULT_LANG, type Lang } from '#shared/kernel/lang.ts';
import type { ProcessProgress } from '#shared/ledger/process-progress.ts';
import { addDays } from '#shared/rules/days.ts';
import { toLocalDay } from '#shared/rules/wall-clock.ts';
import { translateTerm } from '#shared/terms/index.ts';
import { describeJourneys } from '#tests/support/browser.ts';
import { hireWorker } from '#tests/support/wire-floor.ts';
import { createAndReleaseOrder } from '#tests/support/wire-order.ts';
import {
  startTestServer,
  TEST_ADMIN,
  TEST_VERIFICATION_CODE,
  type Caller,
  type TestServer,
} from '#tests/support/wire-server.ts';
import { findViolations } from './axe.ts';
import { findCutText } from './cut-text.ts';
import { chooseLang, logIn } from './log-in.ts';
import { openTestTerminal, TABLET_SIZE, typeBarcode } from './terminal.ts';
import { translate } from './translate.ts';

describeJourneys('An inspection', (windows, database) => {
  let server: TestServer;
  let admin: Caller;
  beforeAll(async () => {
    server = await startTestServer(database, { MES_CAPTCHA: 'on' });
    admin = await server.caller().logIn();
    await admin.send('/mes/system/basic/terminal/save', { code: 'T-1', name: '一号终端' });
  });
  afterAll(() => server?.close());

  test('of a first article that is measured out of limits at the terminal blocks finish, until it is released at the desk', async () => {
    const worker = await hireWorker(admin, '王建国', ['TASK_REPORT', 'QUALITY_RAISE', 'QUALITY_INSPECT']);
    const { processIds } = await createAndReleaseOrder(admin as never, 'FAI', 5, ['精车']);
    const processId = processIds[0]!;
    const { craftId } = await admin.call<{ craftId: number }>('/mes/process/get', { id: processId });
    const gaugeKind = await admin.send<{ id: number }>('/mes/system/classify/save', {
      classId: 'gaugeKind',
      code: 'QFC',
      name: '千分尺',
    });
    for (const [code, lastCalibratedOn] of [
      ['QFC-20', addDays(toLocalDay('Asia/Shanghai', Date.now()), -30)],
      ['QFC-21', '2020-01-31'],
    ])
      await admin.send('/mes/quality/gauge/save', {
        code,
        name: '千分尺 0–25',
        gaugeKindId: gaugeKind.id,
        lastCalibratedOn,
      });
    const sip = await admin.send<{ id: number; version: number }>('/mes/system/params/sip/save', {
      code: 'SIP-1',
      name: '精车检验',
      craftId,
      inspections: [{ inspectionKind: 'firstArticle', sampling: 'sampleAll' }],
      characteristics: [
        {
          seq: 10,
          name: '外径',
          nominal: 20,
          lower: 19.95,
          upper: 20.05,
          unit: 'mm',
          gaugeKindId: gaugeKind.id,
        },
        { seq: 20, name: '毛刺', kind: 'judged' },
      ],
    });
    await admin.send('/mes/system/params/sip/publish', { id: sip.id, version: sip.version });
    await admin.send('/mes/report/start', {
      processId,
      quantity: 5,
      people: [{ employeeId: worker.id, ratio: 100 }],
      at: new Date(Date.now() - 10 * 60_000).toISOString(),
    });

    const terminal = await openTestTerminal(windows, server.url, TABLET_SIZE, /409/);
    await typeBarcode(terminal, TEST_ADMIN.factoryCode, 'PERSON', worker.badge);
    await terminal.getByRole('button', { name: worker.name, exact: true }).waitFor();
    await typeBarcode(terminal, TEST_ADMIN.factoryCode, 'CARD', 'FAI-01');
    await terminal.getByRole('button', { name: `${translate('inspectionsDue')} 1` }).click();
    await terminal.getByRole('button', { name: translate('beginInspection'), exact: true }).click();
    // The procedure determines the sample. The dialog shows the sample, and the person only confirms it.
    await terminal.getByText(translate('sampleByProcedure', { sample: 1 })).waitFor();
    const beginButton = { name: translate('beginInspection'), exact: true };
    await terminal.getByRole('dialog').last().getByRole('button', beginButton).click();
    // The overdue gauge is refused, and the reason is shown. Then another gauge is scanned.
    await terminal.getByRole('textbox', { name: translate('chooseGauge', { kind: '千分尺' }) }).waitFor();
    await terminal.keyboard.type('QFC-21');
    await terminal.keyboard.press('Enter');
    await terminal.getByRole('alert').getByText(translate('gaugeOverdue')).waitFor();
    expect(await findViolations(terminal, 'light')).toEqual([]);
    await terminal.keyboard.type(`${TEST_ADMIN.factoryCode}|GAUGE|QFC-20`);
    await terminal.keyboard.press('Enter');
    // The gauge types a value that ends with Enter. The dialog then shows the next characteristic.
    await terminal.getByRole('textbox', { name: '外径' }).waitFor();
    await terminal.keyboard.type('20.06 mm');
    await terminal.getByRole('alert').getByText(translate('outsideLimits')).waitFor();
    await terminal.keyboard.press('Enter');
    await terminal
      .getByRole('group', { name: '毛刺' })
      .getByRole('button', { name: translate('judgedOk'), exact: true })
      .click();
    await terminal.getByText(translate('allValuesEntered')).waitFor();
    expect(await findCutText(terminal.locator('.inspection-entry button'))).toEqual([]);
    await terminal.getByRole('button', { name: translate('concludeFailed') }).click();
    // The dialog proposes the violated limit as the description of the exception. This test raises no
    // exception.
    expect(
      await terminal.getByRole('textbox', { name: translate('exceptionDescription') }).inputValue(),
    ).toMatch(/^检验 I\d{6}-01：外径 20\.06 \(19\.95 – 20\.05\)$/);
    await terminal.keyboard.press('Escape');
    await terminal.getByText(/首件 I\d{6}-01 不合格：放行前不能完工/).waitFor();
    const finishButton = terminal.getByRole('button', { name: translate('finishNow', { quantity: 5 }) });
    await finishButton.click();
    await terminal
      .getByText(/首件检验“I\d{6}-01”不合格，放行前不能完工/)
      .first()
      .waitFor();
    await terminal
      .getByRole('alertdialog')
      .getByRole('button', { name: translate('haveRead') })
      .click();
    expect((await admin.call<ProcessProgress[]>('/mes/process/progress', { processId }))[0]).toMatchObject({
      good: 0,
      inWork: 5,
    });

    const { page } = await windows.open(`${server.url}/login`, { width: 1600, height: 1000 });
    await logIn(page, DEFAULT_LANG, { ...TEST_ADMIN, code: TEST_VERIFICATION_CODE });
    await page.getByRole('link', { name: translate('inspections'), exact: true }).click();
    await page.getByRole('button', { name: translate('inspectionResults'), exact: true }).click();
    await page.getByRole('cell', { name: '20.06' }).waitFor();
    await page.getByRole('cell', { name: 'QFC-20' }).waitFor();
    expect(await findViolations(page, 'light')).toEqual([]);
    await page.getByRole('button', { name: translate('releaseInspection'), exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: translate('reason') }).fill('重新对刀后复测合格');
    await dialog.getByRole('button', { name: translate('releaseInspection'), exact: true }).click();
    await page.locator('.record-head').getByText(translate('inspectionReleased')).waitFor();

    await terminal
      .getByText(/放行前不能完工/)
      .first()
      .waitFor({ state: 'detached' });
    await finishButton.click();
    await expect
      .poll(
        async () => (await admin.call<ProcessProgress[]>('/mes/process/progress', { processId }))[0]?.good,
      )
      .toBe(5);
  });

  test('moves the control charts of its part while people measure, in Chinese and Japanese', async () => {
    const { processIds } = await createAndReleaseOrder(admin as never, 'SPC', 50, ['磨外圆']);
    const processId = processIds[0]!;
    const { craftId } = await admin.call<{ craftId: number }>('/mes/process/get', { id: processId });
    const sip = await admin.send<{ id: number; version: number }>('/mes/system/params/sip/save', {
      code: 'SIP-2',
      name: '磨削检验',
      craftId,
      inspections: [{ inspectionKind: 'inProcess', everyPieces: 1, sampling: 'sampleFixed', sampleCount: 2 }],
      characteristics: [{ seq: 10, name: '轴径', nominal: 20, lower: 19.9, upper: 20.1, unit: 'mm' }],
    });
    await admin.send('/mes/system/params/sip/publish', { id: sip.id, version: sip.version });
    const measure = async (first: number, second: number) => {
      const beginFields = { processId, sipId: sip.id, inspectionKind: 'inProcess', batchQuantity: 2 };
      const { id } = await admin.send<{ id: number }>('/mes/quality/testing/begin', beginFields);
      const values = [first, second].map((value, index) => ({ seq: 10, sampleNumber: index + 1, value }));
      const { version } = await admin.send<{ version: number }>('/mes/quality/testing/enter', { id, values });
      await admin.send('/mes/quality/testing/conclude', { id, version });
    };
    for (let lot = 0; lot < 6; lot++) await measure(20.015, 19.985);
    const openCharts = async (lang: Lang, size: { width: number; height: number }) => {
      const { page } = await windows.open(`${server.url}/login`, size);
      if (lang !== DEFAULT_LANG) await chooseLang(page, lang);
      await logIn(page, lang, { ...TEST_ADMIN, code: TEST_VERIFICATION_CODE });
      // A phone shows the navigation only when it is opened.
      await page.locator('.shell').waitFor();
      await page.goto(`${server.url}/quality/testing/spc`);
      await page.getByRole('img', { name: translateTerm(lang, 'subgroupMean') }).waitFor();
      return page;
    };
    const desk = await openCharts(DEFAULT_LANG, { width: 1600, height: 1000 });
    const phone = await openCharts('ja_JP', { width: 390, height: 844 });
    const signal = (lang: Lang) => translateTerm(lang, 'violationCount', { count: 1 });
    await expect.poll(() => desk.getByText(signal(DEFAULT_LANG)).count()).toBe(0);
    await measure(20.08, 20.08);
    await desk.getByText(signal(DEFAULT_LANG)).first().waitFor();
    await phone.getByText(signal('ja_JP')).first().waitFor();
    for (const page of [desk, phone]) expect(await findViolations(page, 'light')).toEqual([]);
    expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  });
});
