import type { KyselyPlugin } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import { proposeOrderCode } from '#server/features/order/next-code.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { createTestFactory, readRefusalCode, type TestFactory } from '#tests/support/floor.ts';

describeForEachDatabase('the number of a new order', (database) => {
  let factory: TestFactory;
  beforeAll(async () => {
    factory = await createTestFactory(await database.open());
  });
  const addOrder = (code: string) =>
    factory.call<{ id: number }>('/mes/order/save', { code, name: 'Order', quantity: 1 });
  const proposeCode = async () => (await factory.call<{ code: string }>('/mes/order/nextCode', {})).code;

  test('continues the number of the latest order, and skips numbers that are taken', async () => {
    expect(await proposeCode()).toBe('W-0001');
    await addOrder('WO-0101');
    await addOrder('WO-0099');
    expect(await proposeCode()).toBe('WO-0100');
    await addOrder('WO-0100');
    expect(await proposeCode()).toBe('WO-0102');
    const { id } = await addOrder('2026/7-B');
    expect(await proposeCode()).toBe('2026/8-B');
    await addOrder('Trial');
    expect(await proposeCode()).toBe('W-0001');
    await factory.call('/mes/order/delete', { ids: [id] });
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
    const { db } = factory.connection;
    const proposeAndCountQueries = async () => {
      queryCount = 0;
      const viewer = { factoryId: factory.factoryId } as CurrentUser;
      const { code } = await proposeOrderCode(db.withPlugin(counter), viewer);
      return { code, queryCount };
    };
    // The latest order is number 7. All numbers up to 1500 are taken, except 1200.
    for (const number of [...Array.from({ length: 1493 }, (_, index) => index + 8), 7]) {
      if (number === 1200) continue;
      const code = `G${String(number).padStart(3, '0')}-X`;
      await db
        .insertInto('workOrder')
        .values({ factoryId: factory.factoryId, code, name: 'Order', quantity: 1 } as never)
        .execute();
    }
    expect(await proposeAndCountQueries()).toEqual({ code: 'G1200-X', queryCount: 1 });
    await addOrder('G1200-X');
    const { id } = await addOrder('G006-X');
    expect(await proposeAndCountQueries()).toEqual({ code: 'G1501-X', queryCount: 1 });
    await factory.call('/mes/order/delete', { ids: [id] });
  });

  test('may be proposed to several users at once, but only one of them can save it', async () => {
    await addOrder('T-099');
    for (const expected of ['T-100', 'T-101']) {
      const proposedCodes = await Promise.all(Array.from({ length: 6 }, proposeCode));
      expect(new Set(proposedCodes)).toEqual(new Set([expected]));
      const saveResults = await Promise.all(proposedCodes.map((code) => readRefusalCode(addOrder(code))));
      expect(saveResults.toSorted()).toEqual(['accepted', ...Array<string>(5).fill('codeDuplicated')]);
    }
  });

  test('is proposed only to users who may add orders', async () => {
    const reader = await factory.createPerson('Reader', ['WORK_ORDER']);
    expect(await readRefusalCode(reader.call('/mes/order/nextCode', {}))).toBe('noPermission');
  });
});
