import { beforeEach, expect, test } from 'vitest';
import { addDays } from '#shared/rules/days.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { createTestFactory, type TestFactory } from '#tests/support/floor.ts';
import { setZoneToNoon, type NoonClock } from '#tests/support/noon.ts';

interface FlowRow {
  id: number;
  name: string;
  good: number;
  target: number;
  overdueDays: number;
  orderCode: string | null;
  position: number | null;
  partName: string | null;
  parentName: string | null;
  state: string | null;
  people: string | null;
  inWork: number | null;
  atProcess: number | null;
  scrap: number | null;
  hold: number | null;
  waitsFor: string | null;
}

describeForEachDatabase('The flow of an order', (database) => {
  let factory: TestFactory;
  let noon: NoonClock;
  let craftId: number;
  beforeEach(async () => {
    factory = await createTestFactory(await database.open());
    noon = await setZoneToNoon(factory);
    ({ id: craftId } = await saveRecord('/mes/system/basic/crafts', { code: 'C', name: 'Craft' }));
  });

  const saveRecord = (path: string, fields: Record<string, unknown>) =>
    factory.call<{ id: number; version: number }>(`${path}/save`, fields);
  const readFlow = async (params: Record<string, unknown>) =>
    (await factory.call<{ rows: FlowRow[] }>('/mes/form/orderFlow', params)).rows;
  /** Creates a part with a routing. @returns the ids of the part and its processes */
  const addPart = async (
    orderId: number,
    code: string,
    names: readonly string[],
    extraFields: Record<string, unknown> = {},
  ) => {
    const { id } = await saveRecord('/mes/order/part', {
      orderId,
      code,
      name: code,
      quantity: 4,
      ...extraFields,
    });
    const processIds = [];
    for (const [index, name] of names.entries())
      processIds.push(
        (await saveRecord('/mes/process', { partId: id, seq: (index + 1) * 10, craftId, name })).id,
      );
    return { id, processIds };
  };
  const startWork = async (processId: number, quantity: number) => {
    const { employeeId } = await factory.createPerson('Ann', []);
    const at = new Date(Date.now() - 600_000).toISOString();
    const people = [{ employeeId, ratio: 100 }];
    return factory.call<{ reportId: number }>('/mes/report/start', { processId, quantity, people, at });
  };

  test('lists a part before its parent part, and each process with its state and its pieces', async () => {
    const order = await saveRecord('/mes/order', {
      code: 'W-1',
      name: 'Gearbox',
      quantity: 4,
      dueDate: '2099-01-01',
    });
    const box = await addPart(order.id, 'A-BOX', ['Fit', 'Test']);
    const shaft = await addPart(order.id, 'B-SHAFT', ['Saw', 'Turn'], { parentId: box.id, quantityPer: 1 });
    await factory.call('/mes/order/release', { id: order.id, version: order.version });
    const errorClassId = (
      await saveRecord('/mes/system/classify', { classId: 'errorClass', code: 'B', name: 'Burr' })
    ).id;
    const { reportId } = await startWork(shaft.processIds[0]!, 4);
    await factory.call('/mes/report/finish', { reportId, good: 3, scrap: 1, errorClassId });
    await startWork(shaft.processIds[1]!, 2);
    await factory.connection.db
      .updateTable('process')
      .set({ plannedEnd: addDays(noon.today(), -2) })
      .where('factoryId', '=', factory.factoryId)
      .execute();

    const [head, ...processes] = await readFlow({ orderId: order.id });
    expect(head).toMatchObject({ id: 0, orderCode: 'W-1', name: 'Gearbox', good: 0, target: 4, state: null });
    expect(
      processes.map((row) => [
        row.position,
        row.partName,
        row.parentName,
        row.name,
        row.state,
        row.good,
        row.inWork,
        row.atProcess,
        row.scrap,
        row.waitsFor,
        row.overdueDays,
      ]),
    ).toEqual([
      [1, 'B-SHAFT', 'A-BOX', 'Saw', 'unfinished', 3, 0, 0, 1, 'heldBy.replacement', 2],
      [2, 'B-SHAFT', 'A-BOX', 'Turn', 'processing', 0, 2, 1, 0, null, 2],
      [3, 'A-BOX', null, 'Fit', 'notStarted', 0, 0, 0, 0, 'heldBy.process', 2],
      [4, 'A-BOX', null, 'Test', 'notStarted', 0, 0, 0, 0, 'heldBy.process', 2],
    ]);
    expect(processes[1]).toMatchObject({ people: 'Ann', orderCode: null });
  });

  test('is that of the open order that is due first, if no order is given', async () => {
    expect(await readFlow({})).toEqual([]);
    const [lateOrder, soonOrder] = [await factory.createOrder(1, ['a']), await factory.createOrder(2, ['a'])];
    const setDueDate = (id: number, days: number) =>
      factory.connection.db
        .updateTable('workOrder')
        .set({ dueDate: addDays(noon.today(), days) })
        .where('factoryId', '=', factory.factoryId)
        .where('id', '=', id)
        .execute();
    await setDueDate(lateOrder.id, 9);
    await setDueDate(soonOrder.id, -1);
    expect((await readFlow({}))[0]).toMatchObject({ target: 2, overdueDays: 1 });
    await setDueDate(lateOrder.id, -5);
    expect((await readFlow({}))[0]).toMatchObject({ target: 1, overdueDays: 5 });
    expect((await readFlow({ orderId: soonOrder.id }))[0]).toMatchObject({ target: 2 });
    const otherFactory = await createTestFactory(await database.open());
    expect(
      (await otherFactory.call<{ rows: FlowRow[] }>('/mes/form/orderFlow', { orderId: soonOrder.id })).rows,
    ).toEqual([]);
  });
});
