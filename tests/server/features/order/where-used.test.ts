import { beforeAll, expect, test } from 'vitest';
import type { WhereUsed } from '#shared/answers/routing/where-used.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { getIsoTimeAgo, readRefusalCode } from '#tests/support/floor.ts';
import { finishWork, startWorkByNewPerson } from '#tests/support/reports.ts';
import { createRoutingFloor, type RoutingFloor } from '#tests/support/routing-floor.ts';

describeForEachDatabase('where a part code is used', (database) => {
  let floor: RoutingFloor;
  beforeAll(async () => {
    floor = await createRoutingFloor(await database.open());
  });
  const findWhereUsed = (code: string, caller: Pick<RoutingFloor, 'call'> = floor) =>
    caller.call<WhereUsed>('/mes/order/part/whereUsed', { code });
  const readPart = async (processId: number) => {
    const { partId } = await floor.readProcess(processId);
    return floor.call<{ id: number; orderId: number }>('/mes/order/part/get', { id: partId });
  };
  /** Reports one piece that took this many minutes. */
  const makePieceReport = async (processId: number, minutes: number) => {
    const startedAt = getIsoTimeAgo(200);
    const { reportId } = await startWorkByNewPerson(floor, processId, 1, { at: startedAt });
    const endedAt = new Date(Date.parse(startedAt) + minutes * 60_000).toISOString();
    await finishWork(floor.call, reportId, 1, { at: endedAt });
  };

  test('is told with its orders, assemblies, documents and reported times', async () => {
    const olderProcessId = await floor.addProcess({ part: { code: 'AX-1', name: 'Axle' } });
    await floor.saveProcess(olderProcessId, { deviceMinutes: 8, manMachineRatio: 1 });
    for (const minutes of [4, 30, 6]) await makePieceReport(olderProcessId, minutes);
    const cart = await readPart(await floor.addProcess({ part: { code: 'CART', name: 'Cart' } }));
    await floor.call('/mes/order/part/save', {
      orderId: cart.orderId,
      parentId: cart.id,
      code: 'AX-1',
      name: 'Axle',
      quantity: 10,
      quantityPer: 2,
    });
    const { id: partId } = await readPart(olderProcessId);
    await floor.call('/mes/process/library/saveFromPart', { partId, code: 'STD-AX', name: 'Axles' });
    await floor.call('/mes/system/params/sop/save', {
      code: 'SOP-AX',
      name: 'Turn axles',
      craftId: floor.craftId,
      partCode: 'AX-1',
    });
    const whereUsed = await findWhereUsed('AX-1');
    expect(whereUsed.orderCount).toBe(2);
    expect(whereUsed.orders).toMatchObject([
      {
        orderId: cart.orderId,
        quantity: 10,
        parentCode: 'CART',
        parentName: 'Cart',
        good: 0,
        lastMadeAt: null,
      },
      { partId, partName: 'Axle', quantity: 5, parentCode: null, good: 3, orderState: 'inProgress' },
    ]);
    expect(Date.parse(whereUsed.orders[1]!.lastMadeAt!)).toBeGreaterThan(Date.now() - 180 * 60_000);
    expect(whereUsed.documents.map(({ kind, code, state }) => [kind, code, state])).toEqual([
      ['processLibrary', 'STD-AX', 'draft'],
      ['sop', 'SOP-AX', 'draft'],
    ]);
    expect(whereUsed.times).toMatchObject([
      { name: 'Turning', reports: 3, pieces: 3, medianMinutes: 6, standardMinutes: 8 },
    ]);
    expect(await findWhereUsed('AX-2')).toEqual({
      code: 'AX-2',
      orders: [],
      orderCount: 0,
      documents: [],
      times: [],
    });
  });

  test('is for those who may see orders, and only of their factory', async () => {
    const worker = await floor.createPerson('Worker', ['TASK_REPORT']);
    expect(await readRefusalCode(findWhereUsed('AX-1', worker))).toBe('noPermission');
    const otherFloor = await createRoutingFloor(floor.connection);
    expect((await findWhereUsed('AX-1', otherFloor)).orders).toEqual([]);
  });
});
