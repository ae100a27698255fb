import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import type { OrderProgress } from '#shared/answers/order-progress.ts';
import type { OrderProgressRow } from '#shared/answers/progress-query.ts';
import type { Entity } from '#shared/entities/index.ts';
import type { PageAnswer } from '#shared/kernel/wire.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import {
  createScheduleFloor,
  findBar,
  registerTestPlanner,
  type ScheduleFloor,
} from '#tests/support/schedule-floor.ts';

const TURN = { name: 'Turn', deviceMinutes: 30, manMachineRatio: 1 };

describeForEachDatabase('The projected end of an order', (database) => {
  registerTestPlanner(database);
  let floor: ScheduleFloor;
  beforeAll(async () => {
    floor = await createScheduleFloor(await database.open());
  });

  const readEnds = async (orderId: number): Promise<(string | null)[]> => {
    const summary = await floor.factory.call<OrderProgress>('/mes/process/progress/summary', { orderId });
    const { rows } = await floor.factory.call<PageAnswer<OrderProgressRow>>('/mes/process/query', {
      orderId: [orderId],
    });
    return [summary.projectedEnd, ...rows.map((row) => row.projectedEnd)];
  };

  it('is the end of its last open process in the applied plan', async () => {
    const order = await floor.addOrder(10, [TURN, { ...TURN, name: 'Mill' }], 3);
    expect(await readEnds(order.id)).toEqual([null, null]);
    const { run, plan } = await floor.propose();
    expect(await readEnds(order.id)).toEqual([null, null]);
    await floor.apply(run.id);
    const end = new Date(findBar({ plan }, order.processIds[1]!).end * 60_000).toISOString();
    expect(await readEnds(order.id)).toEqual([end, end]);
    expect(plan!.orders.find(({ id }) => id === order.id)!.end).toBe(Date.parse(end) / 60_000);
    const { rows } = await floor.factory.call<{ rows: Record<string, unknown>[] }>(
      '/mes/form/orderSchedule',
      {
        orderId: order.id,
      },
    );
    // The order is due in three days, and is expected to be ready tomorrow.
    expect(rows).toMatchObject([
      { projectedEnd: end, expectedOn: floor.getDay(1), expectedDelayDays: -2, overdueDays: 0 },
    ]);
    const page = await floor.factory.call<PageAnswer<Entity<'workOrder'>>>('/mes/order/page', {});
    expect(page.rows).toMatchObject([{ id: order.id, projectedEnd: end }]);
  });

  it('is what customers see as the expected day', async () => {
    const { factory } = floor;
    const customerId = await floor.save('/mes/system/basic/customer', { code: 'K9', shortName: 'Buyer' });
    const order = await floor.addOrder(10, [TURN], 0);
    const { version, code } = await factory.call<Entity<'workOrder'>>('/mes/order/get', { id: order.id });
    await factory.call('/mes/order/save', { id: order.id, version, customerId });
    const shownFields = ['dueDate', 'expectedDay'].map((field) => ({ field }));
    const kanban = { customerId, layout: 'ordersByState', completedDays: 14 };
    const kanbanId = await floor.save('/mes/customerKanban', { ...kanban, name: 'All', shownFields });
    const silentId = await floor.save('/mes/customerKanban', {
      ...kanban,
      name: 'Some',
      shownFields: [{ field: 'dueDate' }],
    });
    const readCard = async (id: number) => {
      const { rows } = await factory.call<{ rows: Record<string, unknown>[] }>('/mes/form/customerKanban', {
        kanbanId: id,
      });
      return rows.find(({ orderCode }) => orderCode === code)!;
    };
    const { run } = await floor.propose();
    await floor.apply(run.id);
    // The first two days are frozen, so new work comes after them.
    expect(await readCard(kanbanId)).toMatchObject({
      dueDate: floor.getDay(0),
      expectedDay: floor.getDay(2),
    });
    expect(await readCard(silentId)).toMatchObject({ dueDate: floor.getDay(0), expectedDay: null });
  });

  it('is never before now', async () => {
    const order = await floor.addOrder(1, [TURN]);
    const { run } = await floor.propose();
    await floor.apply(run.id);
    const { db } = floor.factory.connection;
    await sql`update work_order set projected_end = '2026-01-01T09:00Z'
      where factory_id = ${floor.factory.factoryId} and id = ${order.id}`.execute(db);
    const [end] = await readEnds(order.id);
    expect(Math.abs(Date.parse(end!) - Date.now())).toBeLessThan(60_000);
  });
});
