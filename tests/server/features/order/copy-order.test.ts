import { beforeAll, expect, test } from 'vitest';
import type { Entity } from '#shared/entities/index.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { createTestFactory, readRefusalCode, type TestFactory } from '#tests/support/floor.ts';

interface CopyAnswer {
  id: number;
  partCount: number;
  processCount: number;
}

describeForEachDatabase('a copy of an order', (database) => {
  let factory: TestFactory;
  let craftId: number;
  /** The id of an order of 4 pumps, with 2 wheels for each pump and one additional wheel. */
  let sourceId: number;
  let processIds: number[];
  let copyCount = 0;
  const saveRecord = <T = { id: number; version: number }>(path: string, fields: Record<string, unknown>) =>
    factory.call<T>(`/mes/${path}/save`, fields);
  const copyOrder = (fields: Record<string, unknown>, caller: Pick<TestFactory, 'call'> = factory) =>
    caller.call<CopyAnswer>('/mes/order/copy', {
      id: sourceId,
      code: `C-${++copyCount}`,
      quantity: 4,
      ...fields,
    });
  const readOrder = (id: number) => factory.call<Entity<'workOrder'>>('/mes/order/get', { id });
  const readRows = async <T>(path: string, filter: object, sort: string) =>
    (await factory.call<{ rows: T[] }>(`${path}/page`, { filter: JSON.stringify(filter), sort })).rows;
  const readParts = (orderId: number) => readRows<Entity<'part'>>('/mes/order/part', { orderId }, 'id');
  const readRouting = (partId: number) => readRows<Entity<'process'>>('/mes/process', { partId }, 'seq');

  beforeAll(async () => {
    factory = await createTestFactory(await database.open());
    craftId = (await saveRecord('system/basic/crafts', { code: 'K1', name: 'Turning', deviceMinutes: 3 })).id;
    const order = await saveRecord('order', {
      code: 'S-1',
      name: 'Pumps',
      quantity: 4,
      priority: 8,
      plannedStart: '2026-05-01',
      dueDate: '2026-05-20',
      promisedDate: '2026-05-21',
      purchasingOrder: 'PO-9',
      remark: 'Blue',
    });
    sourceId = order.id;
    const pump = await saveRecord('order/part', {
      orderId: sourceId,
      code: 'PUMP',
      name: 'Pump',
      quantity: 4,
      materialName: 'Steel 45',
      spec: 'D40',
      dueDate: '2026-05-19',
    });
    const wheel = await saveRecord('order/part', {
      orderId: sourceId,
      parentId: pump.id,
      code: 'WHEEL',
      name: 'Wheel',
      quantity: 9,
      quantityPer: 2,
    });
    processIds = [];
    for (const [partId, seq, fields] of [
      [wheel.id, 10, { plannedStart: '2026-05-02', plannedEnd: '2026-05-04', manMachineRatio: 1 }],
      [wheel.id, 20, { name: 'Finishing', deviceMinutes: 7, plannedQuantity: 18, leapfrog: true }],
      [pump.id, 10, { name: 'Assembly', needBy: '2026-05-18' }],
    ] as const)
      processIds.push((await saveRecord('process', { partId, seq, craftId, ...fields })).id);
    await factory.call('/mes/order/release', { id: sourceId, version: order.version });
    await factory.call('/mes/report/start', { processId: processIds[0], quantity: 3 });
  });

  test('has the part tree, the materials and the routings of the order, but none of its reports', async () => {
    const answer = await copyOrder({ code: 'C-SAME' });
    expect(answer).toMatchObject({ partCount: 2, processCount: 3 });
    expect(await readOrder(answer.id)).toMatchObject({
      code: 'C-SAME',
      name: 'Pumps',
      state: 'draft',
      quantity: 4,
      completedQuantity: 0,
      priority: 8,
      remark: 'Blue',
      promisedDate: null,
      purchasingOrder: null,
      startedAt: null,
    });
    const [pump, wheel] = await readParts(answer.id);
    expect(pump).toMatchObject({ code: 'PUMP', parentId: null, materialName: 'Steel 45', spec: 'D40' });
    expect(wheel).toMatchObject({ code: 'WHEEL', parentId: pump!.id, quantity: 9, quantityPer: 2 });
    const [turning, finishing] = await readRouting(wheel!.id);
    expect(turning).toMatchObject({
      seq: 10,
      craftId,
      name: 'Turning',
      deviceMinutes: 3,
      manMachineRatio: 1,
      plannedQuantity: 9,
      arrived: 9,
      received: 0,
      inWork: 0,
      openReports: 0,
      state: 'notStarted',
    });
    expect(finishing).toMatchObject({
      seq: 20,
      name: 'Finishing',
      deviceMinutes: 7,
      plannedQuantity: 18,
      arrived: 0,
      leapfrog: true,
    });
    const entries = await factory.connection.db
      .selectFrom('ledgerEntry')
      .select('id')
      .where('processId', 'in', [turning!.id, finishing!.id])
      .execute();
    expect(entries).toEqual([]);
    const cards = await readRows<Entity<'card'>>('/mes/process/card', { partId: wheel!.id }, 'code');
    expect(cards).toMatchObject([{ code: 'C-SAME-02', quantity: 9, state: 'active' }]);
    const [source] = await readRouting((await readParts(sourceId))[1]!.id);
    expect(source).toMatchObject({ id: processIds[0], inWork: 3, state: 'processing' });
  });

  test('has quantities that follow the new quantity along the part tree, in whole pieces', async () => {
    const { id } = await copyOrder({ quantity: 10 });
    const [pump, wheel] = await readParts(id);
    expect([pump!.quantity, wheel!.quantity, wheel!.quantityPer]).toEqual([10, 23, 2]);
    expect((await readRouting(wheel!.id)).map((process) => process.plannedQuantity)).toEqual([23, 46]);
    expect(await readRouting(pump!.id)).toMatchObject([{ plannedQuantity: 10, arrived: 0 }]);
  });

  test('can be released and worked on at once', async () => {
    const { id } = await copyOrder({ quantity: 1 });
    const { version } = await readOrder(id);
    await factory.call('/mes/order/release', { id, version });
    const [, wheel] = await readParts(id);
    const [turning] = await readRouting(wheel!.id);
    const worker = await factory.createPerson('Worker', ['TASK_REPORT']);
    await worker.call('/mes/report/start', { processId: turning!.id, quantity: 1 });
    expect(await readOrder(id)).toMatchObject({ state: 'inProgress' });
  });

  test('moves all planned dates by the days between the due dates', async () => {
    const { id } = await copyOrder({ dueDate: '2026-06-04' });
    expect(await readOrder(id)).toMatchObject({ dueDate: '2026-06-04', plannedStart: '2026-05-16' });
    const [pump, wheel] = await readParts(id);
    expect(pump!.dueDate).toBe('2026-06-03');
    expect((await readRouting(wheel!.id))[0]).toMatchObject({
      plannedStart: '2026-05-17',
      plannedEnd: '2026-05-19',
    });
    expect((await readRouting(pump!.id))[0]!.needBy).toBe('2026-06-02');
  });

  test('has no planned dates if it has no due date', async () => {
    const { id } = await copyOrder({});
    expect(await readOrder(id)).toMatchObject({ dueDate: null, plannedStart: null });
    const [pump, wheel] = await readParts(id);
    expect(pump!.dueDate).toBeNull();
    expect((await readRouting(wheel!.id))[0]).toMatchObject({ plannedStart: null, plannedEnd: null });
  });

  test('is refused whole, with the reason', async () => {
    const countOrders = async () => (await readRows('/mes/order', {}, 'id')).length;
    const before = await countOrders();
    expect(await readRefusalCode(copyOrder({ code: 'S-1' }))).toBe('codeDuplicated');
    expect(await readRefusalCode(copyOrder({ quantity: 0 }))).toBe('fieldsInvalid');
    // The wheels would exceed the largest quantity, although the order itself does not.
    expect(await readRefusalCode(copyOrder({ quantity: 9_000_000_000 }))).toBe('fieldsInvalid');
    expect(await readRefusalCode(copyOrder({ id: 999_999_999 }))).toBe('rowNotFound');
    const adder = await factory.createPerson('Adder', ['WORK_ORDER', 'WORK_ORDER_ADD']);
    expect(await readRefusalCode(copyOrder({}, adder))).toBe('noPermission');
    const planner = await factory.createPerson('Planner', ['WORK_ORDER', 'PROCESS_MODIFY']);
    expect(await readRefusalCode(copyOrder({}, planner))).toBe('noPermission');
    const otherFactory = await createTestFactory(factory.connection);
    expect(await readRefusalCode(copyOrder({}, otherFactory))).toBe('rowNotFound');
    expect(await countOrders()).toBe(before);
  });
});
