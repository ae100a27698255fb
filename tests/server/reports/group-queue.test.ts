import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { findNextRefreshTime } from '#server/live/next-tick.ts';
import { groupQueue } from '#server/reports/group-queue.ts';
import { addDays } from '#shared/rules/days.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { createTestFactory, type TestFactory } from '#tests/support/floor.ts';
import { setZoneToNoon, type NoonClock } from '#tests/support/noon.ts';

interface QueueRow {
  id: number;
  section: string;
  position: number;
  orderCode: string;
  groupName: string | null;
  people: string | null;
  since: string | null;
  quantity: number;
  good: number;
  target: number;
  dueDate: string | null;
  overdueDays: number;
  waitsFor: string | null;
  waitsAt: string | null;
}

const MINUTE_MS = 60_000;

describeForEachDatabase('The queue of a group', (database) => {
  let factory: TestFactory;
  let noon: NoonClock;
  let turningGroupId: number;
  let millingGroupId: number;
  const saveGroup = async (code: string, name: string) =>
    (await factory.call<{ id: number }>('/mes/system/basic/group/save', { code, name })).id;
  beforeEach(async () => {
    factory = await createTestFactory(await database.open());
    noon = await setZoneToNoon(factory);
    [turningGroupId, millingGroupId] = [await saveGroup('T', 'Turning'), await saveGroup('M', 'Milling')];
  });

  afterEach(() => void vi.useRealTimers());

  const readQueue = async (params: Record<string, unknown> = {}) =>
    (await factory.call<{ rows: QueueRow[] }>('/mes/form/groupQueue', params)).rows;
  const planProcess = (processId: number, workGroupId: number | null, days: number | null) =>
    factory.connection.db
      .updateTable('process')
      .set({ plannedEnd: days === null ? null : addDays(noon.today(), days), workGroupId })
      .where('factoryId', '=', factory.factoryId)
      .where('id', '=', processId)
      .execute();
  const startWork = async (processId: number, quantity: number, name: string, minutesAgo: number) => {
    const { employeeId } = await factory.createPerson(name, []);
    const at = new Date(Date.now() - minutesAgo * 60_000).toISOString();
    const people = [{ employeeId, ratio: 100 }];
    await factory.call('/mes/report/start', { processId, quantity, people, at });
    return at;
  };

  test('lists processes in work, then those that can be started, then those that wait, each by due date', async () => {
    const [lateOrder, soonOrder, undatedOrder, busyOrder, heldOrder] = [
      await factory.createOrder(7, ['a']),
      await factory.createOrder(8, ['a', 'b']),
      await factory.createOrder(9, ['a']),
      await factory.createOrder(6, ['a']),
      await factory.createOrder(5, ['a']),
    ];
    await planProcess(undatedOrder.processIds[0]!, turningGroupId, null);
    await planProcess(soonOrder.processIds[0]!, turningGroupId, 2);
    await planProcess(soonOrder.processIds[1]!, turningGroupId, 3);
    await planProcess(lateOrder.processIds[0]!, turningGroupId, -1);
    await planProcess(busyOrder.processIds[0]!, turningGroupId, 4);
    await planProcess(heldOrder.processIds[0]!, turningGroupId, 1);
    await factory.call('/mes/process/suspend', { processId: heldOrder.processIds[0]!, reason: 'No tool' });
    const firstStartedAt = await startWork(busyOrder.processIds[0]!, 4, 'Ann', 40);
    await startWork(busyOrder.processIds[0]!, 1, 'Ben', 10);

    const rows = await readQueue({ workGroupId: turningGroupId });
    expect(rows.map(({ id, section, position, quantity }) => [id, section, position, quantity])).toEqual([
      // One more piece can be started, but the list contains each process only once.
      [busyOrder.processIds[0], 'processing', 1, 5],
      [lateOrder.processIds[0], 'machinable', 1, 7],
      [soonOrder.processIds[0], 'machinable', 2, 8],
      [undatedOrder.processIds[0], 'machinable', 3, 9],
      [heldOrder.processIds[0], 'waitingNow', 1, 5],
      [soonOrder.processIds[1], 'waitingNow', 2, 8],
    ]);
    expect(rows[0]).toMatchObject({
      people: 'Ann, Ben',
      since: firstStartedAt,
      good: 0,
      target: 6,
      overdueDays: 0,
    });
    expect(rows[1]).toMatchObject({ people: null, since: null, overdueDays: 1, waitsFor: 'heldBy.start' });
    expect(rows[3]).toMatchObject({ dueDate: null, overdueDays: 0 });
    expect(rows[4]).toMatchObject({ waitsFor: 'heldBy.resume', waitsAt: null });
    expect(rows[5]).toMatchObject({ waitsFor: 'heldBy.process', waitsAt: '10 a' });
  });

  test('is that of one group, or of all groups if none is given, and never of another factory', async () => {
    const { processIds } = await factory.createOrder(3, ['a', 'b']);
    await planProcess(processIds[0]!, turningGroupId, 0);
    await planProcess(processIds[1]!, millingGroupId, 0);
    expect((await readQueue({ workGroupId: millingGroupId })).map(({ id }) => id)).toEqual([processIds[1]]);
    expect((await readQueue()).map(({ id, groupName }) => [id, groupName])).toEqual([
      [processIds[0], 'Turning'],
      [processIds[1], 'Milling'],
    ]);
    const otherFactory = await createTestFactory(await database.open());
    expect(
      (await otherFactory.call<{ rows: QueueRow[] }>('/mes/form/groupQueue', { workGroupId: turningGroupId }))
        .rows,
    ).toEqual([]);
  });

  test('lists the same next work as the terminal of the group, and at most `limit` rows per section', async () => {
    const orders = [];
    for (let count = 0; count < 4; count++) orders.push(await factory.createOrder(2 + count, ['a', 'b']));
    for (const [index, { processIds }] of orders.entries())
      for (const id of processIds) await planProcess(id, turningGroupId, 4 - index);
    const queue = await factory.call<{ processId: number }[]>('/mes/floor/queue', {
      workGroupId: turningGroupId,
    });
    const rows = await readQueue({ workGroupId: turningGroupId });
    expect(rows.filter(({ section }) => section === 'machinable').map(({ id }) => id)).toEqual(
      queue.map(({ processId }) => processId),
    );
    const limitedRows = await readQueue({ workGroupId: turningGroupId, limit: 2 });
    expect(limitedRows.map(({ id }) => id)).toEqual([
      orders[3]!.processIds[0],
      orders[2]!.processIds[0],
      orders[3]!.processIds[1],
      orders[2]!.processIds[1],
    ]);
  });

  test('leaves out what is done and orders that are not released', async () => {
    const { processIds, id, version } = await factory.createOrder(2, ['a', 'b']);
    const releasedOrder = await factory.createOrder(2, ['a']);
    await factory.call('/mes/order/suspend', { id, version });
    for (const processId of [...processIds, ...releasedOrder.processIds])
      await planProcess(processId, turningGroupId, 0);
    await startWork(releasedOrder.processIds[0]!, 2, 'Ann', 20);
    const [workingRow] = await readQueue({ workGroupId: turningGroupId });
    expect(workingRow).toMatchObject({ id: releasedOrder.processIds[0], section: 'processing' });
    const openReport = await factory.connection.db
      .selectFrom('workReport')
      .select('id')
      .where('factoryId', '=', factory.factoryId)
      .where('endedAt', 'is', null)
      .executeTakeFirstOrThrow();
    await factory.call('/mes/report/finish', { reportId: openReport.id, good: 2 });
    expect(await readQueue({ workGroupId: turningGroupId })).toEqual([]);
  });

  test('is computed again soon after the planned end of a night shift, when the order of the queue changes', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const [dueOrder, plannedOrder] = [
      await factory.createOrder(2, ['a']),
      await factory.createOrder(3, ['a']),
    ];
    await planProcess(dueOrder.processIds[0]!, turningGroupId, 1);
    await planProcess(plannedOrder.processIds[0]!, turningGroupId, 2);
    const startMs = Date.now();
    const endMs = startMs + 5 * MINUTE_MS;
    await sql`
      with plan as (
        insert into daily_plan (factory_id, day, number, released_at, released_by)
        values (${factory.factoryId}, ${addDays(noon.today(), -1)}, 1, now(), 'Li') returning factory_id, id
      )
      insert into daily_plan_line (factory_id, plan_id, position, process_id, work_group_id, starts_at, ends_at,
        quantity, quantity_left, was_started)
      select factory_id, id, 1, ${plannedOrder.processIds[0]}::bigint, ${turningGroupId}::bigint,
        ${new Date(startMs - MINUTE_MS).toISOString()}::timestamptz, ${new Date(endMs).toISOString()}::timestamptz, 3, 3, false
      from plan`.execute(factory.connection.db);
    const readProcessIds = async () => (await readQueue({ workGroupId: turningGroupId })).map(({ id }) => id);
    expect(await readProcessIds()).toEqual([plannedOrder.processIds[0], dueOrder.processIds[0]]);
    const refreshMs = findNextRefreshTime(groupQueue.clock!, 'Asia/Shanghai', endMs);
    expect(refreshMs - endMs).toBeLessThanOrEqual(MINUTE_MS);
    vi.setSystemTime(refreshMs);
    expect(await readProcessIds()).toEqual([dueOrder.processIds[0], plannedOrder.processIds[0]]);
  });
});
