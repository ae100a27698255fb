import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BarcodeType } from '#shared/rules/barcode.ts';
import type { ProcessProgress } from '#shared/ledger/process-progress.ts';
import type { TermKey } from '#shared/terms/index.ts';
import { describeJourneys } from '#tests/support/browser.ts';
import { getIsoTimeAgo } from '#tests/support/floor.ts';
import { hireWorker, type TestWorker } from '#tests/support/wire-floor.ts';
import { createAndReleaseOrder } from '#tests/support/wire-order.ts';
import { startTestServer, TEST_ADMIN, type Caller, type TestServer } from '#tests/support/wire-server.ts';
import { openTestTerminal, PORTRAIT_TABLET_SIZE, TABLET_SIZE, typeBarcode as typeIn } from './terminal.ts';
import { translate } from './translate.ts';

const scanTestBarcode = (page: Page, type: BarcodeType, code: string, interruptionMs?: number) =>
  typeIn(page, TEST_ADMIN.factoryCode, type, code, interruptionMs);

/** Returns the texts of the buttons that are partly covered, cut, or less than 56 pixels high. */
const findUnusableButtons = (group: Locator): Promise<string[]> =>
  group.getByRole('button').evaluateAll((buttons) =>
    buttons
      .filter((button) => {
        const { left, right, top, bottom } = button.getBoundingClientRect();
        const isVisibleAt = (y: number) => button.contains(document.elementFromPoint((left + right) / 2, y));
        return bottom - top < 56 || !isVisibleAt(top + 2) || !isVisibleAt(bottom - 2);
      })
      .map((button) => button.textContent ?? ''),
  );

describeJourneys('At a terminal', (windows, database) => {
  let server: TestServer;
  let admin: Caller;
  let worker: TestWorker;
  let otherWorker: TestWorker;
  beforeAll(async () => {
    server = await startTestServer(database, { MES_CAPTCHA: 'on' });
    admin = await server.caller().logIn();
    const group = await admin.send<{ id: number }>('/mes/system/basic/group/save', {
      code: 'G',
      name: '车削组',
    });
    const groupFields = { workGroupId: group.id };
    worker = await hireWorker(admin, '王建国', ['TASK_REPORT'], groupFields);
    otherWorker = await hireWorker(admin, '李秀英', ['TASK_REPORT'], groupFields);
    await admin.send('/mes/system/basic/employee/pin', { employeeId: otherWorker.id, pin: '4711' });
    await admin.send('/mes/system/basic/terminal/save', { code: 'T-1', name: '一号终端', ...groupFields });
  });
  afterAll(() => server?.close());

  const openTerminal = (size: { width: number; height: number }, expectedErrors?: RegExp) =>
    openTestTerminal(windows, server.url, size, expectedErrors);
  const startCountingTouches = (page: Page) =>
    page.evaluate(() => {
      const counter = { touches: 0 };
      window.addEventListener('pointerdown', () => (counter.touches += 1), true);
      Object.assign(window, { counter });
    });
  const readTouchCount = (page: Page) =>
    page.evaluate(() => (window as unknown as { counter: { touches: number } }).counter.touches);
  const readProgress = async (processId: number) =>
    (await admin.call<ProcessProgress[]>('/mes/process/progress', { processId }))[0]!;
  /**
   * Moves the start of the open report of a process back by five minutes. It then saves the process, so that the tablet
   * reloads the report.
   */
  const moveStartBack = async (processId: number) => {
    await server.connection.pool.query(
      `update work_report set started_at = started_at - interval '5 minutes' where process_id = $1 and ended_at is null`,
      [processId],
    );
    const { id, version } = await admin.call<{ id: number; version: number }>('/mes/process/get', {
      id: processId,
    });
    await admin.send('/mes/process/save', { id, version, plannedEnd: '2026-12-24' });
  };

  test('one scan and two touches report an ordinary piece of work, and the rework of a bad one', async () => {
    const { processIds } = await createAndReleaseOrder(admin as never, 'ONE', 12, ['粗车', '精车']);
    const page = await openTerminal(TABLET_SIZE);
    await scanTestBarcode(page, 'PERSON', worker.badge);
    await page.getByRole('button', { name: worker.name, exact: true }).waitFor();

    await startCountingTouches(page);
    await scanTestBarcode(page, 'CARD', 'ONE-01');
    await page.getByRole('button', { name: translate('startNow', { quantity: 12 }) }).click();
    const finishButton = page.getByRole('button', { name: translate('finishNow', { quantity: 12 }) });
    await finishButton.waitFor();
    expect(await readProgress(processIds[0]!)).toMatchObject({ state: 'processing', inWork: 12 });
    await moveStartBack(processIds[0]!);
    await finishButton.click();
    await page.getByText(new RegExp(`^${translate('finishedDone', { quantity: 12 })}`)).waitFor();
    expect(await readTouchCount(page)).toBe(2);
    expect(await readProgress(processIds[0]!)).toMatchObject({ state: 'completed', good: 12 });

    const { processIds: badIds } = await createAndReleaseOrder(admin as never, 'BAD', 3, ['粗车']);
    const reportFields = {
      processId: badIds[0]!,
      good: 2,
      rework: 1,
      minutes: 1,
      endedAt: getIsoTimeAgo(30),
    };
    await admin.send('/mes/report/record', reportFields);
    await scanTestBarcode(page, 'CARD', 'BAD-01');
    await page.getByRole('button', { name: translate('startReworkNow', { quantity: 1 }) }).click();
    const finishReworkButton = page.getByRole('button', { name: translate('finishNow', { quantity: 1 }) });
    await finishReworkButton.waitFor();
    expect(await readProgress(badIds[0]!)).toMatchObject({ state: 'processing', inRework: 1 });
    await moveStartBack(badIds[0]!);
    await finishReworkButton.click();
    await page.getByText(new RegExp(`^${translate('finishedDone', { quantity: 1 })}`)).waitFor();
    expect(await readTouchCount(page)).toBe(4);
    expect(await readProgress(badIds[0]!)).toMatchObject({ state: 'completed', good: 3 });
  });

  test('pieces with scrap are reported without scrolling, also while the last report can be undone', async () => {
    for (const classId of ['errorClass', 'scrapReason'])
      for (const name of ['甲', '乙', '丙'])
        await admin.send('/mes/system/classify/save', { classId, code: `${classId} ${name}`, name });
    const newWorker = await hireWorker(admin, '赵敏', ['TASK_REPORT']);
    const { processIds } = await createAndReleaseOrder(admin as never, 'SCRAP', 9, ['粗车', '精车']);
    const page = await openTerminal(TABLET_SIZE);
    await scanTestBarcode(page, 'PERSON', newWorker.badge);
    await scanTestBarcode(page, 'CARD', 'SCRAP-01');
    await page.getByRole('button', { name: translate('startNow', { quantity: 9 }) }).click();
    await page.getByRole('button', { name: translate('finishNow', { quantity: 9 }) }).waitFor();
    await page.getByRole('button', { name: translate('undo') }).waitFor();
    const pad = page.getByRole('group', { name: translate('numberPad') });
    const findReasonGroup = (title: TermKey) =>
      page.getByRole('group', { name: translate(title), exact: true });
    await page.getByText(translate('tooShortYet')).waitFor();
    const boxBefore = await pad.boundingBox();
    await moveStartBack(processIds[0]!);
    await page.getByText(translate('tooShortYet')).waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: new RegExp(`^${translate('scrap')}`) }).click();
    await pad.getByRole('button', { name: '1', exact: true }).click();
    await findReasonGroup('errorClass').getByRole('button', { name: '甲' }).waitFor();
    await findReasonGroup('scrapReason').getByRole('button', { name: '甲' }).waitFor();
    expect(await pad.boundingBox()).toEqual(boxBefore);
    for (const size of [TABLET_SIZE, { width: 1280, height: 720 }, PORTRAIT_TABLET_SIZE]) {
      await page.setViewportSize(size);
      expect(await findUnusableButtons(pad), `${size.height} high`).toEqual([]);
      for (const title of ['errorClass', 'scrapReason'] as const)
        expect(
          (await findUnusableButtons(findReasonGroup(title))).length,
          `${title}, ${size.height} high`,
        ).toBeLessThan(3);
    }
  });

  test('an interrupted scan is read as one code, and an incomplete scan is asked for again', async () => {
    await createAndReleaseOrder(admin as never, 'TORN', 3, ['粗车']);
    const page = await openTerminal(TABLET_SIZE);
    await scanTestBarcode(page, 'PERSON', worker.badge, 150);
    await page.getByRole('button', { name: worker.name, exact: true }).waitFor();
    await page.keyboard.type(`${TEST_ADMIN.factoryCode}|CARD|TO`, { delay: 2 });
    await page.getByRole('alert').getByText(translate('scanTorn')).waitFor();
    await scanTestBarcode(page, 'CARD', 'TORN-01', 150);
    await page.getByRole('button', { name: translate('startNow', { quantity: 3 }) }).waitFor();
    expect(await page.getByText(translate('scanTorn')).count()).toBe(0);
  });

  test('a second person needs a PIN, and the first person returns with one touch, on a portrait tablet', async () => {
    const { processIds } = await createAndReleaseOrder(admin as never, 'TWO', 5, ['粗车']);
    const page = await openTerminal(PORTRAIT_TABLET_SIZE);
    await scanTestBarcode(page, 'PERSON', worker.badge);
    await page.getByRole('button', { name: worker.name, exact: true }).waitFor();
    await page.getByRole('button', { name: new RegExp(translate('someoneElse')) }).click();
    await page.getByRole('button', { name: new RegExp(`^${otherWorker.name}`) }).click();
    const pad = page.getByRole('group', { name: translate('numberPad') });
    for (const digit of '4711') await pad.getByRole('button', { name: digit, exact: true }).click();
    await page.getByRole('button', { name: translate('takeIt') }).click();
    const findIdentifiedPerson = (name: string) =>
      page.getByRole('button', { name, exact: true, pressed: true });
    await findIdentifiedPerson(otherWorker.name).waitFor();
    await startCountingTouches(page);
    await page.getByRole('button', { name: worker.name, exact: true }).click();
    await findIdentifiedPerson(worker.name).waitFor();
    expect(await readTouchCount(page)).toBe(1);

    await scanTestBarcode(page, 'CARD', 'TWO-01');
    await page.getByRole('button', { name: translate('startNow', { quantity: 5 }) }).click();
    await page.getByRole('button', { name: translate('finishNow', { quantity: 5 }) }).waitFor();
    // The terminal shows the undo button of a person only to this person.
    const undoButton = page.getByRole('button', { name: translate('undo') });
    await undoButton.waitFor();
    await page.getByRole('button', { name: otherWorker.name, exact: true }).click();
    await findIdentifiedPerson(otherWorker.name).waitFor();
    expect(await undoButton.count()).toBe(0);
    // The reload simulates a power cut. The terminal still lists the person, and the report still runs.
    await page.reload();
    await page.getByRole('button', { name: worker.name, exact: true }).click();
    await page.getByRole('button', { name: /^粗车/ }).click();
    await moveStartBack(processIds[0]!);
    await page.getByRole('button', { name: new RegExp(`^${translate('scrap')}`) }).click();
    await pad.getByRole('button', { name: '2', exact: true }).click();
    const quantityText = `${translate('goodPieces', { quantity: 3 })} + ${translate('scrapPieces', { quantity: 2 })}`;
    await page.getByRole('button', { name: translate('finishNow', { quantity: quantityText }) }).click();
    await page.getByText(new RegExp(`^${translate('finishedDone', { quantity: 5 })}`)).waitFor();
    expect(await readProgress(processIds[0]!)).toMatchObject({ good: 3, scrap: 2 });

    // The person undoes the finish in time, so the report runs again.
    await undoButton.click();
    await page.getByText(translate('undone')).waitFor();
    expect(await readProgress(processIds[0]!)).toMatchObject({
      good: 0,
      scrap: 0,
      inWork: 5,
      state: 'processing',
    });
  });

  test('a report whose answer is lost is kept on the device and sent again, and counts only once', async () => {
    const { processIds } = await createAndReleaseOrder(admin as never, 'OFF', 4, ['粗车']);
    // The second attempt has the mark of a late report, so its fields differ from those that the server knows for the
    // request id. The server refuses it with 409, and the terminal repeats the first attempt.
    const tablet = await openTerminal(TABLET_SIZE, /ERR_CONNECTION_RESET|status of 409/);
    await scanTestBarcode(tablet, 'PERSON', otherWorker.badge);
    await scanTestBarcode(tablet, 'CARD', 'OFF-01');
    const startButton = tablet.getByRole('button', { name: translate('startNow', { quantity: 4 }) });
    await startButton.waitFor();
    // The response is lost, so the terminal cannot know whether the server accepted the call.
    let startCallCount = 0;
    await tablet.route('**/mes/report/start', async (route) => {
      if (startCallCount++ > 0) return route.continue();
      await route.fetch();
      await route.abort('connectionreset');
    });
    await startButton.click();
    await tablet.getByText(new RegExp(`^${translate('startedDone', { quantity: 4 })}`)).waitFor();
    expect(startCallCount).toBeGreaterThan(1);
    expect(await readProgress(processIds[0]!)).toMatchObject({ inWork: 4, openReports: 1 });
  });

  test('work recorded while the server is away ended when the button was pressed, not when it was delivered', async () => {
    const { processIds } = await createAndReleaseOrder(admin as never, 'LATE', 4, ['粗车']);
    const idleWorker = await hireWorker(admin, '张三', ['TASK_REPORT']);
    const tablet = await openTerminal(TABLET_SIZE, /ERR_CONNECTION_REFUSED/);
    await scanTestBarcode(tablet, 'PERSON', idleWorker.badge);
    await scanTestBarcode(tablet, 'CARD', 'LATE-01');
    await tablet.getByRole('button', { name: translate('recordDone') }).click();
    const pad = tablet.getByRole('group', { name: translate('numberPad') });
    await pad.getByRole('button', { name: '5', exact: true }).click();
    const attemptTimes: number[] = [];
    await tablet.route('**/mes/report/record', async (route) => {
      attemptTimes.push(Date.now());
      await (attemptTimes.length === 1 ? route.abort('connectionrefused') : route.continue());
    });
    await tablet.getByRole('button', { name: translate('recordNow', { quantity: 4 }) }).click();
    await tablet.getByText(new RegExp(`^${translate('recordedDone', { quantity: 4 })}`)).waitFor();
    const { rows } = await server.connection.pool.query<{ pressed: number; seconds: number }>(
      `select extract(epoch from ended_at)::float8 * 1000 as pressed, seconds from work_report where process_id = $1`,
      [processIds[0]],
    );
    expect(attemptTimes).toHaveLength(2);
    // The clocks of the tablet and the database differ by milliseconds, but the attempts are seconds apart.
    expect(rows[0]!.pressed).toBeLessThan((attemptTimes[0]! + attemptTimes[1]!) / 2);
    expect(rows[0]!.seconds).toBe(300);
  });
});
