import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { OrderProgress } from '#shared/answers/order-progress.ts';
import type { OrderProgressRow } from '#shared/answers/progress-query.ts';
import type { PageAnswer } from '#shared/kernel/wire.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import {
  createScheduleFloor,
  findBar,
  startTestPlanner,
  type ScheduleFloor,
  type TestPlanner,
} from '#tests/support/schedule-floor.ts';

const TURN = { name: 'Turn', deviceMinutes: 30, manMachineRatio: 1 };

describeForEachDatabase('The projected end of an order', (database) => {
  let floor: ScheduleFloor;
  let planner: TestPlanner;
  beforeAll(async () => {
    planner = await startTestPlanner(await database.open());
    floor = await createScheduleFloor(await database.open());
  });
  afterAll(() => planner?.close());

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
    // A process that no plan has yet, has no end.
    const craft = await floor.save('/mes/system/basic/crafts', { code: 'NEW', ...TURN });
    await floor.save('/mes/process', { partId: order.partId, seq: 30, craftId: craft });
    expect(await readEnds(order.id)).toEqual([null, null]);
  });

  it('is never before now', async () => {
    const order = await floor.addOrder(1, [TURN]);
    const { run } = await floor.propose();
    await floor.apply(run.id);
    const { db } = floor.factory.connection;
    await sql`update planned_operation set starts_at = '2026-01-01T08:00Z', ends_at = '2026-01-01T09:00Z'
      where factory_id = ${floor.factory.factoryId} and process_id = ${order.processIds[0]!}`.execute(db);
    const [end] = await readEnds(order.id);
    expect(Math.abs(Date.parse(end!) - Date.now())).toBeLessThan(60_000);
  });
});
