import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { createExtraFloor, type ExtraFloor } from '#tests/support/extra-floor.ts';
import { createTestFactory, readRefusalCode, type TestFactory } from '#tests/support/floor.ts';
import { openSecondNode } from '#tests/support/second-node.ts';

const ROUNDS_PER_PAIR = 4;
let codeCount = 0;

/** Two released orders that may be merged, each with two parts that may be combined. */
interface EqualOrders {
  kept: EqualOrder;
  other: EqualOrder;
}
interface EqualOrder {
  id: number;
  partIds: [number, number];
}

describeForEachDatabase('Extra processes of an order', (database) => {
  let factory: TestFactory;
  let floor: ExtraFloor;
  beforeAll(async () => {
    factory = await createTestFactory(await database.open());
    floor = await createExtraFloor(factory);
  });
  const callOnSecondNode = openSecondNode(database, () => factory);

  const readVersion = async (path: string, id: number) =>
    (await factory.call<{ version: number }>(`/mes/${path}/get`, { id })).version;
  const readIdAndVersion = async (path: string, id: number) => ({ id, version: await readVersion(path, id) });
  const createOrder = async (): Promise<EqualOrder> => {
    const code = `E-${Date.now()}-${++codeCount}`;
    const { id, version } = await factory.call<{ id: number; version: number }>('/mes/order/save', {
      ...{ code, name: 'Shafts', quantity: 10 },
    });
    const partIds: number[] = [];
    for (const name of ['Left', 'Right']) {
      const part = { orderId: id, code: 'SHAFT', name: `${name} shaft`, quantity: 10 };
      const { id: partId } = await factory.call<{ id: number }>('/mes/order/part/save', part);
      await factory.call('/mes/process/save', { partId, seq: 10, craftId: floor.craftId });
      partIds.push(partId);
    }
    await factory.call('/mes/order/release', { id, version });
    return { id, partIds: partIds as [number, number] };
  };
  const createOrders = async (): Promise<EqualOrders> => ({
    kept: await createOrder(),
    other: await createOrder(),
  });
  /** Hires a person who has not worked yet, so that no other report of the person forbids the next one. */
  const hireSomebody = async () => [{ employeeId: (await floor.hireFitter()).employeeId }];
  const addExtraProcess = async (partId: number) =>
    floor.addExtra(factory.call, partId, { people: await hireSomebody() }, 'record');
  const countExtraProcesses = async (partId: number) =>
    (await floor.listExtras(partId)).filter(({ isReversed }) => !isReversed).length;

  const changes = {
    merge: async ({ kept, other }: EqualOrders) =>
      factory.call('/mes/order/merge', {
        ...(await readIdAndVersion('order', kept.id)),
        orders: JSON.stringify([await readIdAndVersion('order', other.id)]),
      }),
    combine: async ({ other: { partIds } }: EqualOrders) =>
      factory.call('/mes/order/part/combine', {
        ...(await readIdAndVersion('order/part', partIds[1])),
        parts: JSON.stringify([await readIdAndVersion('order/part', partIds[0])]),
      }),
    deletePart: ({ other: { partIds } }: EqualOrders) =>
      factory.call('/mes/order/part/delete', { ids: [partIds[0]] }),
    closeOrder: async ({ other: { id } }: EqualOrders) =>
      factory.call('/mes/order/close', await readIdAndVersion('order', id)),
  };

  test('stay with their part when it is combined, merged, split or copied, and are done once', async () => {
    const orders = await createOrders();
    const keptPartId = orders.other.partIds[1];
    await addExtraProcess(keptPartId);
    await addExtraProcess(orders.kept.partIds[0]);
    await changes.combine(orders);
    expect(await countExtraProcesses(keptPartId)).toBe(1);
    const order = await createOrders();
    await addExtraProcess(order.kept.partIds[0]);
    await changes.merge(order);
    expect(await countExtraProcesses(order.kept.partIds[0])).toBe(1);
    const code = `S-${++codeCount}`;
    const { id: splitOffId } = await factory.call<{ id: number }>('/mes/order/split', {
      ...(await readIdAndVersion('order', order.kept.id)),
      ...{ code, quantity: 5 },
    });
    const { id: copyId } = await factory.call<{ id: number }>('/mes/order/copy', {
      ...{ id: order.kept.id, code: `C-${codeCount}`, quantity: 5 },
    });
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from extra_process x
        join part t on t.factory_id = x.factory_id and t.id = x.part_id
      where x.factory_id = ${factory.factoryId} and t.order_id in (${splitOffId}, ${copyId})`.execute(
      factory.connection.db,
    );
    expect(rows).toEqual([{ count: 0 }]);
    expect(await countExtraProcesses(order.kept.partIds[0])).toBe(1);
  });

  test('keep their part and their order from ending elsewhere, until they are reversed', async () => {
    const orders = await createOrders();
    const [partId] = orders.other.partIds;
    const { reportId } = await addExtraProcess(partId);
    expect(await readRefusalCode(changes.combine(orders))).toBe('combineBegun');
    expect(await readRefusalCode(changes.merge(orders))).toBe('mergeBegun');
    expect(
      await readRefusalCode(
        factory.call('/mes/order/mergePreview', {
          id: orders.kept.id,
          orders: JSON.stringify([{ id: orders.other.id }]),
        }),
      ),
    ).toBe('mergeBegun');
    expect(await readRefusalCode(changes.deletePart(orders))).toBe('inUse');
    await factory.call('/mes/order/cancel', await readIdAndVersion('order', orders.other.id));
    const deleteOrder = () => factory.call('/mes/order/delete', { ids: [orders.other.id] });
    expect(await readRefusalCode(deleteOrder())).toBe('orderHasReports');
    await floor.reverse(reportId);
    expect(await readRefusalCode(deleteOrder())).toBe('accepted');
  });

  test('are finished and reversed after their order is closed, but not continued', async () => {
    const orders = await createOrders();
    const [partId] = orders.other.partIds;
    const { call } = await floor.hireFitter();
    const { reportId } = await floor.addExtra(call, partId);
    await changes.closeOrder(orders);
    await floor.endWork(call, reportId, 'unfinished');
    const { taskId, seconds } = await floor.readExtra(partId);
    expect(seconds).toBe(1800);
    expect(await readRefusalCode(floor.continueExtra(call, taskId))).toBe('orderState');
    expect(await readRefusalCode(floor.reverse(reportId))).toBe('accepted');
  });

  /**
   * The changes that end a part or an order. An extra process is started at the same moment. `change` and
   * `extra` are the codes with which the server may refuse the change or the extra process.
   */
  const PAIRS = {
    merge: { change: ['mergeBegun', 'stale'], extra: ['orderState'] },
    combine: { change: ['combineBegun', 'stale'], extra: ['referenceMissing'] },
    deletePart: { change: ['inUse'], extra: ['referenceMissing'] },
    closeOrder: { change: ['stale'], extra: ['orderState'] },
  } as const satisfies Record<keyof typeof changes, { change: readonly string[]; extra: readonly string[] }>;

  for (const [name, refusals] of Object.entries(PAIRS))
    test(`are started or the ${name} is done at the same moment, never both in the wrong order`, async () => {
      for (let round = 0; round < ROUNDS_PER_PAIR; round++) {
        const orders = await createOrders();
        const [partId] = orders.other.partIds;
        const sendChange = () => readRefusalCode(changes[name as keyof typeof changes](orders));
        const people = await hireSomebody();
        const sendExtraProcess = () =>
          readRefusalCode(floor.addExtra(callOnSecondNode, partId, { people }, 'record'));
        const [changeCode, extraCode] =
          round % 2 === 0
            ? await Promise.all([sendChange(), sendExtraProcess()])
            : (await Promise.all([sendExtraProcess(), sendChange()])).reverse();
        expect(['accepted', ...refusals.change]).toContain(changeCode);
        expect(['accepted', ...refusals.extra]).toContain(extraCode);
        expect([changeCode, extraCode]).toContain('accepted');
        // An order may be closed after the start of the extra process. Every other change must not be
        // accepted together with the extra process.
        if (name !== 'closeOrder') expect([changeCode, extraCode]).not.toEqual(['accepted', 'accepted']);
      }
    });

  test('are deleted by the second of two reversals at the same moment', async () => {
    for (let round = 0; round < ROUNDS_PER_PAIR; round++) {
      const { other } = await createOrders();
      const { call } = await floor.hireFitter();
      const first = await floor.addExtra(call, other.partIds[0]);
      await floor.endWork(call, first.reportId, 'unfinished');
      const { taskId } = await floor.readExtra(other.partIds[0]);
      const second = await factory.call<{ reportId: number }>('/mes/report/task/record', {
        ...{ taskId, minutes: 10, people: await hireSomebody() },
      });
      await Promise.all([floor.reverse(first.reportId), floor.reverse(second.reportId, callOnSecondNode)]);
      expect(await floor.listExtras(other.partIds[0])).toMatchObject([{ isReversed: true, isOpen: true }]);
    }
  });
});
