import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { QualityDetail } from '#shared/quality/answers.ts';
import { DEFAULT_LANG } from '#shared/kernel/lang.ts';
import type { ProcessProgress } from '#shared/ledger/process-progress.ts';
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
import { findSmallTargets } from './small-targets.ts';
import { openTestTerminal, TABLET_SIZE, typeBarcode } from './terminal.ts';
import { translate } from './translate.ts';

const SIGNER_PASSWORD = 'Better123';
const PIN = '4711';
const WRONG_PIN = '1174';
const DESKTOP_SIZE = { width: 1600, height: 1000 };
const PHONE_SIZE = { width: 390, height: 844 };

describeJourneys('A bad piece', (windows, database) => {
  let server: TestServer;
  let admin: Caller;
  let worker: TestWorker;
  let signer: TestWorker;
  let otherSigner: TestWorker;
  let otherSignerCaller: Caller;
  beforeAll(async () => {
    server = await startTestServer(database, {
      MES_CAPTCHA: 'on',
      MES_DEFAULT_PASSWORD: DEFAULT_PASSWORD,
    });
    admin = await server.caller().logIn();
    worker = await hireWorker(admin, '王建国', ['TASK_REPORT', 'QUALITY_RAISE']);
    signer = await hireWorker(admin, '刘洋', []);
    otherSigner = await hireWorker(admin, '陈静', []);
    await admin.send('/mes/system/basic/terminal/save', { code: 'T-1', name: '一号终端' });
    await admin.send('/mes/system/classify/save', { classId: 'errorClass', code: 'DIM', name: '尺寸超差' });
    await admin.send('/mes/system/basic/employee/pin', { employeeId: otherSigner.id, pin: PIN });
    await choosePassword(signer);
    otherSignerCaller = await choosePassword(otherSigner);
  });
  afterAll(() => server?.close());

  /** Logs a person in for the first time, who then chooses a password. */
  async function choosePassword({ code }: TestWorker): Promise<Caller> {
    const caller = await server.caller().logIn({ employeeCode: code, password: DEFAULT_PASSWORD });
    await caller.send('/mes/user/password/modify', {
      oldPassword: DEFAULT_PASSWORD,
      newPassword: SIGNER_PASSWORD,
      newPasswordAgain: SIGNER_PASSWORD,
    });
    return caller;
  }
  const readProcess = async (processId: number) =>
    (await admin.call<ProcessProgress[]>('/mes/process/progress', { processId }))[0]!;
  const readDetail = (id: number) => admin.call<QualityDetail>('/mes/quality/detail', { id });
  const findButton = (page: Page, key: TermKey) =>
    page.getByRole('button', { name: translate(key), exact: true });
  const waitForState = (page: Page, state: TermKey) =>
    page.locator('.record-head .state-mark', { hasText: translate(state) }).waitFor();
  /** Chooses a signer in a new line of the dialog. */
  const addSigner = async (page: Page, { name }: TestWorker, line: number) => {
    const dialog = page.getByRole('dialog');
    // The label of the field names its button, so the button is found by its text.
    await dialog.getByText(translate('addLine')).last().click();
    const input = dialog.getByRole('combobox', { name: `${translate('signer')} ${line}` });
    await input.fill(name);
    // The list of the line before may still be closing.
    await page
      .getByRole('option', { name: new RegExp(name) })
      .last()
      .click();
  };
  const signAs = async (caller: Caller, { id: employeeId }: TestWorker, exceptionId: number) => {
    const round = (await readDetail(exceptionId)).rounds.at(-1)!;
    await caller.send('/mes/quality/sign', {
      id: exceptionId,
      roundId: round.id,
      documentHash: round.documentHash,
      signerId: employeeId,
      result: 'passed',
      password: SIGNER_PASSWORD,
    });
  };
  const signOnPhone = async (page: Page, result: 'passed' | 'notPassed', comment?: string) => {
    await findButton(page, 'signException').click();
    const dialog = page.getByRole('dialog');
    await dialog
      .getByRole('button', { name: translate(result) })
      .first()
      .click();
    if (comment) await dialog.getByRole('textbox', { name: translate('signatureComment') }).fill(comment);
    await dialog.getByLabel(translate('signaturePassword')).fill(SIGNER_PASSWORD);
    await dialog.getByRole('button', { name: translate('signAs', { result: translate(result) }) }).click();
    await dialog.waitFor({ state: 'detached' });
  };

  test('is raised at the terminal, decided, signed in a second round, moved, traced and finished', async () => {
    const { processIds } = await createAndReleaseOrder(admin as never, 'BAD', 5, ['粗车', '精车']);
    const processId = processIds[0]!;
    const { reportId } = await admin.send<{ reportId: number }>('/mes/report/start', {
      processId,
      quantity: 5,
      people: [{ employeeId: worker.id, ratio: 100 }],
      at: new Date(Date.now() - 10 * 60_000).toISOString(),
    });
    await admin.send('/mes/report/finish', { reportId, good: 3, scrap: 2 });

    // The worker raises the pieces that were just reported as scrap: two touches and the quantity.
    // The server refuses the wrong PIN of a signer.
    const terminal = await openTestTerminal(windows, server.url, TABLET_SIZE, /422/);
    await typeBarcode(terminal, TEST_ADMIN.factoryCode, 'PERSON', worker.badge);
    await terminal.getByRole('button', { name: worker.name, exact: true }).waitFor();
    await typeBarcode(terminal, TEST_ADMIN.factoryCode, 'CARD', 'BAD-01');
    await terminal.getByRole('button', { name: '10 粗车' }).click();
    await terminal.getByRole('button', { name: translate('qualityException') }).click();
    await terminal.getByRole('button', { name: `${translate('scrap')} 2`, pressed: true }).waitFor();
    await terminal.getByRole('button', { name: translate('oneMore') }).click();
    await terminal.getByRole('button', { name: '尺寸超差' }).click();
    await terminal.getByText(/已提报 Q\d{6}-01，冻结 2 件/).waitFor();
    expect(await readProcess(processId)).toMatchObject({ scrap: 0, hold: 2, good: 3 });

    // The exception waits for the decision of the engineer. The dialog proposes the people of the report as
    // responsible.
    const { page } = await windows.open(`${server.url}/login`, DESKTOP_SIZE);
    await logIn(page, DEFAULT_LANG, { ...TEST_ADMIN, code: TEST_VERIFICATION_CODE });
    await page.getByRole('link', { name: translate('qualityExceptions'), exact: true }).click();
    await page.getByRole('link', { name: /尺寸超差/ }).click();
    await waitForState(page, 'waitingForInitiation');
    const id = Number(new URL(page.url()).pathname.split('/').at(-1));
    expect(await findViolations(page, 'light')).toEqual([]);
    await findButton(page, 'determineException').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: translate('handledByScrap') }).fill('2');
    await dialog.getByText(translate('handlingComplete')).waitFor();
    await addSigner(page, signer, 1);
    await addSigner(page, otherSigner, 2);
    expect(await findViolations(page, 'light')).toEqual([]);
    await dialog.getByRole('button', { name: translate('sendToSigners') }).click();
    await waitForState(page, 'remediesInCountersign');

    // A signer rejects it on the phone. The engineer sees it without a reload, and decides again.
    const phone = (await windows.open(`${server.url}/login`, PHONE_SIZE)).page;
    await logIn(phone, DEFAULT_LANG, {
      ...TEST_ADMIN,
      employeeCode: signer.code,
      password: SIGNER_PASSWORD,
      code: TEST_VERIFICATION_CODE,
    });
    await phone.waitForURL((url) => !url.pathname.startsWith('/login'));
    await phone.goto(`${server.url}/quality`);
    await phone.getByRole('link', { name: /尺寸超差/ }).click();
    await signOnPhone(phone, 'notPassed', '可以返工');
    await waitForState(page, 'remediesRejected');
    await page.locator('.quality-events').getByText('可以返工').waitFor();
    await findButton(page, 'determineException').click();
    await dialog.getByRole('textbox', { name: translate('handledByRework') }).fill('2');
    await dialog.getByRole('textbox', { name: translate('handledByScrap') }).fill('0');
    await dialog.getByRole('button', { name: translate('sendToSigners') }).click();
    await waitForState(page, 'remediesInCountersign');

    // In the second round both pass it, and the pieces move.
    await phone
      .getByText(translate('roundNumber', { number: 2 }))
      .first()
      .waitFor();
    await signOnPhone(phone, 'passed');
    expect(await readProcess(processId)).toMatchObject({ hold: 2, reworkOpen: 0 });
    await signAs(otherSignerCaller, otherSigner, id);
    await waitForState(page, 'tracingCountersign');
    expect(await readProcess(processId)).toMatchObject({ hold: 0, reworkOpen: 2, scrap: 0, good: 3 });

    // The cause is traced and signed by the same people.
    await findButton(page, 'traceCause').click();
    await dialog.getByRole('textbox', { name: translate('rootCause') }).fill('刀片磨损');
    await dialog.getByRole('button', { name: translate('sendToSigners') }).click();
    await dialog.waitFor({ state: 'detached' });
    await phone.getByText('刀片磨损').first().waitFor();
    await signOnPhone(phone, 'passed');
    // The other signer is on the floor: two touches after the badge and the PIN.
    await typeBarcode(terminal, TEST_ADMIN.factoryCode, 'PERSON', otherSigner.badge);
    await terminal
      .getByRole('region', { name: translate('waitsForSignature') })
      .getByRole('button')
      .click();
    const countersign = terminal.getByRole('dialog');
    await countersign.getByText('刀片磨损').waitFor();
    for (const digit of WRONG_PIN)
      await countersign.getByRole('button', { name: digit, exact: true }).click();
    await countersign.getByRole('button', { name: translate('passed'), exact: true }).click();
    await countersign.getByText(translate('error.signaturePinWrong')).waitFor();
    for (const digit of PIN) await countersign.getByRole('button', { name: digit, exact: true }).click();
    expect(await findViolations(terminal, 'light')).toEqual([]);
    expect(await findSmallTargets(countersign)).toEqual([]);
    await countersign.getByRole('button', { name: translate('passed'), exact: true }).click();
    await countersign.waitFor({ state: 'detached' });
    await waitForState(page, 'finished');
    await page.getByText('刀片磨损').first().waitFor();
    const detail = await readDetail(id);
    expect(detail.people).toMatchObject([{ type: 'factoryStaff', employeeId: worker.id, ratio: 100 }]);
    expect(detail.rounds.map(({ stage, number, signatures }) => [stage, number, signatures.length])).toEqual([
      ['remedies', 1, 1],
      ['remedies', 2, 2],
      ['tracing', 1, 2],
    ]);
  });
});
