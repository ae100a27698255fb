import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import type { BatchAnswer } from '#shared/answers/batch.ts';
import type { QueuedProcess } from '#shared/answers/terminal.ts';
import { createBatchFloor } from '#tests/support/batch-floor.ts';
import { checkCards } from '#tests/support/card-check.ts';
import { createCardFloor, type CardFloor } from '#tests/support/card-floor.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { createTestFactory, getIsoTimeAgo, readRefusalCode, type TestFactory } from '#tests/support/floor.ts';
import { checkLedgers } from '#tests/support/ledger-check.ts';
import { createQualityFactory, type QualityFactory } from '#tests/support/quality-floor.ts';
import { readProcessProgress, startWorkByNewPerson } from '#tests/support/reports.ts';

describeForEachDatabase('rework', (database) => {
  let factory: TestFactory;
  let quality: QualityFactory;
  let cards: CardFloor;
  beforeAll(async () => {
    factory = await createTestFactory(await database.open());
    quality = await createQualityFactory(factory);
    cards = createCardFloor(factory);
  });
  /** Creates a person who has not worked yet, so that no other report of the person forbids the next one. */
  const hireSomebody = async () => [{ employeeId: (await factory.createPerson('Somebody', [])).employeeId }];
  const record = async (processId: number, fields: Record<string, unknown>) =>
    factory.call<{ reportId: number }>('/mes/report/record', {
      ...{ processId, minutes: 1, people: await hireSomebody() },
      ...fields,
    });
  const startRework = async (processId: number, quantity: number, fields: Record<string, unknown> = {}) =>
    factory.call<{ reportId: number }>('/mes/report/start', {
      ...{ processId, quantity, isRework: true, at: getIsoTimeAgo(20), people: await hireSomebody() },
      ...fields,
    });
  const finish = (reportId: number, fields: Record<string, unknown>) =>
    factory.call('/mes/report/finish', { reportId, ...fields });
  const reverse = (reportId: number) =>
    factory.call('/mes/report/reverse', { reportId, reason: 'counted wrong' });
  const read = (processId: number) => readProcessProgress(factory, processId);
  const expectCorrectLedgersAndCards = async () => {
    const { connection, factoryId } = factory;
    expect((await checkLedgers(connection, factoryId)).mismatches).toEqual([]);
    expect((await checkCards(connection, factoryId)).mismatches).toEqual([]);
  };
  const readQueuedProcess = async (processId: number) =>
    (await factory.call<QueuedProcess[]>('/mes/floor/queue', { everybody: true })).find(
      (process) => process.processId === processId,
    );
  /** Ten pieces are turned, of which three must be reworked; milling follows. */
  const createOrderWithRework = async () => {
    const order = await factory.createOrder(10, ['Turning', 'Milling']);
    const [turning, milling] = order.processIds as [number, number];
    const { reportId } = await record(turning, { good: 7, rework: 3 });
    return { order, turning, milling, badReportId: reportId };
  };

  it('makes pieces good, scrap, or sends them through the process again', async () => {
    const { order, turning, milling } = await createOrderWithRework();
    const people = await hireSomebody();
    const { reportId } = await startRework(turning, 3, { people });
    expect(await read(turning)).toMatchObject({
      ...{ state: 'processing', reworkOpen: 0, inRework: 3, good: 7, inWork: 0 },
    });
    await finish(reportId, { good: 1, scrap: 1, rework: 1 });
    expect(await read(turning)).toMatchObject({
      ...{ state: 'unfinished', reworkOpen: 0, inRework: 0, good: 8, scrap: 1, machinable: 1 },
    });
    expect(await read(milling)).toMatchObject({ arrived: 8, target: 9 });
    // The time of the rework counts for its people like the time of other work.
    const seconds = expect.closeTo(1200, -1) as number;
    expect(await factory.call('/mes/report/get', { id: reportId })).toMatchObject({
      ...{ isRework: true, kind: 'finish', started: 3, good: 1, scrap: 1, rework: 1, seconds },
      people: [{ employeeId: people[0]!.employeeId, ratio: 100, seconds }],
    });
    await record(turning, { good: 1 });
    expect(await read(milling)).toMatchObject({ arrived: 9 });
    await record(milling, { good: 9 });
    expect(await factory.call('/mes/order/get', { id: order.id })).toMatchObject({ state: 'completed' });
    await expectCorrectLedgersAndCards();
  });

  it('is started and finished for several processes in one batch, which shares its time', async () => {
    const { saveCraft, makeProcess, sendBatch, readVerdicts, readReportIds } = createBatchFloor(
      () => factory,
    );
    const craftId = await saveCraft({ name: 'Hardening' });
    const processIds = [await makeProcess(10, { craftId }), await makeProcess(10, { craftId })];
    for (const [index, processId] of processIds.entries())
      await record(processId, { good: 7 - index, rework: 3 + index });
    const people = await hireSomebody();
    const batchId = randomUUID();
    const rows = processIds.map((processId, index) => ({
      ...{ id: processId, processId, quantity: 3 + index, isRework: true },
      ...{ people, batchId, at: getIsoTimeAgo(35) },
    }));
    const startAnswer = await sendBatch('start', rows);
    expect(readVerdicts(startAnswer)).toEqual(['done', 'done']);
    const reportIds = readReportIds(startAnswer);
    const finishAnswer = await sendBatch(
      'finish',
      reportIds.map((reportId, index) => ({ id: reportId, reportId, good: 3 + index })),
    );
    expect(readVerdicts(finishAnswer)).toEqual(['done', 'done']);
    for (const processId of processIds)
      expect(await read(processId)).toMatchObject({ good: 10, reworkOpen: 0, inRework: 0 });
    const seconds = await Promise.all(
      reportIds.map(
        async (id) => (await factory.call<{ seconds: number }>('/mes/report/get', { id })).seconds,
      ),
    );
    expect(Math.abs(seconds[0]! - 900)).toBeLessThan(10);
    expect(Math.abs(seconds[1]! - 1200)).toBeLessThan(10);
    await expectCorrectLedgersAndCards();
  });

  it('does not hold up the following process', async () => {
    const { turning, milling } = await createOrderWithRework();
    await startRework(turning, 2);
    await record(milling, { good: 7 });
    expect(await read(milling)).toMatchObject({ good: 7 });
  });

  it('takes no more pieces than wait for it, and what is not reported goes on waiting', async () => {
    const { turning } = await createOrderWithRework();
    expect(await readRefusalCode(startRework(turning, 4))).toBe('quantityExceedsRework');
    const { reportId } = await startRework(turning, 2);
    expect(await readRefusalCode(startRework(turning, 2))).toBe('quantityExceedsRework');
    expect(await readRefusalCode(finish(reportId, { good: 3 }))).toBe('quantityExceedsStarted');
    await finish(reportId, { good: 1 });
    expect(await read(turning)).toMatchObject({ reworkOpen: 2, inRework: 0, good: 8, machinable: 0 });
    await expectCorrectLedgersAndCards();
  });

  it('is reversed, and what found the pieces bad only before the rework', async () => {
    const { turning, badReportId } = await createOrderWithRework();
    const { reportId } = await startRework(turning, 3);
    expect(await readRefusalCode(reverse(badReportId))).toBe('reverseBlockedBy');
    await finish(reportId, { good: 3 });
    await expect(reverse(badReportId)).rejects.toMatchObject({
      code: 'reverseBlockedBy',
      params: {
        ...{ name: 'Turning', bucket: 'reworkOpen', left: 0, needed: 3 },
        ...{ what: 'isRework', who: 'Somebody', quantity: 3 },
      },
      message: expect.stringMatching(
        /First reverse “Rework report” \(Somebody, \d\d-\d\d \d\d:\d\d, quantity 3\)/,
      ),
    });
    await reverse(reportId);
    expect(await read(turning)).toMatchObject({ reworkOpen: 3, good: 7, state: 'unfinished' });
    await reverse(badReportId);
    expect(await read(turning)).toMatchObject({ reworkOpen: 0, good: 0, state: 'notStarted' });
    await expectCorrectLedgersAndCards();
  });

  it('is reversed from the last report to the first, if pieces were machined again after it', async () => {
    const { turning, badReportId } = await createOrderWithRework();
    const rework = await record(turning, { rework: 1, isRework: true });
    const secondReport = await record(turning, { rework: 1 });
    // The rework and the report after it would use each other's pieces for ever.
    await expect(reverse(badReportId)).rejects.toMatchObject({
      code: 'reverseLaterFirst',
      params: { name: 'Turning', what: 'finish', who: 'Somebody', quantity: 1 },
    });
    await expect(reverse(rework.reportId)).rejects.toMatchObject({
      code: 'reverseBlockedBy',
      params: { bucket: 'machinable', left: 0, needed: 1, what: 'finish' },
    });
    const rows = [badReportId, secondReport.reportId, rework.reportId].map((reportId) => ({
      id: reportId,
      reportId,
      reason: 'all',
    }));
    const answer = await factory.call<BatchAnswer>('/mes/report/reverse/batch', {
      rows: JSON.stringify(rows),
    });
    expect(answer.rows.map((row) => (row.answer.success ? 'done' : row.answer.code))).toEqual([
      'reverseLaterFirst',
      'done',
      'done',
    ]);
    await reverse(badReportId);
    expect(await read(turning)).toMatchObject({ reworkOpen: 0, good: 0, received: 0, state: 'notStarted' });
    await expectCorrectLedgersAndCards();
  });

  it('of an exception forbids to reverse what made the pieces', async () => {
    const { turning, badReportId } = await createOrderWithRework();
    await quality.raise({ processId: turning }, { quantity: 7 });
    await expect(reverse(badReportId)).rejects.toMatchObject({
      code: 'reverseUnderException',
      params: { name: 'Turning', quantity: 7 },
    });
  });

  it('is undone at once, and goes on', async () => {
    const { turning } = await createOrderWithRework();
    const { reportId } = await startRework(turning, 3);
    await finish(reportId, { good: 3 });
    const undoAnswer = await factory.call<{ reportId: number }>('/mes/report/undo', {
      reportId,
      reopen: true,
    });
    expect(await read(turning)).toMatchObject({
      ...{ reworkOpen: 0, inRework: 3, state: 'processing', open: [{ isRework: true, started: 3 }] },
    });
    await finish(undoAnswer.reportId, { good: 2, scrap: 1 });
    await expectCorrectLedgersAndCards();
  });

  it('is ended by a suspension, and the pieces go on waiting', async () => {
    const { turning } = await createOrderWithRework();
    const { reportId } = await startRework(turning, 3);
    await factory.call('/mes/process/suspend', {
      ...{ processId: turning, reason: 'no gauge', seenReportIds: [reportId] },
    });
    expect(await read(turning)).toMatchObject({
      ...{ reworkOpen: 3, inRework: 0, machinable: 0, state: 'suspended', open: [] },
    });
    await factory.call('/mes/process/resume', { processId: turning });
    await expectCorrectLedgersAndCards();
  });

  it('waits in the queue of the group, also after the process is completed', async () => {
    const order = await factory.createOrder(4, [{ name: 'Turning', overReportTolerance: 50 }]);
    const [turning] = order.processIds as [number];
    const { reportId } = await startWorkByNewPerson(factory, turning, 4);
    await finish(reportId, { good: 4, rework: 1 });
    expect((await read(turning)).state).toBe('completed');
    expect((await readQueuedProcess(turning))?.next).toMatchObject({ step: 'rework', quantity: 1 });
    await record(turning, { good: 1, isRework: true });
    expect(await readQueuedProcess(turning)).toBeUndefined();
  });

  it('names the barcode of a piece again, and so does the work after it', async () => {
    const order = await factory.createOrder(2, [{ name: 'Marking', reportWay: 'byBarcode' }]);
    const [marking] = order.processIds as [number];
    const barcodes = [{ barcode: 'SN-1' }];
    await record(marking, { rework: 1, barcodes });
    expect(await readRefusalCode(record(marking, { good: 1, barcodes }))).toBe('pieceBarcodeReported');
    await record(marking, { rework: 1, isRework: true, barcodes });
    await record(marking, { rework: 1, barcodes });
    await record(marking, { good: 1, isRework: true, barcodes });
    expect(await read(marking)).toMatchObject({ good: 1, reworkOpen: 0, machinable: 0 });
  });

  it('that a quality exception decides is reported like any other', async () => {
    const order = await quality.work({ quantity: 6, good: 6 });
    const exception = await quality.raise(order, { quantity: 3 });
    await quality.determine(exception, { rework: 3, scrap: 0 });
    await quality.sign(exception);
    expect((await readQueuedProcess(order.processId))?.next).toMatchObject({ step: 'rework', quantity: 3 });
    const startedAt = getIsoTimeAgo(25);
    const endedAt = new Date(Date.parse(startedAt) + 20 * 60_000).toISOString();
    const { reportId } = await startRework(order.processId, 2, { at: startedAt });
    // Another exception can only hold the piece that is not being reworked.
    expect(await readRefusalCode(quality.raise(order, { source: 'reworkOpen', quantity: 2 }))).toBe(
      'holdExceedsAvailable',
    );
    await finish(reportId, { good: 2, at: endedAt });
    expect(await read(order.processId)).toMatchObject({ good: 5, reworkOpen: 1, hold: 0 });
    expect((await read(order.nextProcessId)).arrived).toBe(5);
    // The rework of 2 pieces took 20 minutes, so the rework of 3 pieces takes half an hour.
    const proposedLoss = await factory.call<{ lostHours: number }>('/mes/quality/proposedLoss', {
      id: exception.id,
    });
    expect(proposedLoss.lostHours).toBe(0.5);
    await expectCorrectLedgersAndCards();
  });

  it('takes the pieces of the scanned card, and gives them back when it is reversed', async () => {
    const order = await factory.createOrder(10, ['Turning', 'Milling']);
    const [turning, milling] = order.processIds as [number, number];
    const newCards = await cards.split((await cards.getOnlyCard(order)).id, 4);
    const [smallCard, bigCard] = newCards.toSorted((a, b) => a.quantity - b.quantity);
    const badReportOfBigCard = await record(turning, { good: 4, rework: 2, cardId: bigCard!.id });
    await record(turning, { good: 3, rework: 1, cardId: smallCard!.id });
    expect(await cards.readNext(bigCard!.code)).toEqual([
      ['rework', 2],
      ['start', 4],
    ]);
    expect(await readRefusalCode(startRework(turning, 3, { cardId: bigCard!.id }))).toBe(
      'quantityExceedsRework',
    );
    const { reportId } = await startRework(turning, 2, { cardId: bigCard!.id });
    await finish(reportId, { good: 1, rework: 1 });
    expect(await cards.readNext(bigCard!.code)).toEqual([
      ['start', 1],
      [null, 0],
    ]);
    await expectCorrectLedgersAndCards();
    await reverse(reportId);
    await reverse(badReportOfBigCard.reportId);
    expect(await read(turning)).toMatchObject({ good: 3, reworkOpen: 1, receivable: 6 });
    expect(await read(milling)).toMatchObject({ arrived: 3 });
    await expectCorrectLedgersAndCards();
  });
});
