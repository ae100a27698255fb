import type { BatchAnswer } from '#shared/answers/batch.ts';
import type { QueuedProcess } from '#shared/answers/terminal.ts';
import { beforeAll, expect, test } from 'vitest';
import { checkCards } from '#tests/support/card-check.ts';
import { createCardFloor, type CardFloor } from '#tests/support/card-floor.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { createTestFactory, readRefusalCode, type TestFactory } from '#tests/support/floor.ts';
import { checkLedgers } from '#tests/support/ledger-check.ts';

describeForEachDatabase('the pieces of process cards', (database) => {
  let factory: TestFactory;
  let floor: CardFloor;
  beforeAll(async () => {
    factory = await createTestFactory(await database.open());
    floor = createCardFloor(factory);
  });

  test('a reversal takes the pieces back from the card that holds them now', async () => {
    const { call, split, work, scan, readNext, readRefusal, createOrder, getOnlyCard } = floor;
    const order = await createOrder(10, ['Turning', 'Milling']);
    const [turning, milling] = order.processIds as [number, number];
    const card = await getOnlyCard(order);
    const oldCardReportId = await work(turning, 6, card.id);
    const [firstCard, secondCard] = await split(card.id, 5);
    const newCardReportId = await work(turning, 4, secondCard!.id);
    await call('/mes/report/reverse', { reportId: newCardReportId, reason: 'counted wrong' });
    expect((await scan(secondCard!.code)).processes[0]).toMatchObject({ good: 1, next: { quantity: 4 } });
    // The report of the old card is reversed. This reduces the quantities of both new cards.
    await call('/mes/report/reverse', { reportId: oldCardReportId, reason: 'counted wrong' });
    expect(await readNext(firstCard!.code)).toEqual([
      ['start', 5],
      [null, 0],
    ]);
    expect(await readNext(secondCard!.code)).toEqual([
      ['start', 5],
      [null, 0],
    ]);
    const reportAtCardA = await work(turning, 5, firstCard!.id);
    await work(turning, 5, secondCard!.id);
    await work(milling, 5, firstCard!.id);
    // Milling received only 5 of the 10 turned pieces. The ledger alone would allow a reversal of the other 5.
    const refusal = await readRefusal(call('/mes/report/reverse', { reportId: reportAtCardA, reason: 'x' }));
    expect(refusal).toMatchObject({ code: 'cardPiecesUsed', params: { cards: firstCard!.code } });
  });

  test('pieces that were reported without a card may belong to any card', async () => {
    const { call, readCard, split, work, readNext, createOrder, getOnlyCard } = floor;
    const order = await createOrder(10, ['Turning', 'Milling']);
    const [turning, milling] = order.processIds as [number, number];
    const [firstCard, secondCard] = await split((await getOnlyCard(order)).id, 6);
    const reportId = await work(turning, 10);
    expect(await readNext(firstCard!.code)).toEqual([
      [null, 0],
      ['start', 6],
    ]);
    expect(await readNext(secondCard!.code)).toEqual([
      [null, 0],
      ['start', 4],
    ]);
    await call('/mes/report/reverse', { reportId, reason: 'counted wrong' });
    expect(await readNext(firstCard!.code)).toEqual([
      ['start', 6],
      [null, 0],
    ]);
    await work(turning, 10);
    await work(milling, 10);
    for (const { id } of [firstCard!, secondCard!])
      expect(await readCard(id)).toMatchObject({ state: 'completed' });
  });

  test('a report by a card takes no more machinable pieces than the card has', async () => {
    const { call, split, start, createOrder, getOnlyCard } = floor;
    const order = await createOrder(10, ['Turning']);
    const [firstCard] = await split((await getOnlyCard(order)).id, 4);
    const { reportId } = await start(order.processIds[0]!, 2, firstCard!.id);
    expect(await readRefusalCode(call('/mes/report/finish', { reportId, good: 5 }))).toBe(
      'quantityExceedsStarted',
    );
    await call('/mes/report/finish', { reportId, good: 2 });
    const receivePieces = (quantity: number) =>
      call('/mes/report/receive', { processId: order.processIds[0], quantity, cardId: firstCard!.id });
    expect(await readRefusalCode(receivePieces(3))).toBe('quantityExceedsCard');
    await receivePieces(2);
  });

  test('follows the quantity of the part, and takes only pieces of which nothing was taken', async () => {
    const { call, listCards, split, work, readRefusal, createOrder, getOnlyCard } = floor;
    const order = await createOrder(10, ['Turning']);
    const [firstCard, secondCard] = await split((await getOnlyCard(order)).id, 6);
    const setQuantity = async (quantity: number) => {
      const { version } = await call<{ version: number }>('/mes/order/part/get', { id: order.partId });
      await call('/mes/order/part/save', { id: order.partId, version, quantity });
    };
    const readQuantities = async () =>
      (await listCards(order.partId))
        .filter(({ state }) => state !== 'split')
        .map(({ quantity }) => quantity);
    await setQuantity(12);
    expect(await readQuantities()).toEqual([6, 6]);
    await work(order.processIds[0]!, 2, firstCard!.id);
    await work(order.processIds[0]!, 1, secondCard!.id);
    await setQuantity(15);
    expect(await readQuantities()).toEqual([6, 6, 3]);
    await setQuantity(10);
    expect(await readQuantities()).toEqual([6, 4]);
    const refusal = await readRefusal(setQuantity(2));
    expect(refusal.code).toBe('cardsHoldPieces');
    expect(refusal.params).toMatchObject({ max: 7, cards: `${firstCard!.code}, ${secondCard!.code}` });
    await setQuantity(3);
    expect(await readQuantities()).toEqual([2, 1]);
  });

  test('a split of the order takes from the cards that are untouched', async () => {
    const { call, readCard, split, work, createOrder, getOnlyCard } = floor;
    const order = await createOrder(10, ['Turning']);
    const [firstCard, secondCard] = await split((await getOnlyCard(order)).id, 6);
    await work(order.processIds[0]!, 6, firstCard!.id);
    const { version } = await call<{ version: number }>('/mes/order/get', { id: order.id });
    await call('/mes/order/split', { id: order.id, version, code: `N-${order.id}`, quantity: 3 });
    expect(await readCard(firstCard!.id)).toMatchObject({ quantity: 6 });
    expect(await readCard(secondCard!.id)).toMatchObject({ quantity: 1 });
  });

  test('a card is completed and scrapped by its reports, and active again after a reversal', async () => {
    const { call, readCard, split, work, createOrder, getOnlyCard } = floor;
    const order = await createOrder(4, ['Turning']);
    const [firstCard, secondCard] = await split((await getOnlyCard(order)).id, 2);
    const reportAtCardA = await work(order.processIds[0]!, 2, firstCard!.id);
    const reportAtCardB = await work(order.processIds[0]!, 0, secondCard!.id, { scrap: 2 });
    expect([(await readCard(firstCard!.id)).state, (await readCard(secondCard!.id)).state]).toEqual([
      'completed',
      'scrapped',
    ]);
    expect(await readRefusalCode(split(firstCard!.id, 1))).toBe('cardState');
    for (const reportId of [reportAtCardA, reportAtCardB])
      await call('/mes/report/reverse', { reportId, reason: 'x' });
    expect([(await readCard(firstCard!.id)).state, (await readCard(secondCard!.id)).state]).toEqual([
      'active',
      'active',
    ]);
  });

  test('the queue of a terminal opens a card that has pieces at the process', async () => {
    const { call, split, work, createOrder, getOnlyCard } = floor;
    const order = await createOrder(10, ['Turning', 'Milling']);
    const [turning] = order.processIds as [number, number];
    const [firstCard, secondCard] = await split((await getOnlyCard(order)).id, 5);
    await work(turning, 5, firstCard!.id);
    const queue = await call<QueuedProcess[]>('/mes/floor/queue', {});
    const queuedProcess = queue.find((row) => row.processId === turning)!;
    expect(queuedProcess).toMatchObject({
      cardId: secondCard!.id,
      cardCode: secondCard!.code,
      next: { step: 'start', quantity: 5 },
    });
    // A row of a batch can report with a card, as a single report can.
    const rows = [
      {
        id: turning,
        processId: turning,
        cardId: queuedProcess.cardId,
        quantity: queuedProcess.next.quantity,
      },
    ];
    const answer = await call<BatchAnswer<{ reportId: number }>>('/mes/report/start/batch', {
      rows: JSON.stringify(rows),
    });
    const { reportId } = (answer.rows[0]!.answer as { data: { reportId: number } }).data;
    expect(await call('/mes/report/get', { id: reportId })).toMatchObject({
      cardId: secondCard!.id,
      started: 5,
    });
    await call('/mes/report/reverse', { reportId, reason: 'x' });
  });

  test('reports of a card that are closed together share what the card has', async () => {
    const { call, split, start, getOnlyCard } = floor;
    const order = await factory.createOrder(10, [{ name: 'Turning', overReportTolerance: 50 }]);
    const [firstCard] = await split((await getOnlyCard(order)).id, 4);
    const reportIds = [
      (await start(order.processIds[0]!, 2, firstCard!.id)).reportId,
      (await start(order.processIds[0]!, 2, firstCard!.id)).reportId,
    ];
    const rows = reportIds.map((reportId, index) => ({ id: reportId, reportId, good: 2 + index }));
    const { rows: verdicts } = await call<BatchAnswer>('/mes/report/finish/batch', {
      rows: JSON.stringify(rows),
    });
    expect(verdicts.map(({ answer }) => answer.success)).toEqual([true, true]);
    // The second report finished 3 pieces, but the card had only 2 left. One piece is excess, although the part has
    // more pieces.
    expect(await call('/mes/report/get', { id: reportIds[1] })).toMatchObject({ good: 3, excess: 1 });
  });

  test('leaves ledgers and cards in agreement', async () => {
    expect((await checkLedgers(factory.connection, factory.factoryId)).mismatches).toEqual([]);
    const { checkedCount, mismatches } = await checkCards(factory.connection, factory.factoryId);
    expect(checkedCount).toBeGreaterThan(6);
    expect(mismatches).toEqual([]);
  });
});
