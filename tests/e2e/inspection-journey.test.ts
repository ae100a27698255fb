import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEFAULT_LANG } from '#shared/kernel/lang.ts';
import type { ProcessProgress } from '#shared/ledger/process-progress.ts';
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
import { logIn } from './log-in.ts';
import { openTestTerminal, TABLET_SIZE, typeBarcode } from './terminal.ts';
import { translate } from './translate.ts';

describeJourneys('A first article', (windows, database) => {
  let server: TestServer;
  let admin: Caller;
  beforeAll(async () => {
    server = await startTestServer(database, { MES_CAPTCHA: 'on' });
    admin = await server.caller().logIn();
    await admin.send('/mes/system/basic/terminal/save', { code: 'T-1', name: '一号终端' });
  });
  afterAll(() => server?.close());

  test('that is measured out of limits at the terminal blocks finish, until it is released at the desk', async () => {
    const worker = await hireWorker(admin, '王建国', ['TASK_REPORT', 'QUALITY_RAISE', 'QUALITY_INSPECT']);
    const { processIds } = await createAndReleaseOrder(admin as never, 'FAI', 5, ['精车']);
    const processId = processIds[0]!;
    const { craftId } = await admin.call<{ craftId: number }>('/mes/process/get', { id: processId });
    const sip = await admin.send<{ id: number; version: number }>('/mes/system/params/sip/save', {
      code: 'SIP-1',
      name: '精车检验',
      craftId,
      inspections: [{ inspectionKind: 'firstArticle', sampling: 'sampleAll' }],
      characteristics: [
        { seq: 10, name: '外径', nominal: 20, lower: 19.95, upper: 20.05, unit: 'mm', tool: '千分尺' },
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
    // The sample follows from the procedure; the dialog says so and only confirms it.
    await terminal.getByText(translate('sampleByProcedure', { sample: 1 })).waitFor();
    const beginButton = { name: translate('beginInspection'), exact: true };
    await terminal.getByRole('dialog').last().getByRole('button', beginButton).click();
    // The gauge types its value, with Enter at its end. The next characteristic comes by itself.
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
    // The exception is prefilled with what was wrong; here nobody raises it.
    expect(
      await terminal.getByRole('textbox', { name: translate('exceptionDescription') }).inputValue(),
    ).toMatch(/^检验 I\d{6}-01：外径 20\.06 \(19\.95 – 20\.05\)$/);
    await terminal.keyboard.press('Escape');
    await terminal.getByText(/首件 I\d{6}-01 不合格：放行前不能完工/).waitFor();
    const finish = terminal.getByRole('button', { name: translate('finishNow', { quantity: 5 }) });
    await finish.click();
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
    await finish.click();
    await expect
      .poll(
        async () => (await admin.call<ProcessProgress[]>('/mes/process/progress', { processId }))[0]?.good,
      )
      .toBe(5);
  });
});
