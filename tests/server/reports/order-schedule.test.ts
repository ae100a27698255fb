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
  let factory: TestFactory;
  let noon: NoonClock;
  beforeEach(async () => {
    factory = await createTestFactory(await database.open());
    noon = await setZoneToNoon(factory);
  });

  const toDay = (days: number | undefined) => (days === undefined ? null : addDays(noon.today(), days));
  const toInstant = (days: number | undefined) =>
    days === undefined ? null : new Date(Date.now() + days * 86_400_000).toISOString();
  /** Creates an order. The dates in `values` are numbers of days from today. */
  const addOrder = async (values: OrderValues) => {
    const { id } = await factory.createOrder(1, ['a']);
    await factory.connection.db
      .updateTable('workOrder')
      .set({
        state: values.state ?? 'inProgress',
        progress: values.progress ?? 0,
        plannedStart: toDay(values.plannedStart),
        dueDate: toDay(values.due),
        promisedDate: toDay(values.promised),
        startedAt: toInstant(values.started),
        endedAt: toInstant(values.ended),
        customerId: values.customerId ?? null,
      })
      .where('factoryId', '=', factory.factoryId)
      .where('id', '=', id)
      .execute();
    return id;
  };
  const readSchedule = async (params: Record<string, unknown> = {}) =>
    (await factory.call<{ rows: ScheduleRow[] }>('/mes/form/orderSchedule', params)).rows;

  test('has the planned, the actual and the expected days of each order, by due day', async () => {
    // The plan is ten days, to the end of the due day. Half is done, so it takes five more days from noon today.
    const runningId = await addOrder({ plannedStart: -4, due: 5, progress: 50, started: -3 });
    const lateId = await addOrder({ plannedStart: -9, due: -2, progress: 75, started: -8 });
    const plannedId = await addOrder({ state: 'released', plannedStart: 2, due: 4 });
    const promisedId = await addOrder({ state: 'suspended', promised: 20 });
    const undatedId = await addOrder({ state: 'released' });
    const doneId = await addOrder({ state: 'completed', due: -1, started: -6, ended: 0, progress: 100 });
    await addOrder({ state: 'completed', due: -1, started: -6, ended: -2, progress: 100 });
    await factory.call('/mes/order/save', { code: 'DRAFT', name: 'Draft', quantity: 1, dueDate: toDay(1) });

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
      [lateId, toDay(-9), toDay(-2), toDay(-8), null, toDay(2), 2, 4],
      [doneId, null, toDay(-1), toDay(-6), toDay(0), null, 1, null],
      [plannedId, toDay(2), toDay(4), null, null, toDay(4), 0, 0],
      [runningId, toDay(-4), toDay(5), toDay(-3), null, toDay(5), 0, 0],
      [promisedId, null, toDay(20), null, null, null, 0, null],
      [undatedId, null, null, null, null, null, 0, null],
    ]);
    expect(rows.map(({ position }) => position)).toEqual([1, 2, 3, 4, 5, 6]);
  });

  test('can be limited to one customer, to one order or to a number of orders', async () => {
    const { id: customerId } = await factory.call<{ id: number }>('/mes/system/basic/customer/save', {
      code: 'C1',
      fullName: 'Acme Works',
      shortName: 'Acme',
    });
    const ownId = await addOrder({ due: 3, customerId });
    const firstId = await addOrder({ due: 1 });
    await addOrder({ due: 2 });
    expect((await readSchedule({ customerId })).map(({ id, customerName }) => [id, customerName])).toEqual([
      [ownId, 'Acme'],
    ]);
    expect((await readSchedule({ limit: 1 })).map(({ id }) => id)).toEqual([firstId]);
    const doneId = await addOrder({ state: 'completed', due: -9, started: -30, ended: -20 });
    expect(await readSchedule({ orderId: doneId })).toMatchObject([
      { id: doneId, endedOn: toDay(-20), overdueDays: 0 },
    ]);
    const otherFactory = await createTestFactory(await database.open());
    expect(
      (await otherFactory.call<{ rows: unknown[] }>('/mes/form/orderSchedule', { orderId: doneId })).rows,
    ).toEqual([]);
  });
});
