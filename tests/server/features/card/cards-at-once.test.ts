import { beforeAll, expect, it } from 'vitest';
import type { Entity } from '#shared/entities/index.ts';
import { checkCards } from '#tests/support/card-check.ts';
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

const ROUNDS_PER_PAIR = 4;
const QUANTITY = 10;

interface CardSituation {
  order: CreatedOrder;
  /** Two active cards of the same part, with 6 and 4 pieces. */
  cards: [Entity<'card'>, Entity<'card'>];
  workerId: number;
}

const toCardVersion = ({ id, version }: Entity<'card'>) => ({ cardId: id, version });

/** The actions of two people on the same cards at the same time, each with the error codes that may refuse it. */
const ACTIONS: Record<
  string,
  { run: (call: CallFunction, situation: CardSituation) => Promise<unknown>; refusals: readonly string[] }
> = {
  split: {
    run: (call, { cards }) => call('/mes/process/card/split', { ...toCardVersion(cards[0]), quantity: 2 }),
    refusals: ['cardState', 'stale', 'cardHasOpenReport'],
  },
  unpack: {
    run: (call, { cards }) => call('/mes/process/card/unpack', { ...toCardVersion(cards[0]), count: 3 }),
    refusals: ['cardState', 'stale', 'cardHasOpenReport'],
  },
  combine: {
    run: (call, { cards }) => call('/mes/process/card/combine', { cards: cards.map(toCardVersion) }),
    refusals: ['cardState', 'stale', 'cardHasOpenReport'],
  },
  report: {
    run: (call, { order, cards, workerId }) =>
      call('/mes/report/start', {
        processId: order.processIds[0],
        quantity: 5,
        cardId: cards[0].id,
        people: [{ employeeId: workerId }],
      }),
    refusals: ['cardEnded', 'quantityExceedsCard', 'quantityExceedsMachinable'],
  },
  splitOrder: {
    run: (call, { order }) =>
      call('/mes/order/split', {
        id: order.id,
        version: order.version,
        code: `O-${order.id}-${Date.now()}`,
        quantity: 3,
      }),
    refusals: ['stale', 'codeDuplicated', 'splitBelowReceived', 'cardsHoldPieces'],
  },
  changePart: {
    run: async (call, { order }) => {
      const { version } = await call<{ version: number }>('/mes/order/part/get', { id: order.partId });
      return call('/mes/order/part/save', { id: order.partId, version, quantity: 12 });
    },
    refusals: ['stale'],
  },
};

async function prepareSituation(factory: TestFactory): Promise<CardSituation> {
  const order = await factory.createOrder(QUANTITY, [{ name: 'Turning', manMachineRatio: 0.01 }]);
  const listCards = async () =>
    (
      await factory.call<{ rows: Entity<'card'>[] }>('/mes/process/card/page', {
        filter: JSON.stringify({ partId: order.partId, state: ['active'] }),
        sort: 'id',
      })
    ).rows;
  const [card] = await listCards();
  await factory.call('/mes/process/card/split', { ...toCardVersion(card!), quantity: 6 });
  const [first, second] = await listCards();
  const { version } = await factory.call<{ version: number }>('/mes/order/get', { id: order.id });
  const { employeeId } = await factory.createPerson('Idle', []);
  return { order: { ...order, version }, cards: [first!, second!], workerId: employeeId };
}

describeForEachDatabase('a change of cards at the same time as another change', (database) => {
  const rounds = limitRounds(database, ROUNDS_PER_PAIR);
  let factory: TestFactory;
  beforeAll(async () => {
    factory = await createTestFactory(await database.open());
  });
  const callOnSecondNode = openSecondNode(database, () => factory);

  const names = Object.keys(ACTIONS);
  const pairs = names
    .flatMap((first, index) => names.slice(index).map((next) => [first, next] as const))
    .filter((pair) => pair.some((name) => ['split', 'unpack', 'combine'].includes(name)));
  for (const [first, next] of pairs)
    it(`${first} and ${next} at once lose and double nothing`, async () => {
      for (let round = 0; round < rounds; round++) {
        const situation = await prepareSituation(factory);
        const runAction = async (name: string, call: CallFunction) =>
          [name, await readRefusalCode(ACTIONS[name]!.run(call, situation))] as const;
        const codes = await Promise.all([runAction(first, factory.call), runAction(next, callOnSecondNode)]);
        for (const [name, code] of codes) expect(['accepted', ...ACTIONS[name]!.refusals]).toContain(code);
        expect(codes.map(([, code]) => code)).toContain('accepted');
      }
      expect((await checkCards(factory.connection, factory.factoryId)).mismatches).toEqual([]);
    });

  it('leaves every ledger in agreement with its entries', async () => {
    const { checkedCount, mismatches } = await checkLedgers(factory.connection, factory.factoryId);
    expect(checkedCount).toBeGreaterThan(pairs.length * rounds);
    expect(mismatches).toEqual([]);
  });

  // The embedded database has one connection, so two calls cannot run at the same time.
  const itOnPostgres = database.kind === 'postgres' ? it : () => undefined;
  itOnPostgres('without the locks of parts, a split and a combination take the same pieces', async () => {
    const factoryWithoutLocks = await createTestFactory(createConnectionWithoutLocks(await database.open()));
    const { connection, factoryId, call } = factoryWithoutLocks;
    let mismatches: string[] = [];
    for (let round = 0; round < 40 && mismatches.length === 0; round++) {
      const situation = await prepareSituation(factoryWithoutLocks);
      await Promise.allSettled([
        ACTIONS['split']!.run(call, situation),
        ACTIONS['combine']!.run(call, situation),
      ]);
      mismatches = (await checkCards(connection, factoryId)).mismatches;
    }
    expect(mismatches).not.toEqual([]);
  });
});
