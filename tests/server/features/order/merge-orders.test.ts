import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { Entity } from '#shared/entities/index.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import {
  createTestFactory,
  readRefusalCode,
  type RefusedCallError,
  type TestFactory,
} from '#tests/support/floor.ts';
import { checkLedgers } from '#tests/support/ledger-check.ts';

type Order = Entity<'workOrder'>;

describeForEachDatabase('a merge of orders', (database) => {
  let factory: TestFactory;
  let turningId: number;
  let millingId: number;
  let codeCount = 0;
  const save = (path: string, fields: Record<string, unknown>) =>
    factory.call<{ id: number; version: number }>(`/mes/${path}/save`, fields);
  const readOrder = (id: number) => factory.call<Order>('/mes/order/get', { id });
  const readRows = async <T>(path: string, filter: object, sort = 'id') =>
    (await factory.call<{ rows: T[] }>(`${path}/page`, { filter: JSON.stringify(filter), sort })).rows;
  const readParts = (orderId: number) => readRows<Entity<'part'>>('/mes/order/part', { orderId });
  const readRouting = (partId: number) => readRows<Entity<'process'>>('/mes/process', { partId }, 'seq');
  const toIdAndVersion = async (id: number) => ({ id, version: (await readOrder(id)).version });
  const merge = async (
    id: number,
    otherIds: readonly number[],
    fields: Record<string, unknown> = {},
    { call = factory.call, requestId }: { call?: TestFactory['call']; requestId?: string } = {},
  ) =>
    call<{ id: number; quantity: number }>(
      '/mes/order/merge',
      {
        ...(await toIdAndVersion(id)),
        orders: JSON.stringify(await Promise.all(otherIds.map(toIdAndVersion))),
        ...fields,
      },
      requestId,
    );
  const preview = (id: number, otherIds: readonly number[], call = factory.call) =>
    call<{ quantity: number; quantityBefore: number; parts: object[]; dueDate: string | null }>(
      '/mes/order/mergePreview',
      { id, orders: JSON.stringify(otherIds.map((otherId) => ({ id: otherId }))) },
    );
  const readRefusal = (call: Promise<unknown>): Promise<RefusedCallError> =>
    call.then(
      () => Promise.reject(new Error('The call was accepted')),
      (error: unknown) => error as RefusedCallError,
    );

  /** Creates an order of pumps. Each takes 2 wheels, which are turned and milled. */
  async function createPumpOrder(
    quantity: number,
    { order = {}, wheel = {}, milling = {} }: Record<string, Record<string, unknown>> = {},
  ) {
    const code = `P-${++codeCount}`;
    const { id } = await save('order', { code, name: 'Pumps', quantity, ...order });
    const pump = await save('order/part', { orderId: id, code: 'PUMP', name: 'Pump', quantity });
    const wheelPart = await save('order/part', {
      orderId: id,
      parentId: pump.id,
      code: 'WHEEL',
      name: 'Wheel',
      quantity: quantity * 2,
      quantityPer: 2,
      ...wheel,
    });
    const processIds: number[] = [];
    for (const process of [
      { partId: wheelPart.id, seq: 10, craftId: turningId },
      { partId: wheelPart.id, seq: 20, craftId: millingId, ...milling },
      { partId: pump.id, seq: 10, craftId: millingId, name: 'Assembly' },
    ])
      processIds.push((await save('process', { manMachineRatio: 1, ...process })).id);
    return { id, code, partIds: [pump.id, wheelPart.id], processIds };
  }
  const move = async (id: number, event: string) =>
    factory.call(`/mes/order/${event}`, await toIdAndVersion(id));
  async function createReleasedOrder(...given: Parameters<typeof createPumpOrder>) {
    const order = await createPumpOrder(...given);
    await move(order.id, 'release');
    return order;
  }

  beforeAll(async () => {
    factory = await createTestFactory(await database.open());
    turningId = (await save('system/basic/crafts', { code: 'K1', name: 'Turning' })).id;
    millingId = (await save('system/basic/crafts', { code: 'K2', name: 'Milling' })).id;
  });

  test('adds up all quantities, and cancels the other orders with a reference', async () => {
    const project = await save('project', { code: 'X', name: 'Project' });
    const [kept, second, third] = [
      await createReleasedOrder(10, { order: { dueDate: '2026-06-10' } }),
      await createReleasedOrder(5, { order: { dueDate: '2026-05-20', plannedStart: '2026-05-02' } }),
      await createReleasedOrder(2, { order: { projectId: project.id }, milling: { plannedQuantity: 6 } }),
    ];
    expect(await preview(kept.id, [second.id, third.id])).toEqual({
      quantityBefore: 10,
      quantity: 17,
      dueDate: '2026-05-20',
      plannedStart: '2026-05-02',
      promisedDate: null,
      customerId: null,
      projectId: project.id,
      parts: [
        { id: kept.partIds[0], code: 'PUMP', name: 'Pump', before: 10, after: 17 },
        { id: kept.partIds[1], code: 'WHEEL', name: 'Wheel', before: 20, after: 34 },
      ],
    });
    expect(await readOrder(kept.id)).toMatchObject({ quantity: 10, state: 'released' });
    expect(await merge(kept.id, [third.id, second.id])).toEqual({ id: kept.id, quantity: 17 });
    expect(await readOrder(kept.id)).toMatchObject({
      quantity: 17,
      state: 'released',
      dueDate: '2026-05-20',
      plannedStart: '2026-05-02',
      projectId: project.id,
      mergedIntoId: null,
    });
    const [pump, wheel] = await readParts(kept.id);
    expect([pump!.quantity, wheel!.quantity]).toEqual([17, 34]);
    expect(await readRouting(wheel!.id)).toMatchObject([
      { plannedQuantity: 34, arrived: 34, received: 0, state: 'notStarted' },
      { plannedQuantity: 36, arrived: 0, received: 0 },
    ]);
    expect(await readRouting(pump!.id)).toMatchObject([{ plannedQuantity: 17, arrived: 0 }]);
    const cards = await readRows<Entity<'card'>>('/mes/process/card', { partId: wheel!.id });
    expect(cards).toMatchObject([{ code: `${kept.code}-02`, quantity: 34 }]);
    for (const { id, quantity } of [
      { ...second, quantity: 5 },
      { ...third, quantity: 2 },
    ]) {
      const merged = await readOrder(id);
      expect(merged).toMatchObject({ state: 'cancelled', mergedIntoId: kept.id, quantity });
      expect(merged.labels.mergedIntoId).toBe(kept.code);
    }
    const found = await readRows<Order>('/mes/order', { mergedIntoId: kept.id });
    expect(found.map(({ id }) => id)).toEqual([second.id, third.id]);
    const history = await factory.connection.db
      .selectFrom('log')
      .select(['entityId', 'before', 'after'])
      .where('action', '=', 'mergeOrders')
      .where('entityId', 'in', [kept.id, second.id, third.id])
      .orderBy('entityId')
      .execute();
    expect(history).toMatchObject([
      { entityId: kept.id, before: { quantity: 10 }, after: { quantity: 17 } },
      {
        entityId: second.id,
        before: { state: 'released', mergedIntoId: null },
        after: { state: 'cancelled', mergedIntoId: kept.id },
      },
      { entityId: third.id },
    ]);
  });

  test('is reported on like any other order, and nothing is reported on a merged one', async () => {
    const [kept, merged] = [await createReleasedOrder(3), await createReleasedOrder(4)];
    await merge(kept.id, [merged.id], { dueDate: '2026-07-01' });
    expect(await readOrder(kept.id)).toMatchObject({ dueDate: '2026-07-01' });
    const receive = (processId: number, quantity: number) =>
      readRefusalCode(factory.call('/mes/report/receive', { processId, quantity }));
    expect(await receive(kept.processIds[0]!, 15)).toBe('quantityExceedsReceivable');
    expect(await receive(kept.processIds[0]!, 14)).toBe('accepted');
    expect(await receive(merged.processIds[0]!, 1)).toBe('orderState');
    expect(await readOrder(kept.id)).toMatchObject({ state: 'inProgress' });
    expect(await readRefusalCode(move(merged.id, 'release'))).toBe('orderState');
  });

  test('merges drafts, also without any part', async () => {
    const [kept, merged] = [await createPumpOrder(3), await createPumpOrder(4)];
    await merge(kept.id, [merged.id]);
    expect(await readOrder(kept.id)).toMatchObject({ state: 'draft', quantity: 7 });
    const [first, second] = [
      await save('order', { code: 'E-1', name: 'Empty', quantity: 1 }),
      await save('order', { code: 'E-2', name: 'Empty', quantity: 2.5 }),
    ];
    await merge(first.id, [second.id]);
    expect(await readOrder(first.id)).toMatchObject({ quantity: 3.5 });
  });

  test('names the first difference in words, and changes nothing', async () => {
    const kept = await createReleasedOrder(10);
    const customers = [
      await save('system/basic/customer', { code: 'C1', shortName: 'One', fullName: 'One' }),
      await save('system/basic/customer', { code: 'C2', shortName: 'Two', fullName: 'Two' }),
    ];
    const ofCustomer = (index: number) => ({ order: { customerId: customers[index]!.id } });
    const differing = await createReleasedOrder(1, { milling: { craftId: turningId } });
    for (const [own, other, code, words] of [
      [
        kept,
        await createPumpOrder(1),
        'mergeOrdersDiffer',
        /state is “Released” in P-\d+, and “Draft” in P-/i,
      ],
      [
        kept,
        await createReleasedOrder(1, { wheel: { materialName: 'Brass' } }),
        'mergePartsDiffer',
        /Material of part “WHEEL” is “—” in .*“Brass”/,
      ],
      [
        kept,
        await createReleasedOrder(1, { wheel: { code: 'WHEEL-B' } }),
        'mergePartMissing',
        /has part “WHEEL”/,
      ],
      [
        kept,
        differing,
        'mergeProcessesDiffer',
        /Operation type of process 20 of part “WHEEL” is “Milling” in .*“Turning”/,
      ],
      [
        kept,
        await createReleasedOrder(1, { milling: { seq: 10 } }),
        'mergeProcessesDiffer',
        /Seq\. of process 20 of part “WHEEL” is “20” in .*“10”/,
      ],
      [
        await createReleasedOrder(1, ofCustomer(0)),
        await createReleasedOrder(1, ofCustomer(1)),
        'mergeOrdersDiffer',
        /Customer is “One” in .*“Two”/,
      ],
    ] as const) {
      const before = [await readOrder(own.id), await readOrder(other.id)];
      const refusal = await readRefusal(merge(own.id, [other.id]));
      expect([refusal.code, refusal.message]).toEqual([code, expect.stringMatching(words)]);
      expect((await readRefusal(preview(own.id, [other.id]))).code).toBe(code);
      expect([await readOrder(own.id), await readOrder(other.id)]).toEqual(before);
    }
    await save('process', { partId: differing.partIds[0], seq: 20, craftId: turningId, name: 'Painting' });
    const longer = await createReleasedOrder(1);
    await save('process', { partId: longer.partIds[0], seq: 20, craftId: turningId, name: 'Painting' });
    const missing = await readRefusal(merge(kept.id, [longer.id]));
    expect([missing.code, missing.message]).toEqual([
      'mergeProcessMissing',
      expect.stringMatching(/has process 20 “Painting” of part “PUMP”/),
    ]);
  });

  test('refuses orders of which work has begun, and orders in other states', async () => {
    const [kept, received] = [await createReleasedOrder(10), await createReleasedOrder(4)];
    await factory.call('/mes/report/receive', { processId: received.processIds[0], quantity: 1 });
    expect((await readRefusal(merge(kept.id, [received.id]))).code).toBe('orderState');
    expect((await readRefusal(merge(received.id, [kept.id]))).code).toBe('orderState');
    // A closed order that is opened again may have reports although its state is released.
    const started = await createReleasedOrder(4);
    await factory.connection.db
      .updateTable('process')
      .set({ hasRun: true, state: 'unfinished' })
      .where('id', '=', started.processIds[1]!)
      .execute();
    const begun = await readRefusal(merge(kept.id, [started.id]));
    expect([begun.code, begun.params, begun.rows.map(({ id }) => id)]).toEqual([
      'mergeBegun',
      { order: started.code, part: 'Wheel', name: 'Milling' },
      [started.processIds[1]],
    ]);
    await factory.connection.db
      .updateTable('process')
      .set({ hasRun: false, state: 'notStarted' })
      .where('id', '=', started.processIds[1]!)
      .execute();
    const suspended = await createReleasedOrder(4);
    await move(suspended.id, 'suspend');
    expect((await readRefusal(merge(kept.id, [suspended.id]))).code).toBe('orderState');
    const merged = await createReleasedOrder(1);
    await merge(kept.id, [merged.id]);
    expect((await readRefusal(merge(kept.id, [merged.id]))).code).toBe('orderState');
    expect(await readOrder(kept.id)).toMatchObject({ quantity: 11 });
  });

  test('refuses a wrong list of orders, old versions, and a due date before the planned start', async () => {
    const [kept, other] = [
      await createReleasedOrder(10, { order: { plannedStart: '2026-05-10' } }),
      await createReleasedOrder(4),
    ];
    const problemsOf = async (call: Promise<unknown>) => Object.keys((await readRefusal(call)).fields);
    expect(await problemsOf(merge(kept.id, []))).toEqual(['orders']);
    expect(await problemsOf(merge(kept.id, [kept.id]))).toEqual(['orders[0].id']);
    expect(await problemsOf(merge(kept.id, [other.id, other.id]))).toEqual(['orders[1].id']);
    const tooMany = Array.from({ length: 30 }, (_, index) => ({ id: index + 1, version: 1 }));
    expect(await problemsOf(merge(kept.id, [], { orders: JSON.stringify(tooMany) }))).toEqual(['orders']);
    const stale = { orders: JSON.stringify([{ id: other.id, version: 9 }]) };
    expect((await readRefusal(merge(kept.id, [], stale))).code).toBe('stale');
    expect((await readRefusal(merge(kept.id, [other.id], { version: 1 }))).code).toBe('stale');
    const early = await readRefusal(merge(kept.id, [other.id], { dueDate: '2026-05-01' }));
    expect([early.code, Object.keys(early.fields)]).toEqual(['startAfterEnd', ['dueDate']]);
    expect(await readOrder(other.id)).toMatchObject({ state: 'released', mergedIntoId: null });
  });

  test('is done once, even if the request is sent several times', async () => {
    const [kept, other] = [await createReleasedOrder(10), await createReleasedOrder(4)];
    const requestId = randomUUID();
    const fields = {
      ...(await toIdAndVersion(kept.id)),
      orders: JSON.stringify([await toIdAndVersion(other.id)]),
    };
    const send = () => factory.call<{ quantity: number }>('/mes/order/merge', fields, requestId);
    const answers = [...(await Promise.all([send(), send()])), await send()];
    expect(answers.map(({ quantity }) => quantity)).toEqual([14, 14, 14]);
    expect(await readOrder(kept.id)).toMatchObject({ quantity: 14 });
  });

  test('needs the permissions to change orders and processes, and orders of this factory', async () => {
    const [kept, other] = [await createReleasedOrder(10), await createReleasedOrder(4)];
    for (const permissions of [
      ['WORK_ORDER', 'WORK_ORDER_ADD', 'PROCESS_MODIFY'],
      ['WORK_ORDER', 'WORK_ORDER_MODIFY'],
    ] as const) {
      const { call } = await factory.createPerson('Planner', permissions);
      expect(await readRefusalCode(merge(kept.id, [other.id], {}, { call }))).toBe('noPermission');
      expect(await readRefusalCode(preview(kept.id, [other.id], call))).toBe('noPermission');
    }
    const otherFactory = await createTestFactory(factory.connection);
    const foreign = await otherFactory.createOrder(4, ['Turning']);
    const orders = JSON.stringify([{ id: foreign.id, version: foreign.version }]);
    expect(await readRefusalCode(merge(kept.id, [], { orders }))).toBe('rowNotFound');
    expect(await readRefusalCode(preview(kept.id, [foreign.id]))).toBe('rowNotFound');
    expect(await otherFactory.call('/mes/order/get', { id: foreign.id })).toMatchObject({
      state: 'released',
    });
    const planner = await factory.createPerson('Planner', [
      'WORK_ORDER',
      'WORK_ORDER_MODIFY',
      'PROCESS_MODIFY',
    ]);
    expect(await readRefusalCode(merge(kept.id, [other.id], {}, planner))).toBe('accepted');
  });

  test('leaves ledgers that agree with their entries', async () => {
    expect((await checkLedgers(factory.connection, factory.factoryId)).mismatches).toEqual([]);
  });
});
