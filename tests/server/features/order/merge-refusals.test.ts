import { beforeAll, expect, test } from 'vitest';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { createTestFactory, readRefusalCode, type TestFactory } from '#tests/support/floor.ts';
import { createPumpOrders } from '#tests/support/pump-orders.ts';

describeForEachDatabase('a merge that is refused', (database) => {
  let factory: TestFactory;
  let orders: Awaited<ReturnType<typeof createPumpOrders>>;
  beforeAll(async () => {
    factory = await createTestFactory(await database.open());
    orders = await createPumpOrders(factory);
  });

  test('names the first difference in words, and changes nothing', async () => {
    const { save, readOrder, merge, preview, readRefusal, createPumpOrder, createReleasedOrder, turningId } =
      orders;
    const keptOrder = await createReleasedOrder(10);
    const customers = [
      await save('system/basic/customer', { code: 'C1', shortName: 'One', fullName: 'One' }),
      await save('system/basic/customer', { code: 'C2', shortName: 'Two', fullName: 'Two' }),
    ];
    const makeOrderOfCustomer = (index: number) => ({ order: { customerId: customers[index]!.id } });
    const differingOrder = await createReleasedOrder(1, { milling: { craftId: turningId } });
    for (const [keptChanges, otherChanges, code, messageText] of [
      [
        keptOrder,
        await createPumpOrder(1),
        'mergeOrdersDiffer',
        /state is “Released” in P-\d+, and “Draft” in P-/i,
      ],
      [
        keptOrder,
        await createReleasedOrder(1, { wheel: { materialName: 'Brass' } }),
        'mergePartsDiffer',
        /Material of part “WHEEL” is “—” in .*“Brass”/,
      ],
      [
        keptOrder,
        await createReleasedOrder(1, { wheel: { code: 'WHEEL-B' } }),
        'mergePartMissing',
        /has part “WHEEL”/,
      ],
      [
        keptOrder,
        differingOrder,
        'mergeProcessesDiffer',
        /Operation type of process 20 of part “WHEEL” is “Milling” in .*“Turning”/,
      ],
      [
        keptOrder,
        await createReleasedOrder(1, { milling: { seq: 10 } }),
        'mergeProcessesDiffer',
        /Seq\. of process 20 of part “WHEEL” is “20” in .*“10”/,
      ],
      [
        await createReleasedOrder(1, makeOrderOfCustomer(0)),
        await createReleasedOrder(1, makeOrderOfCustomer(1)),
        'mergeOrdersDiffer',
        /Customer is “One” in .*“Two”/,
      ],
    ] as const) {
      const before = [await readOrder(keptChanges.id), await readOrder(otherChanges.id)];
      const refusal = await readRefusal(merge(keptChanges.id, [otherChanges.id]));
      expect([refusal.code, refusal.message]).toEqual([code, expect.stringMatching(messageText)]);
      expect((await readRefusal(preview(keptChanges.id, [otherChanges.id]))).code).toBe(code);
      expect([await readOrder(keptChanges.id), await readOrder(otherChanges.id)]).toEqual(before);
    }
    await save('process', {
      partId: differingOrder.partIds[0],
      seq: 20,
      craftId: turningId,
      name: 'Painting',
    });
    const longerOrder = await createReleasedOrder(1);
    await save('process', { partId: longerOrder.partIds[0], seq: 20, craftId: turningId, name: 'Painting' });
    const missingProcessRefusal = await readRefusal(merge(keptOrder.id, [longerOrder.id]));
    expect([missingProcessRefusal.code, missingProcessRefusal.message]).toEqual([
      'mergeProcessMissing',
      expect.stringMatching(/has process 20 “Painting” of part “PUMP”/),
    ]);
  });

  test('refuses orders of which work has begun, and orders in other states', async () => {
    const { readOrder, merge, readRefusal, createReleasedOrder, move } = orders;
    const [keptOrder, receivedOrder] = [await createReleasedOrder(10), await createReleasedOrder(4)];
    await factory.call('/mes/report/receive', { processId: receivedOrder.processIds[0], quantity: 1 });
    expect((await readRefusal(merge(keptOrder.id, [receivedOrder.id]))).code).toBe('orderState');
    expect((await readRefusal(merge(receivedOrder.id, [keptOrder.id]))).code).toBe('orderState');
    // A closed order that is opened again may have reports although its state is released.
    const startedOrder = await createReleasedOrder(4);
    await factory.connection.db
      .updateTable('process')
      .set({ hasRun: true, state: 'unfinished' })
      .where('id', '=', startedOrder.processIds[1]!)
      .execute();
    const begunRefusal = await readRefusal(merge(keptOrder.id, [startedOrder.id]));
    expect([begunRefusal.code, begunRefusal.params, begunRefusal.rows.map(({ id }) => id)]).toEqual([
      'mergeBegun',
      { order: startedOrder.code, part: 'Wheel', name: 'Milling' },
      [startedOrder.processIds[1]],
    ]);
    await factory.connection.db
      .updateTable('process')
      .set({ hasRun: false, state: 'notStarted' })
      .where('id', '=', startedOrder.processIds[1]!)
      .execute();
    const suspendedOrder = await createReleasedOrder(4);
    await move(suspendedOrder.id, 'suspend');
    expect((await readRefusal(merge(keptOrder.id, [suspendedOrder.id]))).code).toBe('orderState');
    const mergedOrder = await createReleasedOrder(1);
    await merge(keptOrder.id, [mergedOrder.id]);
    expect((await readRefusal(merge(keptOrder.id, [mergedOrder.id]))).code).toBe('orderState');
    expect(await readOrder(keptOrder.id)).toMatchObject({ quantity: 11 });
  });

  test('refuses a wrong list of orders, old versions, and a due date before the planned start', async () => {
    const { readOrder, merge, readRefusal, createReleasedOrder } = orders;
    const [keptOrder, otherOrder] = [
      await createReleasedOrder(10, { order: { plannedStart: '2026-05-10' } }),
      await createReleasedOrder(4),
    ];
    const readRefusedFields = async (call: Promise<unknown>) => Object.keys((await readRefusal(call)).fields);
    expect(await readRefusedFields(merge(keptOrder.id, []))).toEqual(['orders']);
    expect(await readRefusedFields(merge(keptOrder.id, [keptOrder.id]))).toEqual(['orders[0].id']);
    expect(await readRefusedFields(merge(keptOrder.id, [otherOrder.id, otherOrder.id]))).toEqual([
      'orders[1].id',
    ]);
    const tooManyOrders = Array.from({ length: 30 }, (_, index) => ({ id: index + 1, version: 1 }));
    expect(
      await readRefusedFields(merge(keptOrder.id, [], { orders: JSON.stringify(tooManyOrders) })),
    ).toEqual(['orders']);
    const staleOrders = { orders: JSON.stringify([{ id: otherOrder.id, version: 9 }]) };
    expect((await readRefusal(merge(keptOrder.id, [], staleOrders))).code).toBe('stale');
    expect((await readRefusal(merge(keptOrder.id, [otherOrder.id], { version: 1 }))).code).toBe('stale');
    const earlyRefusal = await readRefusal(merge(keptOrder.id, [otherOrder.id], { dueDate: '2026-05-01' }));
    expect([earlyRefusal.code, Object.keys(earlyRefusal.fields)]).toEqual(['startAfterEnd', ['dueDate']]);
    expect(await readOrder(otherOrder.id)).toMatchObject({ state: 'released', mergedIntoId: null });
  });

  test('needs the permissions to change orders and processes, and orders of this factory', async () => {
    const { merge, preview, createReleasedOrder } = orders;
    const [keptOrder, otherOrder] = [await createReleasedOrder(10), await createReleasedOrder(4)];
    for (const permissions of [
      ['WORK_ORDER', 'WORK_ORDER_ADD', 'PROCESS_MODIFY'],
      ['WORK_ORDER', 'WORK_ORDER_MODIFY'],
    ] as const) {
      const { call } = await factory.createPerson('Planner', permissions);
      expect(await readRefusalCode(merge(keptOrder.id, [otherOrder.id], {}, { call }))).toBe('noPermission');
      expect(await readRefusalCode(preview(keptOrder.id, [otherOrder.id], call))).toBe('noPermission');
    }
    const otherFactory = await createTestFactory(factory.connection);
    const foreignOrder = await otherFactory.createOrder(4, ['Turning']);
    const foreignOrders = JSON.stringify([{ id: foreignOrder.id, version: foreignOrder.version }]);
    expect(await readRefusalCode(merge(keptOrder.id, [], { orders: foreignOrders }))).toBe('rowNotFound');
    expect(await readRefusalCode(preview(keptOrder.id, [foreignOrder.id]))).toBe('rowNotFound');
    expect(await otherFactory.call('/mes/order/get', { id: foreignOrder.id })).toMatchObject({
      state: 'released',
    });
    const planner = await factory.createPerson('Planner', [
      'WORK_ORDER',
      'WORK_ORDER_MODIFY',
      'PROCESS_MODIFY',
    ]);
    expect(await readRefusalCode(merge(keptOrder.id, [otherOrder.id], {}, planner))).toBe('accepted');
  });
});
