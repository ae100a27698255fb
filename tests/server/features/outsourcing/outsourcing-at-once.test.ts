import { beforeAll, expect, it } from 'vitest';
import { describeForEachDatabase, limitRounds } from '#tests/support/databases.ts';
import {
  createTestFactory,
  readRefusalCode,
  type CallFunction,
  type TestFactory,
} from '#tests/support/floor.ts';
import { checkLedgers } from '#tests/support/ledger-check.ts';
import { makeUniqueText } from '#tests/support/makers.ts';
import { makeOutsourcingCalls } from '#tests/support/outsourcing-calls.ts';
import { openSecondNode } from '#tests/support/second-node.ts';
import { createConnectionWithoutLocks } from '#tests/support/without-locks.ts';

const ROUNDS_PER_PAIR = 5;
const QUANTITY = 10;

/** A work order with a process in an outsourcing order. 2 pieces are at the supplier, 8 can be machined. */
interface Row {
  orderId: number;
  orderVersion: number;
  processId: number;
  id: number;
  version: number;
  supplierId: number;
  movementId: number;
}

async function createRow(factory: TestFactory): Promise<Row> {
  const calls = makeOutsourcingCalls(factory.call);
  const order = await factory.createOrder(QUANTITY, ['Harden', 'Grind']);
  const processId = order.processIds[0]!;
  const supplierId = (await calls.addSupplier()).id;
  const { id } = await calls.order(supplierId, { [processId]: QUANTITY });
  const { version, movementId } = await calls.send(id, { [processId]: 2 });
  const { version: orderVersion } = await factory.call<{ version: number }>('/mes/order/get', {
    id: order.id,
  });
  return { orderId: order.id, orderVersion, processId, id, version, supplierId, movementId };
}

/** The actions of two people on the same pieces at the same time, each with the error codes that may refuse it. */
const ACTIONS: Record<
  string,
  { run: (call: CallFunction, row: Row, employeeId: number) => Promise<unknown>; refusals: readonly string[] }
> = {
  send: {
    run: (call, { id, version, processId }) =>
      makeOutsourcingCalls(call).send(id, { [processId]: 6 }, { version }),
    refusals: ['stale', 'sendExceedsMachinable', 'outsourcingForbidden'],
  },
  return: {
    run: (call, { id, version, processId }) =>
      makeOutsourcingCalls(call).return(id, processId, { good: 2 }, { version }),
    refusals: ['stale', 'returnExceedsOut', 'outsourcingForbidden'],
  },
  reverse: {
    run: (call, { id, version, movementId }) =>
      makeOutsourcingCalls(call).reverse(id, movementId, { version }),
    refusals: ['stale', 'reverseBlockedBy'],
  },
  start: {
    run: (call, { processId }, employeeId) =>
      call('/mes/report/start', { processId, quantity: 6, people: [{ employeeId }] }),
    refusals: ['quantityExceedsMachinable'],
  },
  split: {
    run: (call, { orderId, orderVersion }) =>
      call('/mes/order/split', {
        id: orderId,
        version: orderVersion,
        code: makeUniqueText('SPLIT'),
        quantity: 5,
      }),
    refusals: ['stale', 'splitBelowReceived', 'orderState'],
  },
  suspend: {
    run: (call, { processId }) =>
      call('/mes/process/suspend', { processId, reason: 'no gas', seenReportIds: [] }),
    refusals: ['runningWorkChanged', 'processState'],
  },
};

describeForEachDatabase('outsourcing at the same time as another change', (database) => {
  const rounds = limitRounds(database, ROUNDS_PER_PAIR);
  let factory: TestFactory;
  beforeAll(async () => {
    factory = await createTestFactory(await database.open());
  });
  const callOnSecondNode = openSecondNode(database, () => factory);

  const names = Object.keys(ACTIONS);
  const pairs = ['send', 'return', 'reverse'].flatMap((first) =>
    names.filter((next) => names.indexOf(next) >= names.indexOf(first)).map((next) => [first, next] as const),
  );
  it.each(pairs)('%s and %s of the same pieces have one order of events', async (first, next) => {
    for (let round = 0; round < rounds; round++) {
      const row = await createRow(factory);
      const [firstPerson, secondPerson] = [
        await factory.createPerson('Idle', []),
        await factory.createPerson('Idle', []),
      ];
      const codes = await Promise.all([
        readRefusalCode(ACTIONS[first]!.run(factory.call, row, firstPerson.employeeId)),
        readRefusalCode(ACTIONS[next]!.run(callOnSecondNode, row, secondPerson.employeeId)),
      ]);
      expect(['accepted', ...ACTIONS[first]!.refusals]).toContain(codes[0]);
      expect(['accepted', ...ACTIONS[next]!.refusals]).toContain(codes[1]);
      expect(codes).toContain('accepted');
      // 6 of the 8 machinable pieces can be sent or started, not both.
      if (next === 'start' && first === 'send')
        expect(codes.filter((code) => code === 'accepted')).toHaveLength(1);
    }
  });

  it('two outsourcing orders for the same process at once: one is refused', async () => {
    for (let round = 0; round < rounds; round++) {
      const { processIds } = await factory.createOrder(QUANTITY, ['Harden']);
      const calls = makeOutsourcingCalls(factory.call);
      const supplierId = (await calls.addSupplier()).id;
      const codes = await Promise.all(
        [factory.call, callOnSecondNode].map((call) =>
          readRefusalCode(makeOutsourcingCalls(call).order(supplierId, { [processIds[0]!]: 1 })),
        ),
      );
      expect(codes.sort()).toEqual(['accepted', 'processAlreadyExternal']);
    }
  });

  it('leaves every ledger in agreement with its entries', async () => {
    const { checkedCount, mismatches } = await checkLedgers(factory.connection, factory.factoryId);
    expect(checkedCount).toBeGreaterThan(pairs.length * rounds);
    expect(mismatches).toEqual([]);
  });

  // The embedded database has one connection, so two calls cannot run at the same time.
  const itOnPostgres = database.kind === 'postgres' ? it : () => undefined;
  itOnPostgres('without the locks of parts, a shipment and a start take the same pieces', async () => {
    const factoryWithoutLocks = await createTestFactory(createConnectionWithoutLocks(await database.open()));
    const { connection, factoryId, call } = factoryWithoutLocks;
    let isBroken = false;
    for (let round = 0; round < 40 && !isBroken; round++) {
      const row = await createRow(factoryWithoutLocks);
      const { employeeId } = await factoryWithoutLocks.createPerson('Idle', []);
      await Promise.allSettled([
        ACTIONS['send']!.run(call, row, employeeId),
        ACTIONS['start']!.run(call, row, employeeId),
      ]);
      isBroken = (await checkLedgers(connection, factoryId)).mismatches.length > 0;
    }
    expect(isBroken).toBe(true);
  });
});
