import { beforeEach, expect, test } from 'vitest';
import { addDays } from '#shared/rules/days.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { createTestFactory, type TestFactory } from '#tests/support/floor.ts';
import { setZoneToNoon, type NoonClock } from '#tests/support/noon.ts';

interface ScheduleRow {
  id: number;
  position: number;
  customerName: string | null;
  state: string;
  plannedStart: string | null;
  dueDate: string | null;
  startedOn: string | null;
  endedOn: string | null;
  expectedOn: string | null;
  overdueDays: number;
  expectedDelayDays: number | null;
}
interface OrderValues {
  state?: 'released' | 'inProgress' | 'suspended' | 'completed';
  progress?: number;
  plannedStart?: number;
  due?: number;
  promised?: number;
  started?: number;
  ended?: number;
  customerId?: number;
}

describeForEachDatabase('The schedule of orders', (database) => {
  let floor: TestFactory;
  let noon: NoonClock;
  beforeEach(async () => {
    floor = await createTestFactory(await database.open());
    noon = await setZoneToNoon(floor);
  });

  const day = (days: number | undefined) => (days === undefined ? null : addDays(noon.today(), days));
  const at = (days: number | undefined) =>
    days === undefined ? null : new Date(Date.now() + days * 86_400_000).toISOString();
  /** Creates an order; its days are counted from today. */
  const addOrder = async (of: OrderValues) => {
    const { id } = await floor.order(1, ['a']);
    await floor.connection.db
      .updateTable('workOrder')
      .set({
        state: of.state ?? 'inProgress',
        progress: of.progress ?? 0,
        plannedStart: day(of.plannedStart),
        dueDate: day(of.due),
        promisedDate: day(of.promised),
        startedAt: at(of.started),
        endedAt: at(of.ended),
        customerId: of.customerId ?? null,
      })
      .where('factoryId', '=', floor.factoryId)
      .where('id', '=', id)
      .execute();
    return id;
  };
  const readSchedule = async (params: Record<string, unknown> = {}) =>
    (await floor.call<{ rows: ScheduleRow[] }>('/mes/form/orderSchedule', params)).rows;

  test('has the planned, the actual and the expected days of each order, by due day', async () => {
    // Ten days were planned until the end of the due day, half of the work is done: five more days from noon today.
    const running = await addOrder({ plannedStart: -4, due: 5, progress: 50, started: -3 });
    const late = await addOrder({ plannedStart: -9, due: -2, progress: 75, started: -8 });
    const planned = await addOrder({ state: 'released', plannedStart: 2, due: 4 });
    const promised = await addOrder({ state: 'suspended', promised: 20 });
    const undated = await addOrder({ state: 'released' });
    const done = await addOrder({ state: 'completed', due: -1, started: -6, ended: 0, progress: 100 });
    await addOrder({ state: 'completed', due: -1, started: -6, ended: -2, progress: 100 });
    await floor.call('/mes/order/save', { code: 'DRAFT', name: 'Draft', quantity: 1, dueDate: day(1) });

    const rows = await readSchedule();
    expect(
      rows.map((row) => [
        row.id,
        row.plannedStart,
        row.dueDate,
        row.startedOn,
        row.endedOn,
        row.expectedOn,
        row.overdueDays,
        row.expectedDelayDays,
      ]),
    ).toEqual([
      [late, day(-9), day(-2), day(-8), null, day(2), 2, 4],
      [done, null, day(-1), day(-6), day(0), null, 1, null],
      [planned, day(2), day(4), null, null, day(4), 0, 0],
      [running, day(-4), day(5), day(-3), null, day(5), 0, 0],
      [promised, null, day(20), null, null, null, 0, null],
      [undated, null, null, null, null, null, 0, null],
    ]);
    expect(rows.map(({ position }) => position)).toEqual([1, 2, 3, 4, 5, 6]);
  });

  test('can be that of one customer or one order, and has at most as many orders as asked for', async () => {
    const { id: customerId } = await floor.call<{ id: number }>('/mes/system/basic/customer/save', {
      code: 'C1',
      fullName: 'Acme Works',
      shortName: 'Acme',
    });
    const own = await addOrder({ due: 3, customerId });
    const first = await addOrder({ due: 1 });
    await addOrder({ due: 2 });
    expect((await readSchedule({ customerId })).map(({ id, customerName }) => [id, customerName])).toEqual([
      [own, 'Acme'],
    ]);
    expect((await readSchedule({ limit: 1 })).map(({ id }) => id)).toEqual([first]);
    const over = await addOrder({ state: 'completed', due: -9, started: -30, ended: -20 });
    expect(await readSchedule({ orderId: over })).toMatchObject([
      { id: over, endedOn: day(-20), overdueDays: 0 },
    ]);
    const other = await createTestFactory(await database.open());
    expect(
      (await other.call<{ rows: unknown[] }>('/mes/form/orderSchedule', { orderId: over })).rows,
    ).toEqual([]);
  });
});
