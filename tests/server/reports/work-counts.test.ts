import { beforeAll, expect, test } from 'vitest';
import { WORK_COUNTS, type WorkCount } from '#shared/answers/work-counts.ts';
import { addDays } from '#shared/rules/days.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { createTestFactory, type TestFactory } from '#tests/support/floor.ts';

describeForEachDatabase('The counts of the floor', (database) => {
  let factory: TestFactory;
  let today: string;
  beforeAll(async () => {
    factory = await createTestFactory(await database.open());
    const { rows } = await factory.connection.pool.query<{ today: string }>(
      `select (now() at time zone zone)::date::text as today from factory where id = $1`,
      [factory.factoryId],
    );
    today = rows[0]!.today;
  });
  const readCounts = async (call = factory.call) => {
    const { rows } = await call<{ rows: { counted: WorkCount; count: number }[] }>(
      '/mes/form/workCounts',
      {},
    );
    expect(rows.map(({ counted }) => counted)).toEqual(WORK_COUNTS);
    return Object.fromEntries(rows.map(({ counted, count }) => [counted, count]));
  };
  const addOrder = async (dueInDays: number | null) => {
    const { id, version } = await factory.createOrder(5, ['Turning']);
    if (dueInDays === null) return;
    await factory.call('/mes/order/save', { id, version, dueDate: addDays(today, dueInDays) });
  };

  test('include released orders by due date and devices in repair, but nothing of another factory', async () => {
    const zeros = Object.fromEntries(WORK_COUNTS.map((workCount) => [workCount, 0]));
    expect(await readCounts()).toEqual(zeros);
    for (const days of [-3, -1, 0, 7, 8, null]) await addOrder(days);
    // A draft order does not count as work.
    await factory.call('/mes/order/save', {
      code: 'DRAFT',
      name: 'Draft',
      quantity: 1,
      dueDate: addDays(today, -5),
    });
    for (const [code, status] of [
      ['D-1', 'repair'],
      ['D-2', 'normal'],
    ])
      await factory.call('/mes/system/basic/device/save', { code, name: code, status });
    // An order with a promised day but without a due date does not count, because the list is filtered by due date too.
    const { id, version } = await factory.createOrder(5, ['Turning']);
    await factory.call('/mes/order/save', { id, version, promisedDate: addDays(today, -4) });
    expect(await readCounts()).toEqual({ ...zeros, ordersLate: 2, ordersDueSoon: 2, devicesInRepair: 1 });
    const state = ['released', 'inProgress', 'suspended'];
    for (const [workCount, dueDate] of [
      ['ordersLate', { from: '', to: addDays(today, -1) }],
      ['ordersDueSoon', { from: today, to: addDays(today, 7) }],
    ] as const) {
      const list = await factory.call<{ total: number }>('/mes/order/page', {
        filter: JSON.stringify({ state, dueDate }),
      });
      expect([workCount, list.total]).toEqual([workCount, 2]);
    }
    const otherFactory = await createTestFactory(factory.connection);
    expect(await readCounts(otherFactory.call)).toEqual(zeros);
  });

  test('may be read by every employee', async () => {
    const worker = await factory.createPerson('Worker', ['TASK_REPORT']);
    expect((await readCounts(worker.call))['ordersLate']).toBe(2);
  });
});
