import { beforeAll, expect, it } from 'vitest';
import type { ProcessProgress } from '#shared/ledger/process-progress.ts';
import { describeForEachDatabase, limitRounds } from '#tests/support/databases.ts';
import { getIsoTimeAgo, createTestFactory, readRefusalCode, type TestFactory } from '#tests/support/floor.ts';
import { checkLedgers } from '#tests/support/ledger-check.ts';
import { openSecondNode } from '#tests/support/second-node.ts';
import { createConnectionWithoutLocks } from '#tests/support/without-locks.ts';

const ROUNDS_PER_TEST = 8;

describeForEachDatabase('two writers', (database) => {
  const rounds = limitRounds(database, ROUNDS_PER_TEST);
  let factory: TestFactory;
  beforeAll(async () => {
    factory = await createTestFactory(await database.open());
  });
  const callOnSecondNode = openSecondNode(database, () => factory);

  const startReport = async (call: TestFactory['call'], processId: number, quantity: number) => {
    const { employeeId } = await factory.createPerson('Idle', []);
    return call<{ reportId: number }>('/mes/report/start', {
      processId,
      quantity,
      at: getIsoTimeAgo(20),
      people: [{ employeeId }],
    });
  };
  const readProgress = (processId: number) =>
    factory.call<ProcessProgress[]>('/mes/process/progress', { processId }).then((rows) => rows[0]!);
  /** Waits for two concurrent calls. @returns 'accepted' or the error code of each */
  const awaitBothOutcomes = (first: Promise<unknown>, next: Promise<unknown>) =>
    Promise.all([readRefusalCode(first), readRefusalCode(next)]);

  it('of two people who start the same pieces at once, one is accepted and the other is refused', async () => {
    for (let round = 0; round < rounds; round++) {
      const order = await factory.createOrder(10, ['Turning']);
      const [id] = order.processIds as [number];
      const [firstEmployeeId, secondEmployeeId] = [
        (await factory.createPerson('A', [])).employeeId,
        (await factory.createPerson('B', [])).employeeId,
      ];
      const startPiece = (call: TestFactory['call'], employeeId: number) =>
        call('/mes/report/start', { processId: id, quantity: 10, people: [{ employeeId }] });
      expect(
        (
          await awaitBothOutcomes(
            startPiece(factory.call, firstEmployeeId),
            startPiece(callOnSecondNode, secondEmployeeId),
          )
        ).sort(),
      ).toEqual(['accepted', 'quantityExceedsMachinable']);
      expect(await readProgress(id)).toMatchObject({ inWork: 10, machinable: 0, openReports: 1 });
    }
  });

  it('of two calls that finish the same report at once, one is accepted and the other is refused', async () => {
    for (let round = 0; round < rounds; round++) {
      const order = await factory.createOrder(10, ['Turning']);
      const startedReport = await startReport(factory.call, order.processIds[0]!, 10);
      const finishReport = (call: TestFactory['call'], good: number) =>
        call('/mes/report/finish', { reportId: startedReport.reportId, good });
      expect(
        (await awaitBothOutcomes(finishReport(factory.call, 10), finishReport(callOnSecondNode, 9))).sort(),
      ).toEqual(['accepted', 'reportClosed']);
      const { good, machinable, inWork } = await readProgress(order.processIds[0]!);
      expect([good + machinable, inWork]).toEqual([10, 0]);
    }
  });

  it('a reversal upstream and a receipt downstream never leave more received than arrived', async () => {
    for (let round = 0; round < rounds; round++) {
      const order = await factory.createOrder(10, ['Turning', { name: 'Inspection', needsReceive: true }]);
      const [turning, inspection] = order.processIds as [number, number];
      const startedReport = await startReport(factory.call, turning, 10);
      await factory.call('/mes/report/finish', { reportId: startedReport.reportId, good: 10 });
      const outcomes = await awaitBothOutcomes(
        factory.call('/mes/report/reverse', { reportId: startedReport.reportId, reason: 'counted wrong' }),
        callOnSecondNode('/mes/report/receive', { processId: inspection, quantity: 10 }),
      );
      expect(outcomes.filter((code) => code === 'accepted')).toHaveLength(1);
      const { received, arrived } = await readProgress(inspection);
      expect(received).toBeLessThanOrEqual(arrived);
    }
  });

  it('a suspend and a start at once leave an open report only if the start was accepted', async () => {
    for (let round = 0; round < rounds; round++) {
      const order = await factory.createOrder(10, ['Turning']);
      const { employeeId } = await factory.createPerson('Idle', []);
      const [suspendOutcome, startOutcome] = await awaitBothOutcomes(
        factory.call('/mes/order/suspend', { id: order.id, version: order.version }),
        callOnSecondNode('/mes/report/start', {
          processId: order.processIds[0],
          quantity: 1,
          people: [{ employeeId }],
        }),
      );
      expect(suspendOutcome).toBe('accepted');
      const { openReports, orderState } = await readProgress(order.processIds[0]!);
      expect([orderState, openReports]).toEqual(['suspended', startOutcome === 'accepted' ? 1 : 0]);
    }
  });

  it('of two starts by the same person at once, one is accepted and the other is refused', async () => {
    for (let round = 0; round < rounds; round++) {
      const orders = [await factory.createOrder(5, ['Turning']), await factory.createOrder(5, ['Milling'])];
      const { employeeId } = await factory.createPerson('Busy', []);
      const startPiece = (call: TestFactory['call'], index: number) =>
        call('/mes/report/start', {
          processId: orders[index]!.processIds[0],
          quantity: 1,
          people: [{ employeeId }],
        });
      expect(
        (await awaitBothOutcomes(startPiece(factory.call, 0), startPiece(callOnSecondNode, 1))).sort(),
      ).toEqual(['accepted', 'timesOverlap']);
    }
  });

  it('of a delete and a simultaneous save that refers to the row, one is refused', async () => {
    for (let round = 0; round < rounds; round++) {
      const group = await factory.call<{ id: number }>('/mes/system/basic/group/save', {
        code: `G${round}`,
        name: 'Group',
      });
      const outcomes = await awaitBothOutcomes(
        factory.call('/mes/system/basic/group/delete', { ids: [group.id] }),
        callOnSecondNode('/mes/system/basic/device/save', {
          code: `D${round}`,
          name: 'Device',
          workGroupId: group.id,
        }),
      );
      expect(outcomes.filter((code) => code === 'accepted')).toHaveLength(1);
    }
  });

  it('every ledger agrees with its entries', async () => {
    const { checkedCount: checked, mismatches: ledgerMismatches } = await checkLedgers(
      factory.connection,
      factory.factoryId,
    );
    expect(checked).toBeGreaterThan(4 * rounds);
    expect(ledgerMismatches).toEqual([]);
  });

  // The embedded database has one connection, so two calls cannot run at the same time.
  const itOnPostgres = database.kind === 'postgres' ? it : () => undefined;
  itOnPostgres('without the locks, concurrent starts break the ledgers', async () => {
    const factoryWithoutLocks = await createTestFactory(createConnectionWithoutLocks(await database.open()));
    let brokenRoundCount = 0;
    for (let round = 0; round < 40 && brokenRoundCount === 0; round++) {
      const order = await factoryWithoutLocks.createOrder(10, ['Turning']);
      const people = [
        await factoryWithoutLocks.createPerson('A', []),
        await factoryWithoutLocks.createPerson('B', []),
        await factoryWithoutLocks.createPerson('C', []),
        await factoryWithoutLocks.createPerson('D', []),
      ];
      const results = await Promise.allSettled(
        people.map(({ employeeId }) =>
          factoryWithoutLocks.call('/mes/report/start', {
            processId: order.processIds[0],
            quantity: 10,
            people: [{ employeeId }],
          }),
        ),
      );
      if (results.filter((result) => result.status === 'fulfilled').length > 1) brokenRoundCount += 1;
    }
    const { mismatches: ledgerMismatches } = await checkLedgers(
      factoryWithoutLocks.connection,
      factoryWithoutLocks.factoryId,
    );
    expect(brokenRoundCount).toBeGreaterThan(0);
    expect(ledgerMismatches.length).toBeGreaterThan(0);
  });
});
