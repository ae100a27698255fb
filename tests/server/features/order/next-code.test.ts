import { beforeAll, expect, test } from 'vitest';
import { eachDatabase } from '#tests/support/databases.ts';
import { openFloor, refusalOf, type Floor } from '#tests/support/floor.ts';

eachDatabase('the number of a new order', (database) => {
  let floor: Floor;
  beforeAll(async () => {
    floor = await openFloor(await database.open());
  });
  const make = (code: string) =>
    floor.call<{ id: number }>('/mes/order/save', { code, name: 'Order', quantity: 1 });
  const propose = async () => (await floor.call<{ code: string }>('/mes/order/nextCode', {})).code;

  test('comes by itself: it continues the latest order and skips numbers that are taken', async () => {
    expect(await propose()).toBe('W-0001');
    await make('WO-0101');
    await make('WO-0099');
    expect(await propose()).toBe('WO-0100');
    await make('WO-0100');
    expect(await propose()).toBe('WO-0102');
    const { id } = await make('2026/7-B');
    expect(await propose()).toBe('2026/8-B');
    await make('Trial');
    expect(await propose()).toBe('W-0001');
    await floor.call('/mes/order/delete', { ids: [id] });
  });

  test('is proposed only to who may add orders', async () => {
    const reader = await floor.person('Reader', ['WORK_ORDER']);
    expect(await refusalOf(reader.call('/mes/order/nextCode', {}))).toBe('noPermission');
  });
});
