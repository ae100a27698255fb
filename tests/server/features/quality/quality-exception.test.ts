import { beforeAll, expect, test } from 'vitest';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { createTestFactory, readRefusalCode, type RefusedCallError } from '#tests/support/floor.ts';
import { checkLedgers } from '#tests/support/ledger-check.ts';
import { createQualityFactory, findLastRound, type QualityFactory } from '#tests/support/quality-floor.ts';
import { readProcessProgress, startWorkByNewPerson } from '#tests/support/reports.ts';

describeForEachDatabase('a quality exception', (database) => {
  let quality: QualityFactory;
  beforeAll(async () => {
    quality = await createQualityFactory(await createTestFactory(await database.open()));
  });
  const readProcess = (processId: number) => readProcessProgress(quality.factory, processId);

  test('holds its pieces at once, so that the next process cannot take them', async () => {
    const order = await quality.work({ good: 6 });
    const exception = await quality.raise(order, { quantity: 4, reportId: order.reportId });
    expect(exception.state).toBe('waitingForInitiation');
    expect(await readProcess(order.processId)).toMatchObject({ good: 2, hold: 4 });
    expect((await readProcess(order.nextProcessId)).arrived).toBe(2);
    const detail = await quality.read(exception);
    expect(detail).toMatchObject({
      source: 'good',
      quantity: 4,
      raisedBy: 'Wang Lei',
      discoverer: 'Wang Lei',
      discoveryProcess: 'Turn',
      movements: [{ from: 'good', to: 'hold', quantity: 4 }],
    });
    expect(detail.code).toMatch(/^Q\d{6}-\d{2,}$/);
  });

  test('can hold good pieces that the next process has not received, and not those it has', async () => {
    const leapfrogOrder = await quality.work({ good: 6 }, ['Turn', { name: 'Grind', leapfrogAllowed: true }]);
    await startWorkByNewPerson(quality.factory, leapfrogOrder.nextProcessId, 5);
    const holdableBuckets = await quality.listHoldableBuckets(leapfrogOrder.nextProcessId);
    expect(
      holdableBuckets.map(({ processName, source, available }) => [processName, source, available]),
    ).toEqual([['Turn', 'good', 1]]);
    expect(await readRefusalCode(quality.raise(leapfrogOrder, { quantity: 2 }))).toBe('holdExceedsAvailable');
    await quality.raise(leapfrogOrder, { quantity: 1 });
    expect(await readProcess(leapfrogOrder.nextProcessId)).toMatchObject({ arrived: 5, received: 5 });
  });

  /** Creates an order, and receives pieces at its first process without machining them. */
  const receivePieces = async (quantity: number) => {
    const order = await quality.factory.createOrder(10, [{ name: 'Turn', needsReceive: true }, 'Grind']);
    const processId = order.processIds[0]!;
    await quality.factory.call('/mes/report/receive', { processId, quantity });
    return { processId };
  };

  test.each(['good', 'scrap', 'reworkOpen', 'machinable'] as const)(
    'takes pieces from %s, and gives them back when it is cancelled',
    async (source) => {
      const order =
        source === 'machinable'
          ? await receivePieces(3)
          : await quality.work({ good: 3, scrap: 3, rework: 3 });
      const before = await readProcess(order.processId);
      const exception = await quality.raise(order, { source, quantity: 2 });
      const heldProcess = await readProcess(order.processId);
      expect([heldProcess.hold, heldProcess[source]]).toEqual([2, before[source] - 2]);
      expect((await quality.cancel(exception)).state).toBe('cancelled');
      const after = await readProcess(order.processId);
      expect(after).toMatchObject({ [source]: before[source], hold: 0, state: before.state });
    },
  );

  test('moves its pieces only when all signers have passed the remedies, and then at once', async () => {
    const order = await quality.work({ good: 6 });
    const exception = await quality.raise(order, { quantity: 5 });
    const { signer, otherSigner } = quality;
    const determinedException = await quality.determine(exception, {
      rework: 2,
      concession: 1,
      scrap: 2,
      signers: [{ employeeId: signer.employeeId }, { employeeId: otherSigner.employeeId }],
    });
    expect(determinedException.state).toBe('remediesInCountersign');
    expect((await quality.sign(exception, signer)).state).toBe('remediesInCountersign');
    expect((await readProcess(order.processId)).hold).toBe(5);
    expect((await quality.sign(exception, otherSigner)).state).toBe('tracingCountersign');
    expect(await readProcess(order.processId)).toMatchObject({
      good: 1,
      hold: 0,
      reworkOpen: 2,
      concession: 1,
      scrap: 2,
    });
    expect((await readProcess(order.nextProcessId)).arrived).toBe(2);
  });

  test('lets pieces that were not machined be machined after a special acceptance', async () => {
    const { processId } = await receivePieces(5);
    const exception = await quality.raise({ processId }, { source: 'machinable', quantity: 3 });
    await quality.determine(exception, { concession: 2, scrap: 1 });
    await quality.sign(exception);
    expect(await readProcess(processId)).toMatchObject({ machinable: 4, concession: 0, scrap: 1, hold: 0 });
  });

  test('goes to the next round when one signer does not pass, and keeps the earlier round', async () => {
    const order = await quality.work({ good: 4 });
    const exception = await quality.raise(order, { quantity: 3 });
    await quality.determine(exception, { scrap: 3 });
    const rejectedException = await quality.sign(exception, quality.signer, 'notPassed');
    expect(rejectedException.state).toBe('remediesRejected');
    expect((await readProcess(order.processId)).hold).toBe(3);
    await quality.determine(exception, { rework: 3, scrap: 0 });
    const detail = await quality.read(exception);
    expect(detail.round).toBe(2);
    expect(
      detail.rounds.map(({ number, document, signatures, isOpen }) => [
        number,
        document['handledByScrap'],
        document['handledByRework'],
        signatures.map(({ signerName, result, comment }) => [signerName, result, comment]),
        isOpen,
      ]),
    ).toEqual([
      [1, 3, 0, [['Liu Yang', 'notPassed', 'Measure again']], false],
      [2, 0, 3, [], true],
    ]);
    await quality.sign(exception);
    expect((await readProcess(order.processId)).reworkOpen).toBe(3);
  });

  test('is not cancelled after its pieces have moved; the refusal names the way out', async () => {
    const order = await quality.work({ good: 4 });
    const exception = await quality.raise(order);
    await quality.determine(exception);
    await quality.sign(exception);
    const before = await readProcess(order.processId);
    const refusal = await quality.cancel(exception).catch((error: unknown) => error as RefusedCallError);
    expect(refusal).toMatchObject({
      code: 'exceptionPosted',
      message: expect.stringContaining('correct it by another exception') as unknown,
    });
    expect(await readProcess(order.processId)).toEqual(before);
  });

  test('is finished when the tracing has passed, and is never opened again', async () => {
    const order = await quality.work({ good: 4 });
    const exception = await quality.raise(order);
    await quality.determine(exception);
    await quality.sign(exception);
    await quality.trace(exception);
    expect((await quality.sign(exception, quality.signer, 'notPassed')).state).toBe('tracingCountersign');
    const { rounds } = await quality.read(exception);
    expect(
      await readRefusalCode(
        quality.sign(exception, quality.signer, 'passed', { roundId: rounds.at(-1)!.id }),
      ),
    ).toBe('countersignClosed');
    await quality.trace(exception, { rootCause: 'The drawing was old' });
    const finishedException = await quality.sign(exception);
    expect(finishedException.state).toBe('finished');
    const detail = await quality.read(exception);
    expect(detail).toMatchObject({
      rootCause: 'The drawing was old',
      people: [{ type: 'factoryStaff', name: 'Sun Bo', ratio: 100 }],
    });
    expect(detail.rounds.map(({ stage, number }) => [stage, number])).toEqual([
      ['remedies', 1],
      ['tracing', 1],
      ['tracing', 2],
    ]);
    expect(await readRefusalCode(quality.determine(exception))).toBe('qualityState');

    // A finished exception is corrected by another exception, which is linked to it.
    const correctingException = await quality.raise(order, {
      source: 'scrap',
      quantity: 1,
      correctsId: exception.id,
    });
    expect((await quality.read(correctingException)).corrects).toMatchObject({ id: exception.id });
    expect((await quality.read(exception)).correctedBy).toMatchObject([{ id: correctingException.id }]);
    expect(
      await readRefusalCode(
        quality.raise(order, { source: 'scrap', quantity: 1, correctsId: correctingException.id }),
      ),
    ).toBe('correctedNotFinished');
  });

  test('proposes the loss from the reports that made the pieces, and needs a reason for another', async () => {
    const order = await quality.work({ good: 4 });
    const exception = await quality.raise(order, { quantity: 2 });
    await quality.determine(exception, { scrap: 2 });
    await quality.sign(exception);
    // The report took half an hour of one person for 4 pieces.
    const proposedLoss = await quality.engineer.call<{ lostHours: number }>('/mes/quality/proposedLoss', {
      id: exception.id,
    });
    expect(proposedLoss.lostHours).toBeCloseTo(0.25, 2);
    expect(await readRefusalCode(quality.trace(exception, { lostHours: 3 }))).toBe('lossReasonMissing');
    await quality.trace(exception, { lostHours: 3, lossReason: 'The set-up was lost as well' });
    expect((await quality.read(exception)).loss).toMatchObject({
      lostHours: 3,
      reason: 'The set-up was lost as well',
      proposed: { lostHours: proposedLoss.lostHours },
    });
  });

  test('is deleted only if it is cancelled', async () => {
    const order = await quality.work({ good: 4 });
    const exception = await quality.raise(order);
    const deleteException = () =>
      quality.engineer.call('/mes/quality/exception/delete', { ids: [exception.id] });
    expect(await readRefusalCode(deleteException())).toBe('exceptionNotCancelled');
    await quality.cancel(exception);
    await deleteException();
    expect(await readRefusalCode(quality.read(exception))).toBe('rowNotFound');
  });

  test('keeps a report from being reversed while its pieces are under it', async () => {
    const order = await quality.work({ good: 4 });
    const reverseReport = () =>
      quality.factory.call('/mes/report/reverse', { reportId: order.reportId, reason: 'Wrong' });
    const exception = await quality.raise(order, { quantity: 1, reportId: order.reportId });
    expect(await readRefusalCode(reverseReport())).toBe('reportUnderException');
    await quality.cancel(exception);
    await reverseReport();
    expect((await readProcess(order.processId)).good).toBe(0);
  });

  test('holds not more pieces of a report than the report has', async () => {
    const order = await quality.work({ good: 4, scrap: 1 });
    const raiseHold = (source: string, quantity: number) =>
      quality.raise(order, { source, quantity, reportId: order.reportId });
    expect(await readRefusalCode(raiseHold('scrap', 2))).toBe('holdExceedsReport');
    await raiseHold('good', 3);
    expect(await readRefusalCode(raiseHold('good', 2))).toBe('holdExceedsReport');
  });

  test('waits for whoever has to act, and for nobody else', async () => {
    const order = await quality.work({ good: 4 });
    const exception = await quality.raise(order);
    const readWaitingIds = async (person: { call: typeof quality.engineer.call }) =>
      (await quality.readOverview(person.call)).waitingForMe
        .filter(({ id }) => id === exception.id)
        .map(({ waitsFor }) => waitsFor);
    const { engineer, signer, otherSigner } = quality;
    expect([await readWaitingIds(engineer), await readWaitingIds(signer)]).toEqual([['determine'], []]);
    await quality.determine(exception);
    expect([
      await readWaitingIds(engineer),
      await readWaitingIds(signer),
      await readWaitingIds(otherSigner),
    ]).toEqual([[], ['sign'], []]);
    await quality.sign(exception);
    expect([await readWaitingIds(engineer), await readWaitingIds(signer)]).toEqual([['trace'], []]);
    const { counts } = await quality.readOverview(signer.call);
    expect(counts.tracingCountersign).toBeGreaterThan(0);
  });

  test('shows who is responsible and what it cost to those who decide, sign or are concerned', async () => {
    const order = await quality.work({ good: 4 });
    const exception = await quality.raise(order);
    await quality.determine(exception);
    const { worker, culprit, signer, engineer } = quality;
    for (const person of [culprit, signer, engineer])
      expect([person.name, (await quality.read(exception, person.call)).people?.length]).toEqual([
        person.name,
        1,
      ]);
    const detail = await quality.read(exception, worker.call);
    expect([detail.people, detail.loss]).toEqual([null, null]);
    expect(Object.keys(findLastRound(detail).document)).not.toContain('responsiblePeople');
  });

  test('finds similar exceptions and their causes', async () => {
    const order = await quality.work({ good: 4 });
    const first = await quality.raise(order, { errorClassId: quality.errorClassId });
    await quality.determine(first);
    await quality.sign(first);
    await quality.trace(first, { rootCause: 'Chips in the chuck' });
    const nextException = await quality.raise(order, { quantity: 1, errorClassId: quality.errorClassId });
    const { similar } = await quality.read(nextException);
    expect(similar[0]).toMatchObject({
      id: first.id,
      rootCause: 'Chips in the chuck',
      isSameErrorClass: true,
      isSameCraft: true,
      isSamePart: true,
    });
  });

  test('leaves every ledger in agreement with its entries', async () => {
    const { factory } = quality;
    expect((await checkLedgers(factory.connection, factory.factoryId)).mismatches).toEqual([]);
  });
});
