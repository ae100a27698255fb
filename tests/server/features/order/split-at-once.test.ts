import { beforeAll, expect, it } from 'vitest';
import { sql } from 'kysely';
import type { Connection } from '#server/db/connect.ts';
import { describeForEachDatabase, limitRounds } from '#tests/support/databases.ts';
import {
  createTestFactory,
  readRefusalCode,
  type CallFunction,
  type CreatedOrder,
  type TestFactory,
} from '#tests/support/floor.ts';
import { checkLedgers } from '#tests/support/ledger-check.ts';
import { openSecondNode } from '#tests/support/second-node.ts';
import { createConnectionWithoutLocks } from '#tests/support/without-locks.ts';

const ROUNDS_PER_PAIR = 5;
const QUANTITY = 10;

let codeCount = 0;

/** The actions of two people on the same order at the same time, each with the error codes that may refuse it. */
const ACTIONS: Record<
  string,
  {
    run: (call: CallFunction, order: CreatedOrder, workerId: number) => Promise<unknown>;
    refusals: readonly string[];
  }
> = {
  split: {
    run: (call, { id, version }) =>
      call('/mes/order/split', { id, version, code: `S-${Date.now()}-${++codeCount}`, quantity: 4 }),
    refusals: ['stale', 'splitBelowReceived'],
  },
  report: {
    run: (call, { processIds }, employeeId) =>
      call('/mes/report/start', { processId: processIds[0], quantity: 8, people: [{ employeeId }] }),
    refusals: ['quantityExceedsMachinable', 'orderState'],
  },
  reroute: {
    run: async (call, { processIds, partId }) => {
      const { craftId } = await call<{ craftId: number }>('/mes/process/get', { id: processIds[0] });
      return call('/mes/process/save', { partId, seq: 50, craftId, name: 'Inserted' });
    },
    refusals: ['processOrderFixed'],
  },
  suspend: {
    run: (call, { id, version }) => call('/mes/order/suspend', { id, version }),
    refusals: ['stale'],
  },
};

/**
 * Reads the quantities of an order and of the orders that were split off from it.
 * @returns a description of each quantity that is lost or doubled
 */
async function findWrongQuantities(
  { db }: Connection,
  factoryId: number,
  orderId: number,
): Promise<string[]> {
  const { rows } = await sql<{ ordered: number; parts: number }>`
    select sum(o.quantity) as ordered,
      sum((select sum(t.quantity) from part t where t.factory_id = o.factory_id and t.order_id = o.id and t.deleted_at is null)) as parts
    from work_order o where o.factory_id = ${factoryId} and (o.id = ${orderId} or o.split_from_id = ${orderId})`.execute(
    db,
  );
  const processes = await sql<{ id: number; planned: number; received: number; pieces: number }>`
    select p.id, p.planned_quantity as planned, p.received, t.quantity as pieces
    from work_order o join part t on t.factory_id = o.factory_id and t.order_id = o.id
      join process p on p.factory_id = t.factory_id and p.part_id = t.id
    where o.factory_id = ${factoryId} and (o.id = ${orderId} or o.split_from_id = ${orderId})`.execute(db);
  const { ordered, parts } = rows[0]!;
  return [
    ...(ordered === QUANTITY ? [] : [`the orders have ${ordered}`]),
    ...(parts === QUANTITY ? [] : [`the parts have ${parts}`]),
    ...processes.rows
      .filter(({ planned, received, pieces }) => planned !== pieces || received > planned)
      .map(({ id, planned, received, pieces }) => `process ${id}: ${received} of ${planned} of ${pieces}`),
  ];
}

describeForEachDatabase('a split at the same time as another change', (database) => {
  const rounds = limitRounds(database, ROUNDS_PER_PAIR);
  let factory: TestFactory;
  beforeAll(async () => {
    factory = await createTestFactory(await database.open());
  });
  const callOnSecondNode = openSecondNode(database, () => factory);

  const names = Object.keys(ACTIONS);
  const pairs = names.flatMap((first, index) => names.slice(index).map((next) => [first, next] as const));
  for (const [first, next] of pairs)
    it(`${first} and ${next} of the same order at once lose and double nothing`, async () => {
      for (let round = 0; round < rounds; round++) {
        const order = await factory.createOrder(QUANTITY, ['Turning', 'Milling']);
        const outcomes = [];
        for (const [name, call] of [
          [first, factory.call],
          [next, callOnSecondNode],
        ] as const) {
          const { employeeId } = await factory.createPerson('Idle', []);
          outcomes.push({
            name,
            outcome: () => readRefusalCode(ACTIONS[name]!.run(call, order, employeeId)),
          });
        }
        const codes = await Promise.all(outcomes.map(async ({ name, outcome }) => [name, await outcome()]));
        for (const [name, code] of codes) expect(['accepted', ...ACTIONS[name!]!.refusals]).toContain(code);
        expect(codes.map(([, code]) => code)).toContain('accepted');
        expect(await findWrongQuantities(factory.connection, factory.factoryId, order.id)).toEqual([]);
      }
    });

  it('leaves every ledger in agreement with its entries', async () => {
    const { checkedCount, mismatches } = await checkLedgers(factory.connection, factory.factoryId);
    expect(checkedCount).toBeGreaterThan(pairs.length * rounds);
    expect(mismatches).toEqual([]);
  });

  // The embedded database has one connection, so two calls cannot run at the same time.
  const itOnPostgres = database.kind === 'postgres' ? it : () => undefined;
  itOnPostgres('without the locks of parts, a split and a report take the same pieces', async () => {
    // The report reads the order before the split, and writes after it.
    let endSplit = () => {};
    const splitDone = new Promise<void>((resolve) => {
      endSplit = resolve;
    });
    let signalReportRead = () => {};
    const reportRead = new Promise<void>((resolve) => {
      signalReportRead = resolve;
    });
    const connection = createConnectionWithoutLocks(await database.open(), (text) => {
      if (!/insert into "?work_report"?/i.test(text)) return undefined;
      signalReportRead();
      return splitDone;
    });
    const { factoryId, call, createOrder, createPerson } = await createTestFactory(connection);
    const order = await createOrder(QUANTITY, ['Turning', 'Milling']);
    const { employeeId } = await createPerson('Idle', []);
    const report = ACTIONS['report']!.run(call, order, employeeId);
    await reportRead;
    await ACTIONS['split']!.run(call, order, employeeId);
    endSplit();
    await report;
    expect(await findWrongQuantities(connection, factoryId, order.id)).not.toEqual([]);
  });
});
