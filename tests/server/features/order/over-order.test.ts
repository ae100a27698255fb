import { expect, it } from 'vitest';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { createTestFactory, readRefusalCode } from '#tests/support/floor.ts';

describeForEachDatabase('An order that is over', (database) => {
  it('allows no change or deletion of its parts and processes', async () => {
    const factory = await createTestFactory(await database.open());
    const order = await factory.createOrder(5, ['Turning']);
    const emptyPart = await factory.call<{ id: number; version: number }>('/mes/order/part/save', {
      orderId: order.id,
      code: 'EMPTY',
      name: 'Without a process',
      quantity: 5,
    });
    const { version } = await factory.call<{ version: number }>('/mes/order/get', { id: order.id });
    await factory.call('/mes/order/cancel', { id: order.id, version });
    const refusals = await Promise.all(
      [
        factory.call('/mes/order/part/save', { id: emptyPart.id, version: emptyPart.version, name: 'Other' }),
        factory.call('/mes/order/part/delete', { ids: [emptyPart.id] }),
        factory.call('/mes/order/part/delete', { ids: [order.partId] }),
        factory.call('/mes/process/delete', { ids: [order.processIds[0]] }),
      ].map(readRefusalCode),
    );
    expect(refusals).toEqual(['orderState', 'orderState', 'orderState', 'orderState']);
  });
});
