import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { addDays } from '#shared/rules/days.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { createTestFactory, type TestFactory } from '#tests/support/floor.ts';
import { setZoneToNoon, type NoonClock } from '#tests/support/noon.ts';

interface CardRow {
  lane: string;
  id: number | null;
  count: number | null;
  position: number | null;
  name: string | null;
  detail: string | null;
  groupName: string | null;
  people: string | null;
  good: number | null;
  target: number | null;
  overdueDays: number | null;
  state: string | null;
}

describeForEachDatabase('The kanban of processes and orders', (database) => {
  let floor: TestFactory;
  let noon: NoonClock;
  beforeEach(async () => {
    floor = await createTestFactory(await database.open());
    noon = await setZoneToNoon(floor);
  });

  const readKanban = async (params: Record<string, unknown> = {}) => {
    const { rows } = await floor.call<{ rows: CardRow[] }>('/mes/form/processKanban', params);
    return {
      rows,
      counts: Object.fromEntries(rows.filter(({ id }) => id === null).map((row) => [row.lane, row.count])),
      cards: (lane: string) => rows.filter((row) => row.lane === lane && row.id !== null),
    };
  };
  const plan = (processId: number, days: number, more: { workGroupId?: number } = {}) =>
    floor.connection.db
      .updateTable('process')
      .set({ plannedEnd: addDays(noon.today(), days), ...more })
      .where('factoryId', '=', floor.factoryId)
      .where('id', '=', processId)
      .execute();
  const start = async (processId: number, quantity: number, name = 'Ann') => {
    const { employeeId } = await floor.person(name, []);
    const at = new Date(Date.now() - 600_000).toISOString();
    return floor.call<{ reportId: number }>('/mes/report/start', {
      processId,
      quantity,
      people: [{ employeeId, ratio: 100 }],
      at,
    });
  };
  const make = async (processId: number, quantity: number, good: number) => {
    const { reportId } = await start(processId, quantity);
    await floor.call(`/mes/report/${good === quantity ? 'finish' : 'unfinished'}`, { reportId, good });
    return reportId;
  };

  test('has each open process in one lane by its state and its pieces, and what was done today', async () => {
    const { processIds } = await floor.order(4, ['a', 'b']);
    const [ready, later] = processIds as [number, number];
    const busy = (await floor.order(5, ['a'])).processIds[0]!;
    const part = (await floor.order(6, ['a'])).processIds[0]!;
    const held = (await floor.order(7, ['a'])).processIds[0]!;
    const [done, afterDone] = (await floor.order(3, ['a', 'b'])).processIds as [number, number];
    const [old, afterOld] = (await floor.order(2, ['a', 'b'])).processIds as [number, number];
    await start(busy, 5, 'Ben');
    await make(part, 6, 2);
    await floor.call('/mes/process/suspend', { processId: held, reason: 'No tool' });
    await make(done, 3, 3);
    const oldReport = await make(old, 2, 2);
    await sql`update work_report set started_at = started_at - interval '1 day', ended_at = ended_at - interval '1 day'
      where factory_id = ${floor.factoryId} and id = ${oldReport}`.execute(floor.connection.db);
    await plan(part, -3);
    await plan(held, 0);

    const { cards, counts } = await readKanban();
    expect(counts).toEqual({ notStarted: 1, readyProcesses: 3, processing: 1, unfinished: 2, doneToday: 1 });
    expect(cards('notStarted').map(({ id }) => id)).toEqual([later]);
    expect(cards('readyProcesses').map(({ id }) => id)).toEqual([ready, afterDone, afterOld]);
    expect(cards('processing')).toMatchObject([{ id: busy, people: 'Ben', good: 0, target: 5 }]);
    expect(cards('unfinished')).toMatchObject([
      { id: part, overdueDays: 3, good: 2, state: 'unfinished' },
      { id: held, overdueDays: 0, good: 0, state: 'suspended' },
    ]);
    expect(cards('doneToday')).toMatchObject([{ id: done, good: 3, target: 3, detail: 'a', name: 'Part' }]);
  });

  test('counts every card of a lane, and has the first of them by due date', async () => {
    const ids = [];
    for (let count = 0; count < 4; count++) ids.push((await floor.order(1, ['a'])).processIds[0]!);
    for (const [index, id] of ids.entries()) await plan(id, 5 - index);
    const { cards, counts } = await readKanban({ limit: 2 });
    expect(counts.readyProcesses).toBe(4);
    expect(cards('readyProcesses').map(({ id, position }) => [id, position])).toEqual([
      [ids[3], 1],
      [ids[2], 2],
    ]);
  });

  test('has orders by their state, and those completed today', async () => {
    const released = await floor.order(4, ['a']);
    const working = await floor.order(5, ['a']);
    const held = await floor.order(6, ['a']);
    const done = await floor.order(2, ['a']);
    await floor.call('/mes/order/save', { code: 'DRAFT', name: 'Draft', quantity: 1 });
    await start(working.processIds[0]!, 5);
    await floor.call('/mes/order/suspend', { id: held.id, version: held.version });
    await make(done.processIds[0]!, 2, 2);
    await floor.connection.db
      .updateTable('workOrder')
      .set({ dueDate: addDays(noon.today(), -2) })
      .where('factoryId', '=', floor.factoryId)
      .execute();
    const { cards, counts } = await readKanban({ cardsShow: 'workOrder' });
    expect(counts).toEqual({ released: 1, inProgress: 1, suspended: 1, doneToday: 1 });
    expect(cards('released')).toMatchObject([{ id: released.id, target: 4, overdueDays: 2, detail: null }]);
    expect(cards('inProgress').map(({ id }) => id)).toEqual([working.id]);
    expect(cards('suspended').map(({ id }) => id)).toEqual([held.id]);
    expect(cards('doneToday')).toMatchObject([{ id: done.id, good: 2, overdueDays: 0, state: 'completed' }]);
  });

  test('of a group has only its processes, and only orders with work for it', async () => {
    const { id: workGroupId } = await floor.call<{ id: number }>('/mes/system/basic/group/save', {
      code: 'G',
      name: 'Turning',
    });
    const mine = await floor.order(1, ['a', 'b']);
    await floor.order(1, ['a']);
    await plan(mine.processIds[0]!, 1, { workGroupId });
    const { rows } = await readKanban({ workGroupId });
    expect(rows.flatMap(({ id, groupName }) => (id === null ? [] : [[id, groupName]]))).toEqual([
      [mine.processIds[0], 'Turning'],
    ]);
    const orders = await readKanban({ workGroupId, cardsShow: 'workOrder' });
    expect(orders.cards('released').map(({ id }) => id)).toEqual([mine.id]);
    expect((await readKanban({ cardsShow: 'workOrder' })).counts.released).toBe(2);
  });
});
