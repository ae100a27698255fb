import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import type { Connection } from '#server/db/connect.ts';
import { createBracketOrders, type BracketOrder } from '#tests/support/bracket-orders.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import {
  createTestFactory,
  readRefusalCode,
  type CallFunction,
  type TestFactory,
} from '#tests/support/floor.ts';
import { checkLedgers } from '#tests/support/ledger-check.ts';
import { openSecondNode } from '#tests/support/second-node.ts';
import { createConnectionWithoutLocks } from '#tests/support/without-locks.ts';

const ROUNDS_PER_PAIR = 2;
/** How many brackets an order needs. */
const TOTAL_QUANTITY = 30;

/** Combines two new parts. Nobody has changed them, so both have version 1. */
const combine = (call: CallFunction, keptPart: { id: number }, endedPart: { id: number }) =>
  call('/mes/order/part/combine', {
    id: keptPart.id,
    version: 1,
    parts: JSON.stringify([{ id: endedPart.id, version: 1 }]),
  });
const receive = (call: CallFunction, processId: number) =>
  call('/mes/report/receive', { processId, quantity: 10 });
const insertProcess = async (call: CallFunction, { id, processIds }: BracketOrder['brackets'][0]) => {
  const { craftId } = await call<{ craftId: number }>('/mes/process/get', { id: processIds[0] });
  return call('/mes/process/save', { partId: id, seq: 50, craftId, name: 'Inserted' });
};
const splitCard = async (call: CallFunction, factory: TestFactory, partId: number) => {
  const card = await factory.connection.db
    .selectFrom('card')
    .select(['id', 'version'])
    .where('factoryId', '=', factory.factoryId)
    .where('partId', '=', partId)
    .where('deletedAt', 'is', null)
    .where('state', '=', 'active')
    .executeTakeFirst();
  // The combination may have been written already.
  const { id = 1, version = 1 } = card ?? {};
  return call('/mes/process/card/split', { cardId: id, version, quantity: 4 });
};

const COMBINE_REFUSALS = ['stale', 'combineBegun', 'combineProcessMissing', 'partAlreadyCombined'];

/**
 * What somebody else does while the parts are combined, each with the error codes that may refuse it. The first bracket
 * is the part that is kept.
 */
const ACTIONS: Record<
  string,
  {
    run: (call: CallFunction, order: BracketOrder, factory: TestFactory) => Promise<unknown>;
    refusals: readonly string[];
  }
> = {
  'the same combination': {
    run: (call, { brackets: [keptPart, endedPart] }) => combine(call, keptPart, endedPart),
    refusals: COMBINE_REFUSALS,
  },
  'the opposite combination': {
    run: (call, { brackets: [keptPart, endedPart] }) => combine(call, endedPart, keptPart),
    refusals: [...COMBINE_REFUSALS, 'rowNotFound'],
  },
  'a report on the kept part': {
    run: (call, { brackets: [keptPart] }) => receive(call, keptPart.processIds[0]),
    refusals: [],
  },
  'a report on the part that ends': {
    run: (call, { brackets: [, endedPart] }) => receive(call, endedPart.processIds[0]),
    refusals: ['rowNotFound'],
  },
  'a split of the card of the part that ends': {
    run: (call, { brackets: [, endedPart] }, factory) => splitCard(call, factory, endedPart.id),
    refusals: ['rowNotFound', 'stale'],
  },
  'a split of the card of the kept part': {
    run: (call, { brackets: [keptPart] }, factory) => splitCard(call, factory, keptPart.id),
    refusals: ['stale'],
  },
  'a new process of the part that ends': {
    run: (call, { brackets: [, endedPart] }) => insertProcess(call, endedPart),
    refusals: ['rowNotFound', 'fieldsInvalid', 'referenceMissing'],
  },
  'a new process of the kept part': {
    run: (call, { brackets: [keptPart] }) => insertProcess(call, keptPart),
    refusals: [],
  },
  'a sub-part of the part that ends': {
    run: (call, { id, brackets: [, endedPart] }) =>
      call('/mes/order/part/save', {
        orderId: id,
        parentId: endedPart.id,
        code: 'R',
        name: 'Ring',
        quantity: 1,
      }),
    refusals: ['fieldsInvalid', 'referenceMissing'],
  },
  'a split of the order': {
    run: async (call, { id }) => {
      const { version } = await call<{ version: number }>('/mes/order/get', { id });
      return call('/mes/order/split', { id, version, code: `S-${id}`, quantity: 1 });
    },
    refusals: ['stale'],
  },
};

/**
 * Checks the undeleted brackets of an order, and of the order that was split off from it.
 * @returns a description of each quantity that is lost or doubled, and of each process or card without its part
 */
async function findWrongQuantities(
  { db }: Connection,
  factoryId: number,
  { id }: BracketOrder,
): Promise<string[]> {
  const bracketCondition = sql`p.factory_id = ${factoryId} and p.code = 'BRACKET' and p.order_id in (select o.id from work_order o
    where o.factory_id = ${factoryId} and (o.id = ${id} or o.split_from_id = ${id}))`;
  const { rows } = await sql<Record<string, number>>`select
      (select sum(p.quantity) from part p where ${bracketCondition} and p.deleted_at is null) as parts,
      (select sum(c.quantity) from part p join card c on c.factory_id = p.factory_id and c.part_id = p.id
        where ${bracketCondition} and c.deleted_at is null and c.state not in ('split', 'combined')) as cards,
      (select sum(q.planned_quantity) from part p join process q on q.factory_id = p.factory_id and q.part_id = p.id
        where ${bracketCondition} and q.deleted_at is null and q.seq = 10) as planned`.execute(db);
  const lostProcesses = await sql<{ id: number }>`select q.id from part p
      join process q on q.factory_id = p.factory_id and q.part_id = p.id
    where ${bracketCondition} and p.deleted_at is not null and (q.deleted_at is null or q.received > 0)
    union all select c.id from part p join part c on c.factory_id = p.factory_id and c.parent_id = p.id
    where ${bracketCondition} and p.deleted_at is not null and c.deleted_at is null`.execute(db);
  return [
    ...Object.entries(rows[0]!)
      .filter(([, quantity]) => quantity !== TOTAL_QUANTITY)
      .map(([name, quantity]) => `${name}: ${quantity} of ${TOTAL_QUANTITY}`),
    ...lostProcesses.rows.map((row) => `row ${row.id} of a deleted part`),
  ];
}

describeForEachDatabase('combining parts at the same time as another change', (database) => {
  let factory: TestFactory;
  let orders: Awaited<ReturnType<typeof createBracketOrders>>;
  beforeAll(async () => {
    factory = await createTestFactory(await database.open());
    orders = await createBracketOrders(factory);
  });
  const callOnSecondNode = openSecondNode(database, () => factory);

  for (const [next, { run, refusals }] of Object.entries(ACTIONS))
    it(`and ${next} at once lose and double nothing`, async () => {
      for (let round = 0; round < ROUNDS_PER_PAIR; round++) {
        const order = await orders.createBracketOrder();
        const [keptPart, endedPart] = order.brackets;
        // Each of the two calls is sent first in half of the rounds.
        const sendCombine = () => readRefusalCode(combine(factory.call, keptPart, endedPart));
        const sendNext = () => readRefusalCode(run(callOnSecondNode, order, factory));
        const [combineCode, nextCode] =
          round % 2 === 0
            ? await Promise.all([sendCombine(), sendNext()])
            : (await Promise.all([sendNext(), sendCombine()])).reverse();
        expect(['accepted', ...COMBINE_REFUSALS, 'combineHasSubParts', 'rowNotFound']).toContain(combineCode);
        expect(['accepted', ...refusals]).toContain(nextCode);
        expect([combineCode, nextCode]).toContain('accepted');
        expect(await findWrongQuantities(factory.connection, factory.factoryId, order)).toEqual([]);
      }
    });

  it('leaves every ledger in agreement with its entries', async () => {
    const { checkedCount, mismatches } = await checkLedgers(factory.connection, factory.factoryId);
    expect(checkedCount).toBeGreaterThan(Object.keys(ACTIONS).length * ROUNDS_PER_PAIR);
    expect(mismatches).toEqual([]);
  });

  // The embedded database has one connection, so two calls cannot run at the same time.
  const itOnPostgres = database.kind === 'postgres' ? it : () => undefined;
  itOnPostgres('without the locks of parts, a part ends on which work begins', async () => {
    const connection = createConnectionWithoutLocks(await database.open());
    const factoryWithoutLocks = await createTestFactory(connection);
    const { createBracketOrder } = await createBracketOrders(factoryWithoutLocks);
    let brokenRoundCount = 0;
    for (let round = 0; round < 30 && brokenRoundCount === 0; round++) {
      const order = await createBracketOrder();
      await Promise.allSettled([
        combine(factoryWithoutLocks.call, order.brackets[0], order.brackets[1]),
        ACTIONS['a report on the part that ends']!.run(factoryWithoutLocks.call, order, factoryWithoutLocks),
      ]);
      const { factoryId } = factoryWithoutLocks;
      if ((await findWrongQuantities(connection, factoryId, order)).length > 0) brokenRoundCount += 1;
    }
    expect(brokenRoundCount).toBeGreaterThan(0);
  });
});
