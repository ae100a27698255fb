import { beforeAll, expect, test } from 'vitest';
import type { Entity } from '#shared/entities/index.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import {
  createTestFactory,
  getIsoTimeAgo,
  readRefusalCode,
  type RefusedCallError,
  type TestFactory,
} from '#tests/support/floor.ts';
import { checkLedgers } from '#tests/support/ledger-check.ts';

interface SplitAnswer {
  id: number;
  partCount: number;
  processCount: number;
}

describeForEachDatabase('a split of an order', (database) => {
  let factory: TestFactory;
  let craftId: number;
  let workerId: number;
  let codeCount = 0;
  const saveRecord = (path: string, fields: Record<string, unknown>) =>
    factory.call<{ id: number; version: number }>(`/mes/${path}/save`, fields);
  const readOrder = (id: number) => factory.call<Entity<'workOrder'>>('/mes/order/get', { id });
  const readRows = async <T>(path: string, filter: object, sort: string) =>
    (await factory.call<{ rows: T[] }>(`${path}/page`, { filter: JSON.stringify(filter), sort })).rows;
  const readParts = (orderId: number) => readRows<Entity<'part'>>('/mes/order/part', { orderId }, 'id');
  const readRouting = (partId: number) => readRows<Entity<'process'>>('/mes/process', { partId }, 'seq');
  const splitOrder = async (
    id: number,
    fields: Record<string, unknown>,
    caller: Pick<TestFactory, 'call'> = factory,
  ) =>
    caller.call<SplitAnswer>('/mes/order/split', {
      id,
      version: (await readOrder(id)).version,
      code: `N-${++codeCount}`,
      ...fields,
    });
  const readRefusal = (call: Promise<unknown>): Promise<RefusedCallError> =>
    call.then(
      () => Promise.reject(new Error('The call was accepted')),
      (error: unknown) => error as RefusedCallError,
    );
  const reportPieces = async (processId: number, quantity: number, good = quantity) => {
    const { reportId } = await factory.call<{ reportId: number }>('/mes/report/start', {
      processId,
      quantity,
      at: getIsoTimeAgo(20),
      people: [{ employeeId: (await factory.createPerson('Worker', [])).employeeId }],
    });
    await factory.call('/mes/report/finish', { reportId, good });
  };

  /** Creates an order of 10 pumps with 2 wheels for each pump and one additional wheel. */
  async function createPumpOrder() {
    const order = await saveRecord('order', {
      code: `P-${++codeCount}`,
      name: 'Pumps',
      quantity: 10,
      plannedStart: '2026-05-01',
      dueDate: '2026-05-20',
      promisedDate: '2026-05-21',
      purchasingOrder: 'PO-9',
    });
    const orderId = order.id;
    const pump = await saveRecord('order/part', { orderId, code: 'PUMP', name: 'Pump', quantity: 10 });
    const wheel = await saveRecord('order/part', {
      orderId,
      parentId: pump.id,
      code: 'WHEEL',
      name: 'Wheel',
      quantity: 21,
      quantityPer: 2,
      dueDate: '2026-05-19',
    });
    const processIds: number[] = [];
    for (const [partId, seq, fields] of [
      [wheel.id, 10, { plannedStart: '2026-05-02', plannedEnd: '2026-05-04' }],
      [wheel.id, 20, { name: 'Finishing', plannedQuantity: 42 }],
      [pump.id, 10, { name: 'Assembly' }],
    ] as const)
      processIds.push(
        (await saveRecord('process', { partId, seq, craftId, manMachineRatio: 1, ...fields })).id,
      );
    return { id: orderId, version: order.version, partIds: [pump.id, wheel.id], processIds };
  }
  const releaseOrder = ({ id, version }: { id: number; version: number }) =>
    factory.call('/mes/order/release', { id, version });

  beforeAll(async () => {
    factory = await createTestFactory(await database.open());
    craftId = (await saveRecord('system/basic/crafts', { code: 'K1', name: 'Turning', deviceMinutes: 3 })).id;
    workerId = (await factory.createPerson('Idle', [])).employeeId;
  });

  test('moves the quantity with the parts and routings, and nothing is lost or doubled', async () => {
    const source = await createPumpOrder();
    await releaseOrder(source);
    await reportPieces(source.processIds[0]!, 8);
    const answer = await splitOrder(source.id, { code: 'N-A', quantity: 4, dueDate: '2026-06-04' });
    expect(answer).toMatchObject({ partCount: 2, processCount: 3 });
    expect(await readOrder(source.id)).toMatchObject({ quantity: 6, state: 'inProgress', splitFromId: null });
    expect(await readOrder(answer.id)).toMatchObject({
      code: 'N-A',
      name: 'Pumps',
      quantity: 4,
      state: 'released',
      completedQuantity: 0,
      startedAt: null,
      splitFromId: source.id,
      purchasingOrder: 'PO-9',
      promisedDate: '2026-05-21',
      dueDate: '2026-06-04',
      plannedStart: '2026-05-16',
    });
    const [keptPump, keptWheel] = await readParts(source.id);
    const [newPump, newWheel] = await readParts(answer.id);
    // 4 of 10 pumps need 8 wheels and their share of the additional wheel, which is rounded up to a whole wheel.
    expect([keptPump!.quantity, newPump!.quantity]).toEqual([6, 4]);
    expect([keptWheel!.quantity, newWheel!.quantity]).toEqual([12, 9]);
    expect(newWheel).toMatchObject({ parentId: newPump!.id, quantityPer: 2, dueDate: '2026-06-03' });
    const keptRouting = await readRouting(keptWheel!.id);
    const newRouting = await readRouting(newWheel!.id);
    expect(keptRouting.map(({ plannedQuantity }) => plannedQuantity)).toEqual([12, 24]);
    expect(newRouting.map(({ plannedQuantity }) => plannedQuantity)).toEqual([9, 18]);
    expect(keptRouting[0]).toMatchObject({ arrived: 12, received: 8, good: 8, plannedStart: '2026-05-02' });
    expect(newRouting[0]).toMatchObject({ arrived: 9, received: 0, good: 0, plannedStart: '2026-05-17' });
    expect(keptRouting[1]).toMatchObject({ arrived: 8, received: 0 });
    expect((await readRouting(keptPump!.id))[0]).toMatchObject({ plannedQuantity: 6, arrived: 0 });
    expect((await readRouting(newPump!.id))[0]).toMatchObject({ plannedQuantity: 4, arrived: 0 });
    const cards = await readRows<Entity<'card'>>('/mes/process/card', {}, 'id');
    const readCards = (partId: number) => cards.filter((card) => card.partId === partId);
    expect(readCards(keptWheel!.id)).toMatchObject([{ quantity: 12 }]);
    expect(readCards(newWheel!.id)).toMatchObject([{ code: 'N-A-02', quantity: 9 }]);
    await reportPieces(newRouting[0]!.id, 9);
    expect(await readOrder(answer.id)).toMatchObject({ state: 'inProgress' });
  });

  test('completes the source order if all that remains is done', async () => {
    const source = await factory.createOrder(10, ['Turning']);
    await reportPieces(source.processIds[0]!, 6);
    const answer = await splitOrder(source.id, { quantity: 4 });
    expect(await readOrder(source.id)).toMatchObject({
      quantity: 6,
      completedQuantity: 6,
      progress: 100,
      state: 'completed',
    });
    expect(await readOrder(answer.id)).toMatchObject({ quantity: 4, state: 'released', progress: 0 });
    expect((await readRefusal(splitOrder(source.id, { quantity: 1 }))).code).toBe('orderState');
  });

  test('gives the new order the state of the source order', async () => {
    const draft = await createPumpOrder();
    const newDraft = await splitOrder(draft.id, { quantity: 1 });
    expect(await readOrder(newDraft.id)).toMatchObject({ state: 'draft', dueDate: null });
    // If the new order has no due date, its planned dates stay the same.
    expect(await readOrder(newDraft.id)).toMatchObject({ plannedStart: '2026-05-01' });
    const suspendedOrder = await factory.createOrder(10, ['Turning']);
    await factory.call('/mes/order/suspend', { id: suspendedOrder.id, version: suspendedOrder.version });
    const newSuspendedOrder = await splitOrder(suspendedOrder.id, { quantity: 3 });
    expect(await readOrder(newSuspendedOrder.id)).toMatchObject({ state: 'suspended', quantity: 3 });
    expect(await readOrder(suspendedOrder.id)).toMatchObject({ state: 'suspended', quantity: 7 });
  });

  test('can be repeated, also for an order that was split off', async () => {
    const source = await factory.createOrder(9, ['Turning', 'Milling']);
    const first = await splitOrder(source.id, { quantity: 5 });
    const second = await splitOrder(first.id, { quantity: 2 });
    const thirdOrder = await splitOrder(source.id, { quantity: 3 });
    const quantities = [];
    for (const id of [source.id, first.id, second.id, thirdOrder.id])
      quantities.push((await readOrder(id)).quantity);
    expect(quantities).toEqual([1, 3, 2, 3]);
    const splitOrders = await readRows<Entity<'workOrder'>>('/mes/order', { splitFromId: source.id }, 'id');
    expect(splitOrders.map(({ id }) => id)).toEqual([first.id, thirdOrder.id]);
  });

  test('uses exact shares where whole pieces would leave an assembly without parts', async () => {
    const order = await saveRecord('order', { code: `F-${++codeCount}`, name: 'Boxes', quantity: 10 });
    const box = await saveRecord('order/part', { orderId: order.id, code: 'BOX', name: 'Box', quantity: 10 });
    await saveRecord('order/part', {
      orderId: order.id,
      parentId: box.id,
      code: 'SHEET',
      name: 'Sheet',
      quantity: 5,
      quantityPer: 0.5,
    });
    const answer = await splitOrder(order.id, { quantity: 1 });
    expect((await readParts(order.id)).map((part) => part.quantity)).toEqual([9, 4.5]);
    expect((await readParts(answer.id)).map((part) => part.quantity)).toEqual([1, 0.5]);
  });

  test('is refused with the largest possible quantity if less than received would remain', async () => {
    const source = await createPumpOrder();
    await releaseOrder(source);
    await reportPieces(source.processIds[0]!, 8);
    // The remaining 4 pumps need 8 of the 21 wheels. So 6 pumps can be split off with 13 wheels, including the
    // additional wheel.
    const refusal = await readRefusal(splitOrder(source.id, { quantity: 7 }));
    expect(refusal).toMatchObject({
      code: 'splitBelowReceived',
      params: { max: 6, part: 'Wheel', name: 'Turning', received: 8, remaining: 6 },
    });
    expect(Object.keys(refusal.fields)).toEqual(['quantity']);
    expect(await readOrder(source.id)).toMatchObject({ quantity: 10 });
    await splitOrder(source.id, { quantity: 6 });
    const wholeOrderRefusal = await readRefusal(splitOrder(source.id, { quantity: 4 }));
    expect(wholeOrderRefusal.code).toBe('fieldsInvalid');
    expect((await readRefusal(splitOrder(source.id, { quantity: 1 }))).params).toMatchObject({ max: 0 });
  });

  test('counts the pieces of a running report as received', async () => {
    const source = await factory.createOrder(10, ['Turning']);
    await factory.call('/mes/report/start', {
      processId: source.processIds[0],
      quantity: 7,
      people: [{ employeeId: workerId }],
    });
    expect((await readRefusal(splitOrder(source.id, { quantity: 4 }))).params).toMatchObject({ max: 3 });
    await splitOrder(source.id, { quantity: 3 });
    expect((await readRouting(source.partId))[0]).toMatchObject({ plannedQuantity: 7, inWork: 7 });
  });

  test('is refused whole, with the reason', async () => {
    const source = await createPumpOrder();
    const countRows = async () => [
      (await readRows('/mes/order', {}, 'id')).length,
      (await readRows('/mes/order/part', {}, 'id')).length,
    ];
    const before = await countRows();
    const readCode = (fields: Record<string, unknown>, caller?: Pick<TestFactory, 'call'>) =>
      readRefusalCode(splitOrder(source.id, { quantity: 2, ...fields }, caller));
    expect(await readCode({ version: source.version + 1 })).toBe('stale');
    expect(await readCode({ code: (await readOrder(source.id)).code })).toBe('codeDuplicated');
    expect(await readCode({ quantity: 0 })).toBe('fieldsInvalid');
    expect(await readCode({ quantity: 10 })).toBe('fieldsInvalid');
    expect(await readCode({ quantity: 11 })).toBe('fieldsInvalid');
    expect(await readCode({ id: 999_999_999 })).toBe('rowNotFound');
    for (const permissions of [
      ['WORK_ORDER', 'WORK_ORDER_ADD', 'PROCESS_MODIFY'],
      ['WORK_ORDER', 'WORK_ORDER_MODIFY', 'PROCESS_MODIFY'],
      ['WORK_ORDER', 'WORK_ORDER_ADD', 'WORK_ORDER_MODIFY'],
    ] as const)
      expect(await readCode({}, await factory.createPerson('Limited', permissions))).toBe('noPermission');
    expect(await readCode({}, await createTestFactory(factory.connection))).toBe('rowNotFound');
    await factory.call('/mes/order/cancel', { id: source.id, version: source.version });
    expect(await readCode({})).toBe('orderState');
    expect(await countRows()).toEqual(before);
    expect(await readOrder(source.id)).toMatchObject({ quantity: 10, state: 'cancelled' });
  });

  test('is written to the history of both orders', async () => {
    const source = await factory.createOrder(10, ['Turning']);
    const { id } = await splitOrder(source.id, { quantity: 4 });
    const entries = await factory.connection.db
      .selectFrom('log')
      .select(['entityId', 'before', 'after'])
      .where('factoryId', '=', factory.factoryId)
      .where('action', '=', 'splitOrder')
      .where('entityId', 'in', [source.id, id])
      .orderBy('entityId')
      .execute();
    expect(entries).toMatchObject([
      { entityId: source.id, before: { quantity: 10 }, after: { quantity: 6 } },
      { entityId: id, after: { state: 'released', splitFromId: source.id } },
    ]);
  });

  test('leaves every ledger in agreement with its entries', async () => {
    const { checkedCount, mismatches } = await checkLedgers(factory.connection, factory.factoryId);
    expect(checkedCount).toBeGreaterThan(20);
    expect(mismatches).toEqual([]);
  });
});
