import { beforeEach, expect, test } from 'vitest';
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

describeForEachDatabase('The queue of a group', (database) => {
  let floor: TestFactory;
  let noon: NoonClock;
  let turning: number;
  let milling: number;
  const saveGroup = async (code: string, name: string) =>
    (await floor.call<{ id: number }>('/mes/system/basic/group/save', { code, name })).id;
  beforeEach(async () => {
    floor = await createTestFactory(await database.open());
    noon = await setZoneToNoon(floor);
    [turning, milling] = [await saveGroup('T', 'Turning'), await saveGroup('M', 'Milling')];
  });

  const readQueue = async (params: Record<string, unknown> = {}) =>
    (await floor.call<{ rows: QueueRow[] }>('/mes/form/groupQueue', params)).rows;
  const plan = (processId: number, workGroupId: number | null, days: number | null) =>
    floor.connection.db
      .updateTable('process')
      .set({ plannedEnd: days === null ? null : addDays(noon.today(), days), workGroupId })
      .where('factoryId', '=', floor.factoryId)
      .where('id', '=', processId)
      .execute();
  const start = async (processId: number, quantity: number, name: string, minutesAgo: number) => {
    const { employeeId } = await floor.person(name, []);
    const at = new Date(Date.now() - minutesAgo * 60_000).toISOString();
    const people = [{ employeeId, ratio: 100 }];
    await floor.call('/mes/report/start', { processId, quantity, people, at });
    return at;
  };

  test('has what is being worked on, then what can be started, then what waits, each by its due date', async () => {
    const [late, soon, open, busy, held] = [
      await floor.order(7, ['a']),
      await floor.order(8, ['a', 'b']),
      await floor.order(9, ['a']),
      await floor.order(6, ['a']),
      await floor.order(5, ['a']),
    ];
    await plan(open.processIds[0]!, turning, null);
    await plan(soon.processIds[0]!, turning, 2);
    await plan(soon.processIds[1]!, turning, 3);
    await plan(late.processIds[0]!, turning, -1);
    await plan(busy.processIds[0]!, turning, 4);
    await plan(held.processIds[0]!, turning, 1);
    await floor.call('/mes/process/suspend', { processId: held.processIds[0]!, reason: 'No tool' });
    const first = await start(busy.processIds[0]!, 4, 'Ann', 40);
    await start(busy.processIds[0]!, 1, 'Ben', 10);

    const rows = await readQueue({ workGroupId: turning });
    expect(rows.map(({ id, section, position, quantity }) => [id, section, position, quantity])).toEqual([
      // One piece can still be started, but a process is listed once.
      [busy.processIds[0], 'processing', 1, 5],
      [late.processIds[0], 'machinable', 1, 7],
      [soon.processIds[0], 'machinable', 2, 8],
      [open.processIds[0], 'machinable', 3, 9],
      [held.processIds[0], 'waitingNow', 1, 5],
      [soon.processIds[1], 'waitingNow', 2, 8],
    ]);
    expect(rows[0]).toMatchObject({ people: 'Ann, Ben', since: first, good: 0, target: 6, overdueDays: 0 });
    expect(rows[1]).toMatchObject({ people: null, since: null, overdueDays: 1, waitsFor: 'heldBy.start' });
    expect(rows[3]).toMatchObject({ dueDate: null, overdueDays: 0 });
    expect(rows[4]).toMatchObject({ waitsFor: 'heldBy.resume', waitsAt: null });
    expect(rows[5]).toMatchObject({ waitsFor: 'heldBy.process', waitsAt: '10 a' });
  });

  test('is that of the group only, and of every group without one; other factories have their own', async () => {
    const { processIds } = await floor.order(3, ['a', 'b']);
    await plan(processIds[0]!, turning, 0);
    await plan(processIds[1]!, milling, 0);
    expect((await readQueue({ workGroupId: milling })).map(({ id }) => id)).toEqual([processIds[1]]);
    expect((await readQueue()).map(({ id, groupName }) => [id, groupName])).toEqual([
      [processIds[0], 'Turning'],
      [processIds[1], 'Milling'],
    ]);
    const other = await createTestFactory(await database.open());
    expect(
      (await other.call<{ rows: QueueRow[] }>('/mes/form/groupQueue', { workGroupId: turning })).rows,
    ).toEqual([]);
  });

  test('has the same next work as the terminal of the group, and at most as many rows a section as asked for', async () => {
    const orders = [];
    for (let count = 0; count < 4; count++) orders.push(await floor.order(2 + count, ['a', 'b']));
    for (const [index, { processIds }] of orders.entries())
      for (const id of processIds) await plan(id, turning, 4 - index);
    const queue = await floor.call<{ processId: number }[]>('/mes/floor/queue', { workGroupId: turning });
    const rows = await readQueue({ workGroupId: turning });
    expect(rows.filter(({ section }) => section === 'machinable').map(({ id }) => id)).toEqual(
      queue.map(({ processId }) => processId),
    );
    const few = await readQueue({ workGroupId: turning, limit: 2 });
    expect(few.map(({ id }) => id)).toEqual([
      orders[3]!.processIds[0],
      orders[2]!.processIds[0],
      orders[3]!.processIds[1],
      orders[2]!.processIds[1],
    ]);
  });

  test('leaves out what is done and orders that are not released', async () => {
    const { processIds, id, version } = await floor.order(2, ['a', 'b']);
    const released = await floor.order(2, ['a']);
    await floor.call('/mes/order/suspend', { id, version });
    for (const one of [...processIds, ...released.processIds]) await plan(one, turning, 0);
    await start(released.processIds[0]!, 2, 'Ann', 20);
    const [working] = await readQueue({ workGroupId: turning });
    expect(working).toMatchObject({ id: released.processIds[0], section: 'processing' });
    const open = await floor.connection.db
      .selectFrom('workReport')
      .select('id')
      .where('factoryId', '=', floor.factoryId)
      .where('endedAt', 'is', null)
      .executeTakeFirstOrThrow();
    await floor.call('/mes/report/finish', { reportId: open.id, good: 2 });
    expect(await readQueue({ workGroupId: turning })).toEqual([]);
  });
});
