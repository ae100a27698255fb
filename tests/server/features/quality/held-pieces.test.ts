import { beforeAll, expect, test } from 'vitest';
import type { HoldableAnswer } from '#shared/quality/answers.ts';
import { checkCards } from '#tests/support/card-check.ts';
import { createCardFloor, type CardFloor } from '#tests/support/card-floor.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { createTestFactory, getIsoTimeAgo, readRefusalCode } from '#tests/support/floor.ts';
import { checkLedgers } from '#tests/support/ledger-check.ts';
import { makeOutsourcingCalls } from '#tests/support/outsourcing-calls.ts';
import { createQualityFactory, type QualityFactory } from '#tests/support/quality-floor.ts';
import { readProcessProgress } from '#tests/support/reports.ts';

describeForEachDatabase('pieces on hold for an exception', (database) => {
  let quality: QualityFactory;
  let cards: CardFloor;
  beforeAll(async () => {
    quality = await createQualityFactory(await createTestFactory(await database.open()));
    cards = createCardFloor(quality.factory);
  });
  const readProcess = (processId: number) => readProcessProgress(quality.factory, processId);

  test('can be those that a supplier returned on hold, which stay until the exception is decided', async () => {
    const outsourcing = makeOutsourcingCalls(quality.factory.call);
    const { processIds } = await quality.factory.createOrder(5, ['Harden', 'Grind']);
    const processId = processIds[0]!;
    const { id: supplierId } = await outsourcing.addSupplier();
    const { id } = await outsourcing.order(supplierId, { [processId]: 5 });
    await outsourcing.send(id, { [processId]: 5 });
    const { movementId } = await outsourcing.return(id, processId, { good: 3, hold: 2 });
    expect(
      (await quality.listHoldableBuckets(processId)).map(({ source, available }) => [source, available]),
    ).toEqual([
      ['good', 3],
      ['hold', 2],
    ]);
    const exception = await quality.raise({ processId }, { source: 'hold', quantity: 2 });
    expect((await readProcess(processId)).hold).toBe(2);
    // The same pieces cannot be held twice, and their return cannot be reversed.
    expect(await readRefusalCode(quality.raise({ processId }, { source: 'hold', quantity: 1 }))).toBe(
      'holdExceedsAvailable',
    );
    expect(await readRefusalCode(outsourcing.reverse(id, movementId))).toBe('heldPiecesNeeded');
    await quality.cancel(exception);
    expect((await readProcess(processId)).hold).toBe(2);
    const nextException = await quality.raise({ processId }, { source: 'hold', quantity: 2 });
    await quality.determine(nextException, { concession: 1, scrap: 1 });
    await quality.sign(nextException);
    expect(await readProcess(processId)).toMatchObject({ good: 3, hold: 0, concession: 1, scrap: 1 });
  });

  test('come from a report only as far as it left them in the bucket and no exception has taken them', async () => {
    const { processId } = await quality.work({ quantity: 6, rework: 3 });
    const { employeeId, call } = quality.worker;
    const record = async (fields: Record<string, unknown>) => {
      const report = { processId, minutes: 1, people: [{ employeeId }], ...fields };
      return (await quality.factory.call<{ reportId: number }>('/mes/report/record', report)).reportId;
    };
    const readReport = async () =>
      (await call<HoldableAnswer>('/mes/quality/holdable', { processId })).report;

    const reportId = await record({ good: 2, scrap: 1, endedAt: getIsoTimeAgo(2) });
    expect(await readReport()).toMatchObject({ reportId, pieces: { good: 2, scrap: 1, reworkOpen: 0 } });
    await quality.raise({ processId }, { source: 'good', quantity: 1, reportId });
    expect(await readReport()).toMatchObject({ reportId, pieces: { good: 1, scrap: 1 } });

    // The bad pieces of a rework report are machinable again. They do not wait for rework.
    const reworkId = await record({ rework: 2, isRework: true });
    expect(await readReport()).toMatchObject({
      reportId: reworkId,
      pieces: { reworkOpen: 0, machinable: 2 },
    });
    await quality.raise({ processId }, { source: 'machinable', quantity: 2, reportId: reworkId });
    expect(await readReport()).toMatchObject({ reportId: reworkId, pieces: { machinable: 0 } });
  });

  test('are held where they are now: not where they came from, and not while they are outside', async () => {
    const steps = ['Turn', 'Mill', 'Grind', 'Harden'] as const;
    const order = await quality.work({ quantity: 5, good: 5 }, steps);
    const [turning, milling, grinding, hardening] = order.processIds as [number, number, number, number];
    for (const processId of [milling, grinding]) {
      const { employeeId } = await quality.factory.createPerson('Somebody', []);
      await quality.factory.call('/mes/report/record', {
        ...{ processId, good: 5, minutes: 1, people: [{ employeeId }] },
      });
    }
    // The pieces were turned and have since passed to the third process after turning. They are held there,
    // and turning is the responsible process.
    expect((await quality.listHoldableBuckets(turning)).map(({ source }) => source)).toEqual([]);
    expect(await readRefusalCode(quality.raise({ processId: turning }))).toBe('holdExceedsAvailable');
    const exception = await quality.raise(
      { processId: grinding },
      { quantity: 2, discoveryProcessId: grinding },
    );
    await quality.determine(exception, { responsibleProcessId: turning, rework: 0, scrap: 2 });
    await quality.sign(exception);
    expect(await readProcess(grinding)).toMatchObject({ good: 3, hold: 0, scrap: 2 });
    expect(await readProcess(turning)).toMatchObject({ scrap: 0, hold: 0 });

    // The other pieces are at the supplier. An exception can hold them only after their return.
    const outsourcing = makeOutsourcingCalls(quality.factory.call);
    const { id: supplierId } = await outsourcing.addSupplier();
    const { id } = await outsourcing.order(supplierId, { [hardening]: 3 });
    await outsourcing.send(id, { [hardening]: 3 });
    for (const processId of [grinding, hardening])
      expect(await readRefusalCode(quality.raise({ processId }, { quantity: 1 }))).toBe(
        'holdExceedsAvailable',
      );
    await outsourcing.return(id, hardening, { good: 3 });
    await quality.raise({ processId: hardening }, { quantity: 3 });
    expect(await readProcess(hardening)).toMatchObject({ hold: 3, good: 0 });
  });

  test('are taken from the card that has them, and go back to it, or to what was made of them', async () => {
    const order = await cards.createOrder(10);
    const processId = order.processIds[0]!;
    const [first, second] = await cards.split((await cards.getOnlyCard(order)).id, 4);
    await cards.work(processId, 4, first!.id);
    await cards.work(processId, 6, second!.id);
    const readMilledQuantities = async () =>
      (await Promise.all([first!, second!].map(({ code }) => cards.scan(code)))).map(
        ({ processes }) => processes[0]!.good,
      );
    expect(await readMilledQuantities()).toEqual([4, 6]);
    const exception = await quality.raise({ processId }, { quantity: 3, cardId: second!.id });
    expect(await readMilledQuantities()).toEqual([4, 3]);
    // The second card can start only its 3 pieces that are not on hold.
    expect(await cards.readNext(second!.code)).toContainEqual(['start', 3]);
    await quality.cancel(exception);
    expect(await readMilledQuantities()).toEqual([4, 6]);
    const nextException = await quality.raise({ processId }, { quantity: 3, cardId: second!.id });
    await quality.determine(nextException, { concession: 1, rework: 1, scrap: 1 });
    await quality.sign(nextException);
    const [, secondProcess] = await Promise.all(
      [first!, second!].map(async ({ code }) => (await cards.scan(code)).processes[0]!),
    );
    expect(secondProcess).toMatchObject({ good: 4, scrap: 1 });
  });

  test('leave ledgers and cards that agree with what was reported and decided', async () => {
    const { connection, factoryId } = quality.factory;
    expect((await checkLedgers(connection, factoryId)).mismatches).toEqual([]);
    expect((await checkCards(connection, factoryId)).mismatches).toEqual([]);
  });
});
