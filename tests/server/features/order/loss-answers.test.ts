import { beforeAll, expect, it } from 'vitest';
import type { StoredLossAnswer, LossAnswer } from '#shared/ledger/answer-loss.ts';
import type { CardGenealogy } from '#shared/ledger/card-genealogy.ts';
import type { ProcessProgress } from '#shared/ledger/process-progress.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { checkCards } from '#tests/support/card-check.ts';
import {
  createTestFactory,
  readRefusalCode,
  type CreatedOrder,
  type TestFactory,
} from '#tests/support/floor.ts';
import { checkLedgers } from '#tests/support/ledger-check.ts';

interface CardRow {
  id: number;
  code: string;
  quantity: number;
  state: string;
}

describeForEachDatabase('scrap that is answered', (database) => {
  let factory: TestFactory;
  let turner: Awaited<ReturnType<TestFactory['createPerson']>>;
  beforeAll(async () => {
    factory = await createTestFactory(await database.open());
    turner = await factory.createPerson('Turner', ['TASK_REPORT']);
  });

  const reportPieces = async (processId: number, good: number, scrap = 0) => {
    const { employeeId } = await factory.createPerson('Idle', []);
    const fields = { processId, good, scrap, minutes: 1, people: [{ employeeId }] };
    return (await factory.call<{ reportId: number }>('/mes/report/record', fields)).reportId;
  };
  const answerLoss = (processId: number, kind: LossAnswer, quantity: number, call = factory.call) =>
    call<{
      answerId: number;
      cards: { id: number; code: string; quantity: number }[];
      orderQuantity: number;
    }>('/mes/process/loss/answer', { processId, answer: kind, quantity, reason: 'bar too short' });
  const takeAnswerBack = (answerId: number) =>
    factory.call('/mes/process/loss/reverse', { answerId, reason: 'pressed by mistake' });
  const readProcesses = (order: Pick<CreatedOrder, 'id'>) =>
    factory.call<ProcessProgress[]>('/mes/process/progress', { orderId: order.id });
  const readOrder = (order: Pick<CreatedOrder, 'id'>) =>
    factory.call<{ state: string; quantity: number; completedQuantity: number }>('/mes/order/get', {
      id: order.id,
    });
  const readCards = async (partId: number) =>
    (
      await factory.call<{ rows: CardRow[] }>('/mes/process/card/page', {
        filter: JSON.stringify({ partId }),
        sort: 'id',
      })
    ).rows.sort((a, b) => a.id - b.id);
  const expectNoMismatches = async () => {
    expect((await checkLedgers(factory.connection, factory.factoryId)).mismatches).toEqual([]);
    expect((await checkCards(factory.connection, factory.factoryId)).mismatches).toEqual([]);
  };
  /** Creates an order of which ten pieces are turned and milled. Milling scraps two of them. */
  const createOrderWithScrap = async () => {
    const order = await factory.createOrder(10, ['Turning', 'Milling', 'Deburring']);
    const [turning, milling, deburring] = order.processIds as [number, number, number];
    await reportPieces(turning, 10);
    const scrapReportId = await reportPieces(milling, 8, 2);
    return { order, turning, milling, deburring, scrapReportId };
  };

  it('is accepted: the process and those after it are completed short', async () => {
    const { order, milling, deburring } = await createOrderWithScrap();
    expect((await readProcesses(order)).map(({ state }) => state)).toEqual([
      'completed',
      'unfinished',
      'notStarted',
    ]);
    await answerLoss(milling, 'acceptShort', 2);
    expect((await readProcesses(order)).map(({ state, target }) => [state, target])).toEqual([
      ['completed', 10],
      ['completed', 8],
      ['notStarted', 8],
    ]);
    await reportPieces(deburring, 8);
    expect(await readOrder(order)).toMatchObject({ state: 'completed', quantity: 10, completedQuantity: 8 });
    await expectNoMismatches();
  });

  it('is replenished: a new card enters at the first process, and the order reaches its quantity', async () => {
    const { order, turning, milling, deburring } = await createOrderWithScrap();
    const { cards } = await answerLoss(milling, 'replenish', 2);
    expect(cards).toMatchObject([{ quantity: 2 }]);
    const [processes, [first, second]] = [await readProcesses(order), await readCards(order.partId)];
    expect(processes.map(({ receivable, target, state }) => [receivable, target, state])).toEqual([
      [2, 12, 'unfinished'],
      [0, 10, 'unfinished'],
      [8, 10, 'notStarted'],
    ]);
    expect([first!.quantity, second!.quantity, second!.code]).toEqual([10, 2, cards[0]!.code]);
    const { edges } = await factory.call<CardGenealogy>('/mes/process/card/genealogy', {
      cardId: second!.id,
    });
    expect(edges).toMatchObject([
      { fromCardId: first!.id, toCardId: second!.id, kind: 'replenished', quantity: 2 },
    ]);
    await expectNoMismatches();

    const cardWorkFields = { cardId: second!.id, minutes: 1, people: [{ employeeId: turner.employeeId }] };
    await factory.call('/mes/report/record', { processId: turning, good: 2, ...cardWorkFields });
    await reportPieces(milling, 2);
    await reportPieces(deburring, 10);
    expect(await readOrder(order)).toMatchObject({ state: 'completed', quantity: 10, completedQuantity: 10 });
    await expectNoMismatches();
  });

  it('is replenished in an assembly: the pieces that go into it are made again too', async () => {
    const order = await factory.createOrder(4, ['Assembly']);
    const child = await factory.call<{ id: number }>('/mes/order/part/save', {
      ...{ orderId: order.id, parentId: order.partId, code: 'C', name: 'Bush', quantity: 8, quantityPer: 2 },
    });
    const craft = await factory.call<{ id: number }>('/mes/system/basic/crafts/save', {
      code: `B${child.id}`,
      name: 'Bushing',
    });
    const process = await factory.call<{ id: number }>('/mes/process/save', {
      partId: child.id,
      seq: 10,
      craftId: craft.id,
    });
    await reportPieces(process.id, 8);
    await reportPieces(order.processIds[0]!, 3, 1);
    const { answerId, cards } = await answerLoss(order.processIds[0]!, 'replenish', 1);
    expect(cards.map(({ quantity }) => quantity).sort()).toEqual([1, 2]);
    const readPlannedQuantities = async () =>
      new Map(
        (await readProcesses(order)).map(({ processId, plannedQuantity, arrived }) => [
          processId,
          [plannedQuantity, arrived],
        ]),
      );
    expect(await readPlannedQuantities()).toEqual(
      new Map([
        [order.processIds[0]!, [5, 4]],
        [process.id, [10, 10]],
      ]),
    );
    await takeAnswerBack(answerId);
    expect(await readPlannedQuantities()).toEqual(
      new Map([
        [order.processIds[0]!, [4, 4]],
        [process.id, [8, 8]],
      ]),
    );
    await expectNoMismatches();
  });

  it('reduces the order: what follows needs fewer pieces, and nothing falls below what was received', async () => {
    const { order, milling, deburring } = await createOrderWithScrap();
    const { answerId, orderQuantity } = await answerLoss(milling, 'reduceOrder', 2);
    expect(orderQuantity).toBe(8);
    expect(
      (await readProcesses(order)).map(({ plannedQuantity, target, state }) => [
        plannedQuantity,
        target,
        state,
      ]),
    ).toEqual([
      [10, 10, 'completed'],
      [10, 8, 'completed'],
      [8, 8, 'notStarted'],
    ]);
    await expectNoMismatches();
    await reportPieces(deburring, 8);
    expect(await readOrder(order)).toMatchObject({ state: 'completed', quantity: 8, completedQuantity: 8 });
    await takeAnswerBack(answerId);
    expect(await readOrder(order)).toMatchObject({ state: 'completed', quantity: 10, completedQuantity: 8 });
    await expectNoMismatches();
  });

  it('cannot reduce the order to nothing', async () => {
    const order = await factory.createOrder(1, ['Turning']);
    await reportPieces(order.processIds[0]!, 0, 1);
    expect(await readRefusalCode(answerLoss(order.processIds[0]!, 'reduceOrder', 1))).toBe(
      'orderWouldVanish',
    );
  });

  it('is answered once, and the answer is kept with who gave it and why', async () => {
    const { order, milling } = await createOrderWithScrap();
    const { answerId } = await answerLoss(milling, 'acceptShort', 1);
    expect(await readRefusalCode(answerLoss(milling, 'acceptShort', 2))).toBe('scrapAnswered');
    await answerLoss(milling, 'replenish', 1);
    expect(await readRefusalCode(answerLoss(milling, 'replenish', 1))).toBe('scrapAnswered');
    await takeAnswerBack(answerId);
    expect(await readRefusalCode(takeAnswerBack(answerId))).toBe('lossAnswerReversed');
    const answers = await factory.call<StoredLossAnswer[]>('/mes/process/loss/list', { orderId: order.id });
    expect(answers).toMatchObject([
      { answer: 'replenish', quantity: 1, byName: 'Admin', reason: 'bar too short', reversedBy: null },
      { answer: 'acceptShort', quantity: 1, reversedBy: 'Admin', reverseReason: 'pressed by mistake' },
    ]);
    await expectNoMismatches();
  });

  it('is taken back only if the plan still contains its pieces', async () => {
    const order = await factory.createOrder(4, ['Turning', 'Milling']);
    const [turning, milling] = order.processIds as [number, number];
    const changePlan = async (id: number, plannedQuantity: number) => {
      const { version } = await factory.call<{ version: number }>('/mes/process/get', { id });
      await factory.call('/mes/process/save', { id, version, plannedQuantity });
    };
    await reportPieces(turning, 4);
    await reportPieces(milling, 0, 4);
    const { answerId } = await answerLoss(milling, 'replenish', 4);
    await changePlan(turning, 5);
    await expect(takeAnswerBack(answerId)).rejects.toMatchObject({
      code: 'lossAnswerUsed',
      params: { name: 'Turning', received: 4, remaining: 1 },
    });
    await changePlan(turning, 8);
    await takeAnswerBack(answerId);
    expect((await readProcesses(order)).map(({ plannedQuantity }) => plannedQuantity)).toEqual([4, 4]);
    await expectNoMismatches();
  });

  it('is taken back although a process was deleted since, and the process has its plan if it is restored', async () => {
    const order = await factory.createOrder(10, ['Turning', 'Milling', 'Drilling']);
    const [turning, milling, drilling] = order.processIds as [number, number, number];
    const scrapReportId = await reportPieces(turning, 8, 2);
    const { answerId } = await answerLoss(turning, 'reduceOrder', 2);
    await factory.call('/mes/process/delete', { ids: [milling] });
    // Pieces have passed the deleted process, so it cannot be restored before the answer is taken back.
    const drillingReportId = await reportPieces(drilling, 8);
    await takeAnswerBack(answerId);
    for (const reportId of [drillingReportId, scrapReportId])
      await factory.call('/mes/report/reverse', { reportId, reason: 'counted wrong' });
    await factory.call('/mes/system/deleted/restore', { rows: [{ entity: 'process', id: milling }] });
    expect((await readProcesses(order)).map(({ plannedQuantity }) => plannedQuantity)).toEqual([10, 10, 10]);
    await expectNoMismatches();
  });

  it('is taken back only while nothing followed', async () => {
    const { order, turning, milling } = await createOrderWithScrap();
    const { answerId } = await answerLoss(milling, 'replenish', 2);
    const reportId = await reportPieces(turning, 1);
    expect(await readRefusalCode(takeAnswerBack(answerId))).toMatch(/lossAnswerUsed|cardsHoldPieces/);
    await factory.call('/mes/report/reverse', { reportId, reason: 'counted wrong' });
    await takeAnswerBack(answerId);
    expect((await readCards(order.partId)).map(({ quantity }) => quantity)).toEqual([10]);
    // After the answer was taken back, the scrap can be replenished again.
    await answerLoss(milling, 'replenish', 2);
    await expectNoMismatches();
  });

  it('stays scrap as long as it is answered: its report cannot be reversed', async () => {
    const { milling, scrapReportId } = await createOrderWithScrap();
    const { answerId } = await answerLoss(milling, 'acceptShort', 1);
    const reverseScrap = () =>
      factory.call('/mes/report/reverse', { reportId: scrapReportId, reason: 'counted wrong' });
    expect(await readRefusalCode(reverseScrap())).toBe('reverseAnswered');
    await takeAnswerBack(answerId);
    await reverseScrap();
    await expectNoMismatches();
  });

  it('is answered by planners, and an order is reduced only by those who may change orders', async () => {
    const { milling } = await createOrderWithScrap();
    const { call: planProcesses } = await factory.createPerson('Planner', ['PROCESS_MODIFY']);
    const { call: planOrders } = await factory.createPerson('Orders', ['WORK_ORDER_MODIFY', 'WORK_ORDER']);
    expect(await readRefusalCode(answerLoss(milling, 'acceptShort', 1, turner.call))).toBe('noPermission');
    expect(await readRefusalCode(answerLoss(milling, 'reduceOrder', 1, planProcesses))).toBe('noPermission');
    expect(await readRefusalCode(answerLoss(milling, 'acceptShort', 1, planOrders))).toBe('noPermission');
    await answerLoss(milling, 'acceptShort', 1, planProcesses);
    await answerLoss(milling, 'reduceOrder', 1, planOrders);
  });

  it('of a closed order is not answered', async () => {
    const { order, milling } = await createOrderWithScrap();
    const { version } = await factory.call<{ version: number }>('/mes/order/get', { id: order.id });
    await factory.call('/mes/order/close', { id: order.id, version });
    expect(await readRefusalCode(answerLoss(milling, 'acceptShort', 1))).toBe('orderState');
  });

  it('stays with an order from which a quantity is split off', async () => {
    const { order, milling } = await createOrderWithScrap();
    await answerLoss(milling, 'reduceOrder', 2);
    const otherOrder = await factory.createOrder(10, ['Turning', 'Milling']);
    await reportPieces(otherOrder.processIds[0]!, 3, 2);
    await answerLoss(otherOrder.processIds[0]!, 'replenish', 2);
    const { version } = await factory.call<{ version: number }>('/mes/order/get', { id: otherOrder.id });
    const split = await factory.call<{ id: number }>('/mes/order/split', {
      ...{ id: otherOrder.id, version, code: `S${otherOrder.id}`, quantity: 4 },
    });
    expect((await readProcesses(otherOrder)).map(({ plannedQuantity }) => plannedQuantity)).toEqual([8, 6]);
    expect((await readProcesses(split)).map(({ plannedQuantity }) => plannedQuantity)).toEqual([4, 4]);
    expect(order.id).toBeLessThan(split.id);
    await expectNoMismatches();
  });
});
