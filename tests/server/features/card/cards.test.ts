import { beforeAll, expect, test } from 'vitest';
import type { CardGenealogy } from '#shared/ledger/card-genealogy.ts';
import type { Entity } from '#shared/entities/index.ts';
import { checkCards } from '#tests/support/card-check.ts';
import { createCardFloor, type CardFloor, type NewCards } from '#tests/support/card-floor.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { createTestFactory, readRefusalCode, type TestFactory } from '#tests/support/floor.ts';
import { checkLedgers } from '#tests/support/ledger-check.ts';

describeForEachDatabase('process cards', (database) => {
  let factory: TestFactory;
  let floor: CardFloor;
  beforeAll(async () => {
    factory = await createTestFactory(await database.open());
    floor = createCardFloor(factory);
  });

  test('splits a card into two cards with new numbers, and the old card ends', async () => {
    const { listCards, split, start, scan, readRefusal, createOrder, getOnlyCard } = floor;
    const order = await createOrder(100);
    const card = await getOnlyCard(order);
    const [first, second] = await split(card.id, 40);
    expect([first!.quantity, second!.quantity]).toEqual([40, 60]);
    expect([first!.code, second!.code]).toEqual([
      card.code.replace('-01', '-02'),
      card.code.replace('-01', '-03'),
    ]);
    expect((await listCards(order.partId)).map(({ state, quantity }) => [state, quantity])).toEqual([
      ['split', 100],
      ['active', 40],
      ['active', 60],
    ]);
    const refusal = await readRefusal(start(order.processIds[0]!, 10, card.id));
    expect(refusal).toMatchObject({ code: 'cardEnded', params: { code: card.code } });
    expect(refusal.params['cards']).toBe(`${first!.code}, ${second!.code}`);
    expect(await scan(card.code)).toMatchObject({ processId: null, state: 'split' });
    expect((await scan(card.code)).why).toContain(first!.code);
  });

  test('lets the finished pieces travel on while the others stay', async () => {
    const { call, readCard, split, start, work, readNext, readRefusal, createOrder, getOnlyCard } = floor;
    const order = await createOrder(100);
    const [turning, milling, grinding] = order.processIds as [number, number, number];
    const card = await getOnlyCard(order);
    await work(turning, 100, card.id);
    await work(milling, 40, card.id);
    // The previous process has finished only some of the pieces of the card.
    expect(await readRefusalCode(start(grinding, 40, card.id))).toBe('previousProcessOpen');
    const [firstCard, secondCard] = await split(card.id, 40);
    expect(await readNext(firstCard!.code)).toEqual([
      [null, 0],
      [null, 0],
      ['start', 40],
    ]);
    expect(await readNext(secondCard!.code)).toEqual([
      [null, 0],
      ['start', 60],
      [null, 0],
    ]);
    const refusal = await readRefusal(start(milling, 1, firstCard!.id));
    expect(refusal).toMatchObject({ code: 'quantityExceedsCard', params: { available: 0, quantity: 1 } });
    expect(refusal.params['code']).toBe(firstCard!.code);
    expect(Object.keys(refusal.fields)).toEqual(['quantity']);
    expect((await readRefusal(start(milling, 61, secondCard!.id))).code).toBe('quantityExceedsMachinable');
    await work(grinding, 40, firstCard!.id);
    expect(await readCard(firstCard!.id)).toMatchObject({ state: 'completed' });
    expect(await readCard(secondCard!.id)).toMatchObject({ state: 'active' });
    await work(milling, 60, secondCard!.id);
    await work(grinding, 60, secondCard!.id);
    expect(await readCard(secondCard!.id)).toMatchObject({ state: 'completed' });
    expect(await call('/mes/order/get', { id: order.id })).toMatchObject({ state: 'completed' });
  });

  test('shows the quantities of the scanned card, and the other cards of the part', async () => {
    const { split, start, work, scan, createOrder, getOnlyCard } = floor;
    const order = await createOrder(10, ['Turning']);
    const card = await getOnlyCard(order);
    await work(order.processIds[0]!, 3, card.id, { scrap: 2 });
    const [first, second] = await split(card.id, 4);
    expect(await scan(first!.code)).toMatchObject({
      cardId: first!.id,
      quantity: 4,
      state: 'active',
      otherCards: [{ cardId: second!.id, code: second!.code, quantity: 6 }],
      processes: [{ plannedQuantity: 4, good: 3, scrap: 0, next: { step: 'start', quantity: 1 } }],
    });
    // The bad pieces stay on the second card.
    expect((await scan(second!.code)).processes).toMatchObject([
      { plannedQuantity: 6, good: 0, scrap: 2, next: { step: 'start', quantity: 4 } },
    ]);
    await start(order.processIds[0]!, 1, second!.id);
    expect((await scan(first!.code)).processes[0]!.open).toMatchObject([{ cardId: second!.id }]);
  });

  test('a report keeps its card, and so do its reversal and the report that continues it', async () => {
    const { call, work, createOrder, getOnlyCard } = floor;
    const order = await createOrder(10, ['Turning']);
    const card = await getOnlyCard(order);
    const reportId = await work(order.processIds[0]!, 4, card.id);
    const reportWithoutCard = await work(order.processIds[0]!, 2);
    const undoAnswer = await call<{ reportId: number }>('/mes/report/undo', { reportId, reopen: true });
    const reports = await call<{ rows: Entity<'workReport'>[] }>('/mes/report/page', {
      filter: JSON.stringify({ processId: order.processIds[0] }),
      sort: 'id',
    });
    expect(reports.rows.map(({ id, cardId }) => [id === reportWithoutCard, cardId])).toEqual([
      [false, card.id],
      [true, null],
      [false, card.id],
      [false, card.id],
    ]);
    expect(reports.rows.at(-1)).toMatchObject({ id: undoAnswer.reportId, endedAt: null });
    const reportPage = await call<{ total: number }>('/mes/report/page', {
      filter: JSON.stringify({ cardId: card.id }),
    });
    expect(reportPage.total).toBe(3);
  });

  test('unpacks a card into equal cards', async () => {
    const { readCard, unpack, work, readNext, createOrder, getOnlyCard } = floor;
    const order = await createOrder(100, ['Turning']);
    const card = await getOnlyCard(order);
    await work(order.processIds[0]!, 30, card.id);
    const cards = await unpack(card.id, 4);
    expect(cards.map(({ quantity }) => quantity)).toEqual([25, 25, 25, 25]);
    expect(await readCard(cards[0]!.id)).toMatchObject({ state: 'completed' });
    expect(await readNext(cards[1]!.code)).toEqual([['start', 20]]);
    expect(await readNext(cards[3]!.code)).toEqual([['start', 25]]);
    const otherCard = await getOnlyCard(await createOrder(10, ['Turning']));
    expect((await unpack(otherCard.id, 3)).map(({ quantity }) => quantity)).toEqual([4, 3, 3]);
  });

  test('combines cards of the same part, and the new card has what was reported of all of them', async () => {
    const { call, readCard, unpack, combine, work, scan, readNext, createOrder, getOnlyCard } = floor;
    const order = await createOrder(10, ['Turning', 'Milling']);
    const card = await getOnlyCard(order);
    const [firstCard, secondCard, thirdCard] = await unpack(card.id, 3);
    await work(order.processIds[0]!, 4, firstCard!.id);
    await work(order.processIds[0]!, 1, secondCard!.id, { scrap: 1 });
    const combinedCard = await combine(firstCard!.id, secondCard!.id);
    expect(combinedCard.quantity).toBe(7);
    expect((await scan(combinedCard.code)).processes).toMatchObject([{ good: 5, scrap: 1 }, { good: 0 }]);
    expect(await readCard(firstCard!.id)).toMatchObject({ state: 'combined' });
    const remainingCard = await combine(combinedCard.id, thirdCard!.id);
    expect(remainingCard.quantity).toBe(10);
    expect(await readNext(remainingCard.code)).toEqual([
      ['start', 4],
      [null, 0],
    ]);
    const genealogy = await call<CardGenealogy>('/mes/process/card/genealogy', { cardId: firstCard!.id });
    expect(genealogy.cards.map(({ id }) => id)).toEqual([
      card.id,
      firstCard!.id,
      secondCard!.id,
      thirdCard!.id,
      combinedCard.id,
      remainingCard.id,
    ]);
    expect(
      genealogy.edges.map(({ fromCardId, toCardId, kind, quantity }) => [
        fromCardId,
        toCardId,
        kind,
        quantity,
      ]),
    ).toEqual([
      [card.id, firstCard!.id, 'unpacked', 4],
      [card.id, secondCard!.id, 'unpacked', 3],
      [card.id, thirdCard!.id, 'unpacked', 3],
      [firstCard!.id, combinedCard.id, 'combined', 4],
      [secondCard!.id, combinedCard.id, 'combined', 3],
      [combinedCard.id, remainingCard.id, 'combined', 7],
      [thirdCard!.id, remainingCard.id, 'combined', 3],
    ]);
    expect(genealogy.cards.map(({ reportCount }) => reportCount)).toEqual([0, 1, 1, 0, 0, 0]);
    expect(genealogy.edges[0]).toMatchObject({ byName: 'Admin' });
  });

  test('is refused whole, with the reason', async () => {
    const { call, listCards, split, start, readRefusal, createOrder, getOnlyCard } = floor;
    const order = await createOrder(10, ['Turning']);
    const card = await getOnlyCard(order);
    const otherOrder = await getOnlyCard(await createOrder(10, ['Turning']));
    const cardVersion = { cardId: card.id, version: card.version };
    const readCode = (
      verb: string,
      fields: Record<string, unknown>,
      caller: Pick<TestFactory, 'call'> = factory,
    ) => readRefusalCode(caller.call(`/mes/process/card/${verb}`, fields));
    for (const quantity of [10, 11, 10.0001])
      expect(await readCode('split', { ...cardVersion, quantity })).toBe('splitExceedsCard');
    for (const quantity of [0, -1, 'x'])
      expect(await readCode('split', { ...cardVersion, quantity })).toBe('fieldsInvalid');
    for (const count of [1, 11, 2.5, 101])
      expect(await readCode('unpack', { ...cardVersion, count })).toBe('fieldsInvalid');
    expect(await readCode('split', { ...cardVersion, version: 99, quantity: 2 })).toBe('stale');
    expect(await readCode('split', { ...cardVersion, cardId: 999_999_999, quantity: 2 })).toBe('rowNotFound');
    expect(await readCode('combine', { cards: [cardVersion] })).toBe('fieldsInvalid');
    expect(await readCode('combine', { cards: [cardVersion, cardVersion] })).toBe('fieldsInvalid');
    expect(
      await readCode('combine', {
        cards: [cardVersion, { cardId: otherOrder.id, version: otherOrder.version }],
      }),
    ).toBe('cardsOfDifferentParts');
    const otherFactory = await createTestFactory(factory.connection);
    const reader = await factory.createPerson('Reader', ['WORK_ORDER']);
    for (const [verb, fields] of [
      ['split', { ...cardVersion, quantity: 2 }],
      ['unpack', { ...cardVersion, count: 2 }],
      ['combine', { cards: [cardVersion, { ...cardVersion, cardId: otherOrder.id }] }],
    ] as const) {
      expect(await readCode(verb, fields, otherFactory)).toBe('rowNotFound');
      expect(await readCode(verb, fields, reader)).toBe('noPermission');
    }
    expect(await readCode('genealogy', { cardId: card.id }, otherFactory)).toBe('rowNotFound');
    // The card of another part or of another factory cannot be reported here.
    expect(await readRefusalCode(start(order.processIds[0]!, 1, otherOrder.id))).toBe('fieldsInvalid');
    const { reportId } = await start(order.processIds[0]!, 5);
    expect(await readRefusal(split(card.id, 2))).toMatchObject({
      code: 'cardHasOpenReport',
      params: { code: card.code, name: 'Turning' },
    });
    await call('/mes/report/finish', { reportId, good: 5 });
    const { version } = await call<{ version: number }>('/mes/order/get', { id: order.id });
    await call('/mes/order/close', { id: order.id, version });
    expect(await readRefusalCode(split(card.id, 2))).toBe('orderState');
    expect(await listCards(order.partId)).toHaveLength(1);
  });

  test('the same request twice splits once', async () => {
    const { listCards, createOrder, getOnlyCard } = floor;
    const order = await createOrder(10, ['Turning']);
    const card = await getOnlyCard(order);
    const requestId = crypto.randomUUID();
    const fields = { cardId: card.id, version: card.version, quantity: 4 };
    const sendSplit = () => factory.call<NewCards>('/mes/process/card/split', fields, requestId);
    expect(await sendSplit()).toEqual(await sendSplit());
    expect(await listCards(order.partId)).toHaveLength(3);
  });

  test('writes the history of all cards', async () => {
    const { split, createOrder, getOnlyCard } = floor;
    const order = await createOrder(10, ['Turning']);
    const card = await getOnlyCard(order);
    const [newCard] = await split(card.id, 4);
    const entries = await factory.connection.db
      .selectFrom('log')
      .select(['entityId', 'before', 'after'])
      .where('factoryId', '=', factory.factoryId)
      .where('action', '=', 'splitCard')
      .where('entityId', 'in', [card.id, newCard!.id])
      .orderBy('entityId')
      .execute();
    expect(entries).toMatchObject([
      { before: { state: 'active' }, after: { state: 'split', into: [{ quantity: 4 }, { quantity: 6 }] } },
      { after: { code: newCard!.code, quantity: 4, from: [card.code] } },
    ]);
  });

  test('leaves ledgers and cards in agreement', async () => {
    expect((await checkLedgers(factory.connection, factory.factoryId)).mismatches).toEqual([]);
    const { checkedCount, mismatches } = await checkCards(factory.connection, factory.factoryId);
    expect(checkedCount).toBeGreaterThan(5);
    expect(mismatches).toEqual([]);
  });
});
