import type { KyselyPlugin } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import { proposeOrderCode } from '#server/features/order/next-code.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { createTestFactory, readRefusalCode, type TestFactory } from '#tests/support/floor.ts';

describeForEachDatabase('the number of a new order', (database) => {
  let floor: TestFactory;
  beforeAll(async () => {
    floor = await createTestFactory(await database.open());
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

  test('is found by one query, however many numbers are taken, and fills a gap', async () => {
    let queryCount = 0;
    const counter: KyselyPlugin = {
      transformQuery: ({ node }) => {
        queryCount += 1;
        return node;
      },
      transformResult: ({ result }) => Promise.resolve(result),
    };
    const { db } = floor.connection;
    const count = async () => {
      queryCount = 0;
      const viewer = { factoryId: floor.factoryId } as CurrentUser;
      const { code } = await proposeOrderCode(db.withPlugin(counter), viewer);
      return { code, queryCount };
    };
    // The latest order is number 7. All numbers up to 1500 are taken, except 1200.
    for (const number of [...Array.from({ length: 1493 }, (_, index) => index + 8), 7]) {
      if (number === 1200) continue;
      const code = `G${String(number).padStart(3, '0')}-X`;
      await db
        .insertInto('workOrder')
        .values({ factoryId: floor.factoryId, code, name: 'Order', quantity: 1 } as never)
        .execute();
    }
    expect(await count()).toEqual({ code: 'G1200-X', queryCount: 1 });
    await make('G1200-X');
    const { id } = await make('G006-X');
    expect(await count()).toEqual({ code: 'G1501-X', queryCount: 1 });
    await floor.call('/mes/order/delete', { ids: [id] });
  });

  test('is free when it is proposed to several at once, and only one of them gets it', async () => {
    await make('T-099');
    for (const expected of ['T-100', 'T-101']) {
      const proposed = await Promise.all(Array.from({ length: 6 }, propose));
      expect(new Set(proposed)).toEqual(new Set([expected]));
      const saveResults = await Promise.all(proposed.map((code) => readRefusalCode(make(code))));
      expect(saveResults.toSorted()).toEqual(['accepted', ...Array<string>(5).fill('codeDuplicated')]);
    }
  });

  test('is proposed only to who may add orders', async () => {
    const reader = await floor.person('Reader', ['WORK_ORDER']);
    expect(await readRefusalCode(reader.call('/mes/order/nextCode', {}))).toBe('noPermission');
  });
});
