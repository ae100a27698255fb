import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import type { Connection } from '#server/db/connect.ts';
import { describeForEachDatabase, limitRounds } from '#tests/support/databases.ts';
import {
  createTestFactory,
  readRefusalCode,
  type CallFunction,
  type TestFactory,
} from '#tests/support/floor.ts';
import { checkLedgers } from '#tests/support/ledger-check.ts';
import { openSecondNode } from '#tests/support/second-node.ts';
import { createConnectionWithoutLocks } from '#tests/support/without-locks.ts';

const ROUNDS_PER_PAIR = 4;
const QUANTITY = 10;

let codeCount = 0;

interface EqualOrder {
  id: number;
  version: number;
  partId: number;
  processIds: number[];
}
/** Three released orders with the same part and the same routing. */
type EqualOrders = readonly [EqualOrder, EqualOrder, EqualOrder];

async function createEqualOrders(factory: TestFactory): Promise<EqualOrders> {
  const first = await factory.createOrder(QUANTITY, ['Turning', 'Milling']);
  const copyOrder = async (): Promise<EqualOrder> => {
    const { id } = await factory.call<{ id: number }>('/mes/order/copy', {
      id: first.id,
      code: `M-${Date.now()}-${++codeCount}`,
      quantity: QUANTITY,
    });
    const { version: draftVersion } = await factory.call<{ version: number }>('/mes/order/get', { id });
    const { version } = await factory.call<{ version: number }>('/mes/order/release', {
      id,
      version: draftVersion,
    });
    const { rows } = await sql<{ partId: number; id: number }>`select p.part_id, p.id
      from process p join part t on t.factory_id = p.factory_id and t.id = p.part_id
      where p.factory_id = ${factory.factoryId} and t.order_id = ${id} order by p.seq`.execute(
      factory.connection.db,
    );
    return { id, version, partId: rows[0]!.partId, processIds: rows.map((row) => row.id) };
  };
  return [first, await copyOrder(), await copyOrder()];
}

const mergeOrders = (call: CallFunction, keptOrder: EqualOrder, ...otherOrders: EqualOrder[]) =>
  call('/mes/order/merge', {
    id: keptOrder.id,
    version: keptOrder.version,
    orders: JSON.stringify(otherOrders.map(({ id, version }) => ({ id, version }))),
  });
const startProcess = (call: CallFunction, { processIds }: EqualOrder, employeeId: number) =>
  call('/mes/report/start', { processId: processIds[0], quantity: 8, people: [{ employeeId }] });
const insertProcess = async (call: CallFunction, { processIds, partId }: EqualOrder) => {
  const { craftId } = await call<{ craftId: number }>('/mes/process/get', { id: processIds[0] });
  return call('/mes/process/save', { partId, seq: 50, craftId, name: 'Inserted' });
};

/** The actions of two people at the same time. Merges keep the first order. */
const ACTIONS: Record<
  string,
  {
    run: (call: CallFunction, orders: EqualOrders, workerId: number) => Promise<unknown>;
    refusals: readonly string[];
  }
> = {
  merge: {
    run: (call, [keptOrder, otherOrder]) => mergeOrders(call, keptOrder, otherOrder),
    refusals: ['stale', 'orderState', 'mergeBegun', 'mergeProcessMissing'],
  },
  'a merge that overlaps': {
    run: (call, [, otherOrder, thirdOrder]) => mergeOrders(call, thirdOrder, otherOrder),
    refusals: ['stale', 'orderState', 'mergeBegun', 'mergeProcessMissing'],
  },
  'a merge into the merged order': {
    run: (call, [, otherOrder, thirdOrder]) => mergeOrders(call, otherOrder, thirdOrder),
    refusals: ['stale', 'orderState', 'mergeBegun', 'mergeProcessMissing'],
  },
  'a report on the kept order': {
    run: (call, [keptOrder], workerId) => startProcess(call, keptOrder, workerId),
    refusals: [],
  },
  'a report on the merged order': {
    run: (call, [, otherOrder], workerId) => startProcess(call, otherOrder, workerId),
    refusals: ['orderState'],
  },
  'a split of the kept order': {
    run: (call, [{ id, version }]) =>
      call('/mes/order/split', { id, version, code: `S-${Date.now()}-${++codeCount}`, quantity: 4 }),
    refusals: ['stale'],
  },
  'a split of the merged order': {
    run: (call, [, { id, version }]) =>
      call('/mes/order/split', { id, version, code: `S-${Date.now()}-${++codeCount}`, quantity: 4 }),
    refusals: ['stale', 'orderState'],
  },
  'a new process of the kept order': {
    run: (call, [keptOrder]) => insertProcess(call, keptOrder),
    refusals: [],
  },
  'a new process of the merged order': {
    run: (call, [, otherOrder]) => insertProcess(call, otherOrder),
    refusals: ['orderState'],
  },
  'a new part of the merged order': {
    run: (call, [, { id }]) =>
      call('/mes/order/part/save', { orderId: id, code: 'NEW', name: 'New', quantity: QUANTITY }),
    refusals: ['orderState'],
  },
};

/**
 * Reads the quantities of orders and of the orders that were split off from them. Skips cancelled orders, because their
 * pieces were merged into another order.
 * @returns a description of each quantity that is lost or doubled
 */
async function findWrongQuantities(
  { db }: Connection,
  factoryId: number,
  orders: EqualOrders,
): Promise<string[]> {
  const ids = orders.map(({ id }) => id);
  const { rows } = await sql<{ ordered: number; pieces: number; cards: number }>`
    select sum(o.quantity) as ordered, sum(t.quantity) as pieces,
      sum((select sum(c.quantity) from card c where c.factory_id = t.factory_id and c.part_id = t.id)) as cards
    from work_order o join part t on t.factory_id = o.factory_id and t.order_id = o.id and t.code = 'P'
    where o.factory_id = ${factoryId} and (o.id = any(${ids}::bigint[]) or o.split_from_id = any(${ids}::bigint[]))
      and o.state <> 'cancelled'`.execute(db);
  const processes = await sql<{
    id: number;
    planned: number;
    received: number;
    pieces: number;
    state: string;
  }>`
    select p.id, p.planned_quantity as planned, p.received, t.quantity as pieces, o.state
    from work_order o join part t on t.factory_id = o.factory_id and t.order_id = o.id
      join process p on p.factory_id = t.factory_id and p.part_id = t.id
    where o.factory_id = ${factoryId} and (o.id = any(${ids}::bigint[]) or o.split_from_id = any(${ids}::bigint[]))`.execute(
    db,
  );
  const total = QUANTITY * orders.length;
  return [
    ...Object.entries(rows[0]!)
      .filter(([, quantity]) => quantity !== total)
      .map(([name, quantity]) => `${name}: ${quantity} of ${total}`),
    ...processes.rows
      .filter(
        ({ planned, received, pieces, state }) =>
          planned !== pieces || received > planned || (state === 'cancelled' && received > 0),
      )
      .map(
        ({ id, planned, received, pieces, state }) =>
          `process ${id} (${state}): ${received} of ${planned} of ${pieces}`,
      ),
  ];
}

describeForEachDatabase('a merge at the same time as another change', (database) => {
  const rounds = limitRounds(database, ROUNDS_PER_PAIR);
  let factory: TestFactory;
  beforeAll(async () => {
    factory = await createTestFactory(await database.open());
  });
  const callOnSecondNode = openSecondNode(database, () => factory);

  for (const [next, { run, refusals }] of Object.entries(ACTIONS))
    it(`and ${next} at once lose and double nothing`, async () => {
      for (let round = 0; round < rounds; round++) {
        const orders = await createEqualOrders(factory);
        const { employeeId } = await factory.createPerson('Idle', []);
        // Each of the two calls is sent first in half of the rounds.
        const sendMerge = () => readRefusalCode(ACTIONS['merge']!.run(factory.call, orders, employeeId));
        const sendOtherAction = () => readRefusalCode(run(callOnSecondNode, orders, employeeId));
        const [mergeCode, nextCode] =
          round % 2 === 0
            ? await Promise.all([sendMerge(), sendOtherAction()])
            : (await Promise.all([sendOtherAction(), sendMerge()])).reverse();
        expect(['accepted', ...ACTIONS['merge']!.refusals, 'mergePartMissing']).toContain(mergeCode);
        expect(['accepted', ...refusals]).toContain(nextCode);
        expect([mergeCode, nextCode]).toContain('accepted');
        expect(await findWrongQuantities(factory.connection, factory.factoryId, orders)).toEqual([]);
      }
    });

  it('leaves every ledger in agreement with its entries', async () => {
    const { checkedCount, mismatches } = await checkLedgers(factory.connection, factory.factoryId);
    expect(checkedCount).toBeGreaterThan(Object.keys(ACTIONS).length * rounds);
    expect(mismatches).toEqual([]);
  });

  // The embedded database has one connection, so two calls cannot run at the same time.
  const itOnPostgres = database.kind === 'postgres' ? it : () => undefined;
  itOnPostgres('without the locks of parts, a merge cancels an order of which work begins', async () => {
    const factoryWithoutLocks = await createTestFactory(createConnectionWithoutLocks(await database.open()));
    const { connection, factoryId, call } = factoryWithoutLocks;
    let brokenRoundCount = 0;
    for (let round = 0; round < 40 && brokenRoundCount === 0; round++) {
      const orders = await createEqualOrders(factoryWithoutLocks);
      const { employeeId } = await factoryWithoutLocks.createPerson('Idle', []);
      await Promise.allSettled([
        ACTIONS['merge']!.run(call, orders, employeeId),
        ACTIONS['a report on the merged order']!.run(call, orders, employeeId),
      ]);
      if ((await findWrongQuantities(connection, factoryId, orders)).length > 0) brokenRoundCount += 1;
    }
    expect(brokenRoundCount).toBeGreaterThan(0);
  });
});
