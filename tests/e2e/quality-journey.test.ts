import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { QualityDetail } from '#shared/quality/answers.ts';
import { DEFAULT_LANG, type Lang } from '#shared/kernel/lang.ts';
import type { ProcessProgress } from '#shared/ledger/process-progress.ts';
import { translateTerm, type TermKey } from '#shared/terms/index.ts';
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
import { chooseLang, logIn } from './log-in.ts';
import { findSmallTargets } from './small-targets.ts';
import { openTestTerminal, TABLET_SIZE, typeBarcode } from './terminal.ts';
import { translate } from './translate.ts';
import { Wall } from './wall.ts';

const SIGNER_PASSWORD = 'Better123';
const PIN = '4711';
const WRONG_PIN = '1174';
const DESKTOP_SIZE = { width: 1600, height: 1000 };
/** The maximum time from the raising of the exception until the wall shows it, in milliseconds. */
const MAX_WALL_DELAY_MS = 1000;
const PHONE_SIZE = { width: 390, height: 844 };

describeJourneys('A bad piece', (windows, database) => {
  let server: TestServer;
  let admin: Caller;
  let worker: TestWorker;
  let signer: TestWorker;
  let otherSigner: TestWorker;
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
    await choosePassword(otherSigner);
  });
  afterAll(() => server?.close());

  /** Logs a person in for the first time, and replaces the initial password. */
  async function choosePassword({ code }: TestWorker): Promise<void> {
    const caller = await server.caller().logIn({ employeeCode: code, password: DEFAULT_PASSWORD });
    await caller.send('/mes/user/password/modify', {
      oldPassword: DEFAULT_PASSWORD,
      newPassword: SIGNER_PASSWORD,
      newPasswordAgain: SIGNER_PASSWORD,
    });
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
    // The field has a label, which names its button for screen readers. The test therefore finds the button
    // by its text.
    await dialog.getByText(translate('addLine')).last().click();
    const input = dialog.getByRole('combobox', { name: `${translate('signer')} ${line}` });
    await input.fill(name);
    // The list of the previous line may still be closing.
    await page
      .getByRole('option', { name: new RegExp(name) })
      .last()
      .click();
  };
  /** Logs a signer in on a phone, and opens the exception that waits for the signature. */
  const openOnPhone = async ({ code }: TestWorker, lang: Lang = DEFAULT_LANG): Promise<Page> => {
    const { page } = await windows.open(`${server.url}/login`, PHONE_SIZE);
    if (lang !== DEFAULT_LANG) await chooseLang(page, lang);
    await logIn(page, lang, {
      ...{ ...TEST_ADMIN, employeeCode: code, password: SIGNER_PASSWORD, code: TEST_VERIFICATION_CODE },
    });
    await page.waitForURL((url) => !url.pathname.startsWith('/login'));
    await page.goto(`${server.url}/quality`);
    await page.getByRole('link', { name: /尺寸超差/ }).click();
    return page;
  };
  const signOnPhone = async (
    page: Page,
    result: 'passed' | 'notPassed',
    { comment, lang = DEFAULT_LANG }: { comment?: string; lang?: Lang } = {},
  ) => {
    const word = (key: TermKey, params?: Record<string, unknown>) => translateTerm(lang, key, params);
    await page.getByRole('button', { name: word('signException'), exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog
      .getByRole('button', { name: word(result) })
      .first()
      .click();
    if (comment) await dialog.getByRole('textbox', { name: word('signatureComment') }).fill(comment);
    await dialog.getByLabel(word('signaturePassword')).fill(SIGNER_PASSWORD);
    await dialog.getByRole('button', { name: word('signAs', { result: word(result) }) }).click();
    await dialog.waitFor({ state: 'detached' });
  };
  /** Opens the wall of the quality room. @returns a function that waits for a text, and returns when it appeared */
  const watchWall = async (text: string): Promise<() => Promise<number>> => {
    const { page } = await windows.open(`${server.url}/board/qualityRoom`, Wall.size);
    await logIn(page, DEFAULT_LANG, { ...TEST_ADMIN, code: TEST_VERIFICATION_CODE });
    const tile = page.getByRole('region', { name: translate('exceptionsWaiting'), exact: true });
    await tile.getByText('没有待处理的质量异常').waitFor();
    const watchHandlePromise = tile.evaluateHandle((region, expected) => {
      const moment = new Promise<number>((resolve) => {
        new MutationObserver((_, observer) => {
          if (!region.textContent.includes(expected)) return;
          observer.disconnect();
          resolve(Date.now());
        }).observe(region, { childList: true, subtree: true, characterData: true });
      });
      return { moment };
    }, text);
    const handle = await watchHandlePromise;
    return () => handle.evaluate(({ moment }) => moment);
  };

  test('is raised at the terminal, signed in a second round, reworked, traced, and costs a penalty in the report of the month', async () => {
    const { processIds } = await createAndReleaseOrder(admin as never, 'BAD', 5, ['粗车', '精车']);
    const processId = processIds[0]!;
    const { reportId } = await admin.send<{ reportId: number }>('/mes/report/start', {
      processId,
      quantity: 5,
      people: [{ employeeId: worker.id, ratio: 100 }],
      at: new Date(Date.now() - 20 * 60_000).toISOString(),
    });
    const endedAt = new Date(Date.now() - 10 * 60_000).toISOString();
    await admin.send('/mes/report/finish', { reportId, good: 3, scrap: 2, at: endedAt });

    const waitForWall = await watchWall('尺寸超差 2');
    // The worker raises an exception for the pieces that were just reported as scrap, with two touches and
    // the quantity. The server refuses the wrong PIN of a signer.
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

    const { rows: raisedExceptions } = await admin.call<{ rows: { raisedAt: string }[] }>(
      '/mes/quality/exception/page',
      {},
    );
    expect((await waitForWall()) - Date.parse(raisedExceptions[0]!.raisedAt)).toBeLessThanOrEqual(
      MAX_WALL_DELAY_MS,
    );

    // The exception waits for the decision of the engineer. The dialog proposes the people of the report as
    // the responsible people.
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

    // A signer rejects the remedies on the phone. The engineer sees the rejection without a reload, and
    // decides again.
    const phone = await openOnPhone(signer);
    await signOnPhone(phone, 'notPassed', { comment: '可以返工' });
    await waitForState(page, 'remediesRejected');
    await page.locator('.quality-events').getByText('可以返工').waitFor();
    await findButton(page, 'determineException').click();
    await dialog.getByRole('textbox', { name: translate('handledByRework') }).fill('2');
    await dialog.getByRole('textbox', { name: translate('handledByScrap') }).fill('0');
    await dialog.getByRole('button', { name: translate('sendToSigners') }).click();
    await waitForState(page, 'remediesInCountersign');

    // In the second round both signers pass the remedies, one of them in Japanese. The pieces move after the
    // last signature.
    await phone
      .getByText(translate('roundNumber', { number: 2 }))
      .first()
      .waitFor();
    // The desk sees who looks at the round, and reminds the signers; the phone shows the reminder.
    await page.getByText(translate('viewersNow', { names: signer.name })).waitFor();
    await findButton(page, 'remindSigners').click();
    await phone.getByRole('link', { name: translate('remindersBadge', { count: 1 }) }).waitFor();
    await signOnPhone(phone, 'passed');
    expect(await readProcess(processId)).toMatchObject({ hold: 2, reworkOpen: 0 });
    const otherPhone = await openOnPhone(otherSigner, 'ja_JP');
    expect(await findViolations(otherPhone, 'light')).toEqual([]);
    await signOnPhone(otherPhone, 'passed', { lang: 'ja_JP' });
    await waitForState(page, 'tracingCountersign');
    expect(await readProcess(processId)).toMatchObject({ hold: 0, reworkOpen: 2, scrap: 0, good: 3 });

    // The pieces are reworked; the worker finishes them at the terminal.
    await admin.send('/mes/report/start', {
      ...{ processId, quantity: 2, isRework: true, people: [{ employeeId: worker.id, ratio: 100 }] },
      at: new Date(Date.now() - 5 * 60_000).toISOString(),
    });
    await terminal.getByRole('button', { name: translate('finishNow', { quantity: 2 }) }).click();
    await expect
      .poll(() => readProcess(processId))
      .toMatchObject({ good: 5, reworkOpen: 0, inRework: 0, scrap: 0 });

    // The engineer traces the cause, and the same people sign it.
    await findButton(page, 'traceCause').click();
    await dialog.getByRole('textbox', { name: translate('rootCause') }).fill('刀片磨损');
    await dialog.getByRole('textbox', { name: translate('lostMaterialCost') }).fill('120');
    await dialog.getByRole('textbox', { name: translate('lossReason') }).fill('按发票');
    await dialog.getByRole('button', { name: translate('sendToSigners') }).click();
    await dialog.waitFor({ state: 'detached' });
    await phone.getByText('刀片磨损').first().waitFor();
    await signOnPhone(phone, 'passed');
    // The other signer signs at the terminal on the shop floor, with two touches after the badge and the PIN.
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

    // The proposed penalty is approved, and is in the report of the month.
    await page.getByRole('link', { name: translate('qualityPenalties'), exact: true }).click();
    await page.getByRole('heading', { name: translate('qualityPenalties') }).waitFor();
    await page.getByRole('link', { name: /^Q\d{6}-01$/ }).click();
    await dialog.getByText(new RegExp(`${translate('proposedAmount')} 120`)).waitFor();
    await dialog.getByRole('button', { name: translate('approvePenalty') }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.goto(`${server.url}/forms/quality/summary/monthly`);
    await page.getByRole('cell', { name: '120', exact: true }).last().waitFor();
    expect(await findViolations(page, 'light')).toEqual([]);
  });
});
