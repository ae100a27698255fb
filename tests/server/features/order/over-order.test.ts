import { expect, it } from 'vitest';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { createTestFactory, readRefusalCode } from '#tests/support/floor.ts';

describeForEachDatabase('An order that is over', (database) => {
  it('keeps its parts and processes: none is saved, none is deleted', async () => {
    const floor = await createTestFactory(await database.open());
    const order = await floor.order(5, ['Turning']);
    const empty = await floor.call<{ id: number; version: number }>('/mes/order/part/save', {
      orderId: order.id,
      code: 'EMPTY',
      name: 'Without a process',
      quantity: 5,
    });
    const { version } = await floor.call<{ version: number }>('/mes/order/get', { id: order.id });
    await floor.call('/mes/order/cancel', { id: order.id, version });
    const refusals = await Promise.all(
      [
        floor.call('/mes/order/part/save', { id: empty.id, version: empty.version, name: 'Other' }),
        floor.call('/mes/order/part/delete', { ids: [empty.id] }),
        floor.call('/mes/order/part/delete', { ids: [order.partId] }),
        floor.call('/mes/process/delete', { ids: [order.processIds[0]] }),
      ].map(readRefusalCode),
    );
    expect(refusals).toEqual(['orderState', 'orderState', 'orderState', 'orderState']);
  });
});
