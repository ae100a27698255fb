import type { Entity } from '#shared/entities/index.ts';
import type { RefusedCallError, TestFactory } from './floor.ts';

type Order = Entity<'workOrder'>;

/** Returns functions that create orders of pumps, which can be merged, and functions that merge and read orders. */
export async function createPumpOrders(factory: TestFactory) {
  let codeCount = 0;
  const saveRecord = (path: string, fields: Record<string, unknown>) =>
    factory.call<{ id: number; version: number }>(`/mes/${path}/save`, fields);
  const turningId = (await saveRecord('system/basic/crafts', { code: 'K1', name: 'Turning' })).id;
  const millingId = (await saveRecord('system/basic/crafts', { code: 'K2', name: 'Milling' })).id;
  const readOrder = (id: number) => factory.call<Order>('/mes/order/get', { id });
  const readRows = async <T>(path: string, filter: object, sort = 'id') =>
    (await factory.call<{ rows: T[] }>(`${path}/page`, { filter: JSON.stringify(filter), sort })).rows;
  const readParts = (orderId: number) => readRows<Entity<'part'>>('/mes/order/part', { orderId });
  const readRouting = (partId: number) => readRows<Entity<'process'>>('/mes/process', { partId }, 'seq');
  const toIdAndVersion = async (id: number) => ({ id, version: (await readOrder(id)).version });
  const mergeOrders = async (
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
  const previewMerge = (id: number, otherIds: readonly number[], call = factory.call) =>
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
    const { id } = await saveRecord('order', { code, name: 'Pumps', quantity, ...order });
    const pump = await saveRecord('order/part', { orderId: id, code: 'PUMP', name: 'Pump', quantity });
    const wheelPart = await saveRecord('order/part', {
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
      processIds.push((await saveRecord('process', { manMachineRatio: 1, ...process })).id);
    return { id, code, partIds: [pump.id, wheelPart.id], processIds };
  }
  const moveOrder = async (id: number, event: string) =>
    factory.call(`/mes/order/${event}`, await toIdAndVersion(id));
  async function createReleasedOrder(...orderArguments: Parameters<typeof createPumpOrder>) {
    const order = await createPumpOrder(...orderArguments);
    await moveOrder(order.id, 'release');
    return order;
  }
  return {
    save: saveRecord,
    readOrder,
    readRows,
    readParts,
    readRouting,
    toIdAndVersion,
    merge: mergeOrders,
    preview: previewMerge,
    readRefusal,
    createPumpOrder,
    createReleasedOrder,
    move: moveOrder,
    turningId,
  };
}
