import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { Entity } from '#shared/entities/index.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { createTestFactory, readRefusalCode, type TestFactory } from '#tests/support/floor.ts';
import { checkLedgers } from '#tests/support/ledger-check.ts';
import { createPumpOrders } from '#tests/support/pump-orders.ts';

describeForEachDatabase('a merge of orders', (database) => {
  let factory: TestFactory;
  let orders: Awaited<ReturnType<typeof createPumpOrders>>;
  beforeAll(async () => {
    factory = await createTestFactory(await database.open());
    orders = await createPumpOrders(factory);
  });

  test('adds up all quantities, and cancels the other orders with a reference', async () => {
    const { save, readOrder, readRows, readParts, readRouting, merge, preview, createReleasedOrder } = orders;
    const project = await save('project', { code: 'X', name: 'Project' });
    const [keptOrder, secondOrder, thirdOrder] = [
      await createReleasedOrder(10, { order: { dueDate: '2026-06-10' } }),
      await createReleasedOrder(5, { order: { dueDate: '2026-05-20', plannedStart: '2026-05-02' } }),
      await createReleasedOrder(2, { order: { projectId: project.id }, milling: { plannedQuantity: 6 } }),
    ];
    expect(await preview(keptOrder.id, [secondOrder.id, thirdOrder.id])).toEqual({
      quantityBefore: 10,
      quantity: 17,
      dueDate: '2026-05-20',
      plannedStart: '2026-05-02',
      promisedDate: null,
      customerId: null,
      projectId: project.id,
      parts: [
        { id: keptOrder.partIds[0], code: 'PUMP', name: 'Pump', before: 10, after: 17 },
        { id: keptOrder.partIds[1], code: 'WHEEL', name: 'Wheel', before: 20, after: 34 },
      ],
    });
    expect(await readOrder(keptOrder.id)).toMatchObject({ quantity: 10, state: 'released' });
    expect(await merge(keptOrder.id, [thirdOrder.id, secondOrder.id])).toEqual({
      id: keptOrder.id,
      quantity: 17,
    });
    expect(await readOrder(keptOrder.id)).toMatchObject({
      quantity: 17,
      state: 'released',
      dueDate: '2026-05-20',
      plannedStart: '2026-05-02',
      projectId: project.id,
      mergedIntoId: null,
    });
    const [pump, wheel] = await readParts(keptOrder.id);
    expect([pump!.quantity, wheel!.quantity]).toEqual([17, 34]);
    expect(await readRouting(wheel!.id)).toMatchObject([
      { plannedQuantity: 34, arrived: 34, received: 0, state: 'notStarted' },
      { plannedQuantity: 36, arrived: 0, received: 0 },
    ]);
    expect(await readRouting(pump!.id)).toMatchObject([{ plannedQuantity: 17, arrived: 0 }]);
    const cards = await readRows<Entity<'card'>>('/mes/process/card', { partId: wheel!.id });
    expect(cards).toMatchObject([{ code: `${keptOrder.code}-02`, quantity: 34 }]);
    for (const { id, quantity } of [
      { ...secondOrder, quantity: 5 },
      { ...thirdOrder, quantity: 2 },
    ]) {
      const mergedOrder = await readOrder(id);
      expect(mergedOrder).toMatchObject({ state: 'cancelled', mergedIntoId: keptOrder.id, quantity });
      expect(mergedOrder.labels.mergedIntoId).toBe(keptOrder.code);
    }
    const mergedOrders = await readRows<Entity<'workOrder'>>('/mes/order', { mergedIntoId: keptOrder.id });
    expect(mergedOrders.map(({ id }) => id)).toEqual([secondOrder.id, thirdOrder.id]);
    const history = await factory.connection.db
      .selectFrom('log')
      .select(['entityId', 'before', 'after'])
      .where('action', '=', 'mergeOrders')
      .where('entityId', 'in', [keptOrder.id, secondOrder.id, thirdOrder.id])
      .orderBy('entityId')
      .execute();
    expect(history).toMatchObject([
      { entityId: keptOrder.id, before: { quantity: 10 }, after: { quantity: 17 } },
      {
        entityId: secondOrder.id,
        before: { state: 'released', mergedIntoId: null },
        after: { state: 'cancelled', mergedIntoId: keptOrder.id },
      },
      { entityId: thirdOrder.id },
    ]);
  });

  test('is reported on like any other order, and nothing is reported on a merged one', async () => {
    const { readOrder, merge, createReleasedOrder, move } = orders;
    const [keptOrder, mergedOrder] = [await createReleasedOrder(3), await createReleasedOrder(4)];
    await merge(keptOrder.id, [mergedOrder.id], { dueDate: '2026-07-01' });
    expect(await readOrder(keptOrder.id)).toMatchObject({ dueDate: '2026-07-01' });
    const receivePieces = (processId: number, quantity: number) =>
      readRefusalCode(factory.call('/mes/report/receive', { processId, quantity }));
    expect(await receivePieces(keptOrder.processIds[0]!, 15)).toBe('quantityExceedsReceivable');
    expect(await receivePieces(keptOrder.processIds[0]!, 14)).toBe('accepted');
    expect(await receivePieces(mergedOrder.processIds[0]!, 1)).toBe('orderState');
    expect(await readOrder(keptOrder.id)).toMatchObject({ state: 'inProgress' });
    expect(await readRefusalCode(move(mergedOrder.id, 'release'))).toBe('orderState');
  });

  test('merges drafts, also without any part', async () => {
    const { save, readOrder, merge, createPumpOrder } = orders;
    const [keptOrder, mergedOrder] = [await createPumpOrder(3), await createPumpOrder(4)];
    await merge(keptOrder.id, [mergedOrder.id]);
    expect(await readOrder(keptOrder.id)).toMatchObject({ state: 'draft', quantity: 7 });
    const [first, second] = [
      await save('order', { code: 'E-1', name: 'Empty', quantity: 1 }),
      await save('order', { code: 'E-2', name: 'Empty', quantity: 2.5 }),
    ];
    await merge(first.id, [second.id]);
    expect(await readOrder(first.id)).toMatchObject({ quantity: 3.5 });
  });

  test('is done once, even if the request is sent several times', async () => {
    const { readOrder, toIdAndVersion, createReleasedOrder } = orders;
    const [keptOrder, otherOrder] = [await createReleasedOrder(10), await createReleasedOrder(4)];
    const requestId = randomUUID();
    const fields = {
      ...(await toIdAndVersion(keptOrder.id)),
      orders: JSON.stringify([await toIdAndVersion(otherOrder.id)]),
    };
    const sendMerge = () => factory.call<{ quantity: number }>('/mes/order/merge', fields, requestId);
    const answers = [...(await Promise.all([sendMerge(), sendMerge()])), await sendMerge()];
    expect(answers.map(({ quantity }) => quantity)).toEqual([14, 14, 14]);
    expect(await readOrder(keptOrder.id)).toMatchObject({ quantity: 14 });
  });

  test('leaves ledgers that agree with their entries', async () => {
    expect((await checkLedgers(factory.connection, factory.factoryId)).mismatches).toEqual([]);
  });
});
