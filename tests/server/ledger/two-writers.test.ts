import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase, type Connection } from '#server/db/connect.ts';
import type { ProcessProgress } from '#shared/ledger/process-progress.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { getIsoTimeAgo, createTestFactory, readRefusalCode, type TestFactory } from '#tests/support/floor.ts';
import { checkLedgers } from '#tests/support/ledger-check.ts';
import { createConnectionWithoutLocks } from '#tests/support/without-locks.ts';

const ROUNDS_PER_TEST = 8;

describeForEachDatabase('two writers', (database) => {
  let one: TestFactory;
  let otherCall: TestFactory['call'];
  let second: Connection | null = null;
  beforeAll(async () => {
    one = await createTestFactory(await database.open());
    // On PostgreSQL a second node has its own pool. The embedded database has one connection, so there is one node.
    second =
      database.kind === 'postgres'
        ? await openDatabase({ url: database.url, dataDir: database.dataDir })
        : null;
    otherCall = one.callOn(second ?? one.connection);
  });
  afterAll(() => second?.close());

  const report = async (call: TestFactory['call'], processId: number, quantity: number) => {
    const { employeeId } = await one.person('Idle', []);
    return call<{ reportId: number }>('/mes/report/start', {
      processId,
      quantity,
      at: getIsoTimeAgo(20),
      people: [{ employeeId }],
    });
  };
  const progress = (processId: number) =>
    one.call<ProcessProgress[]>('/mes/process/progress', { processId }).then((rows) => rows[0]!);
  /** Waits for two concurrent calls and returns the outcome of each. */
  const atOnce = (first: Promise<unknown>, next: Promise<unknown>) =>
    Promise.all([readRefusalCode(first), readRefusalCode(next)]);

  it('of two who start the same pieces one wins and the other is told the new numbers', async () => {
    for (let round = 0; round < ROUNDS_PER_TEST; round++) {
      const order = await one.order(10, ['Turning']);
      const [id] = order.processIds as [number];
      const [a, b] = [(await one.person('A', [])).employeeId, (await one.person('B', [])).employeeId];
      const start = (call: TestFactory['call'], employeeId: number) =>
        call('/mes/report/start', { processId: id, quantity: 10, people: [{ employeeId }] });
      expect((await atOnce(start(one.call, a), start(otherCall, b))).sort()).toEqual([
        'accepted',
        'quantityExceedsMachinable',
      ]);
      expect(await progress(id)).toMatchObject({ inWork: 10, machinable: 0, openReports: 1 });
    }
  });

  it('of two who finish the same report one wins and the other is told', async () => {
    for (let round = 0; round < ROUNDS_PER_TEST; round++) {
      const order = await one.order(10, ['Turning']);
      const begun = await report(one.call, order.processIds[0]!, 10);
      const finish = (call: TestFactory['call'], good: number) =>
        call('/mes/report/finish', { reportId: begun.reportId, good });
      expect((await atOnce(finish(one.call, 10), finish(otherCall, 9))).sort()).toEqual([
        'accepted',
        'reportClosed',
      ]);
      const { good, machinable, inWork } = await progress(order.processIds[0]!);
      expect([good + machinable, inWork]).toEqual([10, 0]);
    }
  });

  it('a reversal upstream and a receipt downstream never leave more received than arrived', async () => {
    for (let round = 0; round < ROUNDS_PER_TEST; round++) {
      const order = await one.order(10, ['Turning', { name: 'Inspection', needsReceive: true }]);
      const [turning, inspection] = order.processIds as [number, number];
      const begun = await report(one.call, turning, 10);
      await one.call('/mes/report/finish', { reportId: begun.reportId, good: 10 });
      const outcomes = await atOnce(
        one.call('/mes/report/reverse', { reportId: begun.reportId, reason: 'counted wrong' }),
        otherCall('/mes/report/receive', { processId: inspection, quantity: 10 }),
      );
      expect(outcomes.filter((code) => code === 'accepted')).toHaveLength(1);
      const { received, arrived } = await progress(inspection);
      expect(received).toBeLessThanOrEqual(arrived);
    }
  });

  it('no report slips in while its order is suspended', async () => {
    for (let round = 0; round < ROUNDS_PER_TEST; round++) {
      const order = await one.order(10, ['Turning']);
      const { employeeId } = await one.person('Idle', []);
      const [suspendOutcome, startOutcome] = await atOnce(
        one.call('/mes/order/suspend', { id: order.id, version: order.version }),
        otherCall('/mes/report/start', {
          processId: order.processIds[0],
          quantity: 1,
          people: [{ employeeId }],
        }),
      );
      expect(suspendOutcome).toBe('accepted');
      const { openReports, orderState } = await progress(order.processIds[0]!);
      expect([orderState, openReports]).toEqual(['suspended', startOutcome === 'accepted' ? 1 : 0]);
    }
  });

  it('one person who starts twice at once starts once', async () => {
    for (let round = 0; round < ROUNDS_PER_TEST; round++) {
      const orders = [await one.order(5, ['Turning']), await one.order(5, ['Milling'])];
      const { employeeId } = await one.person('Busy', []);
      const start = (call: TestFactory['call'], index: number) =>
        call('/mes/report/start', {
          processId: orders[index]!.processIds[0],
          quantity: 1,
          people: [{ employeeId }],
        });
      expect((await atOnce(start(one.call, 0), start(otherCall, 1))).sort()).toEqual([
        'accepted',
        'timesOverlap',
      ]);
    }
  });

  it('a delete and a save that refers to the row at once: one of them is refused', async () => {
    for (let round = 0; round < ROUNDS_PER_TEST; round++) {
      const group = await one.call<{ id: number }>('/mes/system/basic/group/save', {
        code: `G${round}`,
        name: 'Group',
      });
      const outcomes = await atOnce(
        one.call('/mes/system/basic/group/delete', { ids: [group.id] }),
        otherCall('/mes/system/basic/device/save', {
          code: `D${round}`,
          name: 'Device',
          workGroupId: group.id,
        }),
      );
      expect(outcomes.filter((code) => code === 'accepted')).toHaveLength(1);
    }
  });

  it('keeps every ledger as its entries say', async () => {
    const { checked, wrong } = await checkLedgers(one.connection, one.factoryId);
    expect(checked).toBeGreaterThan(4 * ROUNDS_PER_TEST);
    expect(wrong).toEqual([]);
  });

  // The embedded database has one connection, so two calls cannot run at the same time.
  const onNodes = database.kind === 'postgres' ? it : () => undefined;
  onNodes('would lose count without the lock, which is why it is there', async () => {
    const factoryWithoutLocks = await createTestFactory(createConnectionWithoutLocks(await database.open()));
    let broken = 0;
    for (let round = 0; round < 40 && broken === 0; round++) {
      const order = await factoryWithoutLocks.order(10, ['Turning']);
      const people = [
        await factoryWithoutLocks.person('A', []),
        await factoryWithoutLocks.person('B', []),
        await factoryWithoutLocks.person('C', []),
        await factoryWithoutLocks.person('D', []),
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
      if (results.filter((one) => one.status === 'fulfilled').length > 1) broken += 1;
    }
    const { wrong } = await checkLedgers(factoryWithoutLocks.connection, factoryWithoutLocks.factoryId);
    expect(broken).toBeGreaterThan(0);
    expect(wrong.length).toBeGreaterThan(0);
  });
});
