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
  let factory: TestFactory;
  let noon: NoonClock;
  beforeEach(async () => {
    factory = await createTestFactory(await database.open());
    noon = await setZoneToNoon(factory);
  });

  const readKanban = async (params: Record<string, unknown> = {}) => {
    const { rows } = await factory.call<{ rows: CardRow[] }>('/mes/form/processKanban', params);
    return {
      rows,
      counts: Object.fromEntries(rows.filter(({ id }) => id === null).map((row) => [row.lane, row.count])),
      listCards: (lane: string) => rows.filter((row) => row.lane === lane && row.id !== null),
    };
  };
  const planProcess = (processId: number, days: number, extraFields: { workGroupId?: number } = {}) =>
    factory.connection.db
      .updateTable('process')
      .set({ plannedEnd: addDays(noon.today(), days), ...extraFields })
      .where('factoryId', '=', factory.factoryId)
      .where('id', '=', processId)
      .execute();
  const startWork = async (processId: number, quantity: number, name = 'Ann') => {
    const { employeeId } = await factory.createPerson(name, []);
    const at = new Date(Date.now() - 600_000).toISOString();
    return factory.call<{ reportId: number }>('/mes/report/start', {
      processId,
      quantity,
      people: [{ employeeId, ratio: 100 }],
      at,
    });
  };
  const reportPieces = async (processId: number, quantity: number, good: number) => {
    const { reportId } = await startWork(processId, quantity);
    await factory.call(`/mes/report/${good === quantity ? 'finish' : 'unfinished'}`, { reportId, good });
    return reportId;
  };

  test('shows each open process in one lane by its state and pieces, and the processes done today', async () => {
    const { processIds } = await factory.createOrder(4, ['a', 'b']);
    const [readyId, laterId] = processIds as [number, number];
    const busyId = (await factory.createOrder(5, ['a'])).processIds[0]!;
    const partialId = (await factory.createOrder(6, ['a'])).processIds[0]!;
    const onHoldId = (await factory.createOrder(7, ['a'])).processIds[0]!;
    const [doneId, nextOfDoneId] = (await factory.createOrder(3, ['a', 'b'])).processIds as [number, number];
    const [oldId, nextOfOldId] = (await factory.createOrder(2, ['a', 'b'])).processIds as [number, number];
    await startWork(busyId, 5, 'Ben');
    await reportPieces(partialId, 6, 2);
    await factory.call('/mes/process/suspend', { processId: onHoldId, reason: 'No tool' });
    await reportPieces(doneId, 3, 3);
    const oldReportId = await reportPieces(oldId, 2, 2);
    await sql`update work_report set started_at = started_at - interval '1 day', ended_at = ended_at - interval '1 day'
      where factory_id = ${factory.factoryId} and id = ${oldReportId}`.execute(factory.connection.db);
    await planProcess(partialId, -3);
    await planProcess(onHoldId, 0);

    const { listCards, counts } = await readKanban();
    expect(counts).toEqual({ notStarted: 1, readyProcesses: 3, processing: 1, unfinished: 2, doneToday: 1 });
    expect(listCards('notStarted').map(({ id }) => id)).toEqual([laterId]);
    expect(listCards('readyProcesses').map(({ id }) => id)).toEqual([readyId, nextOfDoneId, nextOfOldId]);
    expect(listCards('processing')).toMatchObject([{ id: busyId, people: 'Ben', good: 0, target: 5 }]);
    expect(listCards('unfinished')).toMatchObject([
      { id: partialId, overdueDays: 3, good: 2, state: 'unfinished' },
      { id: onHoldId, overdueDays: 0, good: 0, state: 'suspended' },
    ]);
    expect(listCards('doneToday')).toMatchObject([
      { id: doneId, good: 3, target: 3, detail: 'a', name: 'Part' },
    ]);
  });

  test('counts every card of a lane, and has the first of them by due date', async () => {
    const ids = [];
    for (let count = 0; count < 4; count++) ids.push((await factory.createOrder(1, ['a'])).processIds[0]!);
    for (const [index, id] of ids.entries()) await planProcess(id, 5 - index);
    const { listCards, counts } = await readKanban({ limit: 2 });
    expect(counts.readyProcesses).toBe(4);
    expect(listCards('readyProcesses').map(({ id, position }) => [id, position])).toEqual([
      [ids[3], 1],
      [ids[2], 2],
    ]);
  });

  test('has orders by their state, and those completed today', async () => {
    const releasedOrder = await factory.createOrder(4, ['a']);
    const startedOrder = await factory.createOrder(5, ['a']);
    const heldOrder = await factory.createOrder(6, ['a']);
    const doneOrder = await factory.createOrder(2, ['a']);
    await factory.call('/mes/order/save', { code: 'DRAFT', name: 'Draft', quantity: 1 });
    await startWork(startedOrder.processIds[0]!, 5);
    await factory.call('/mes/order/suspend', { id: heldOrder.id, version: heldOrder.version });
    await reportPieces(doneOrder.processIds[0]!, 2, 2);
    await factory.connection.db
      .updateTable('workOrder')
      .set({ dueDate: addDays(noon.today(), -2) })
      .where('factoryId', '=', factory.factoryId)
      .execute();
    const { listCards, counts } = await readKanban({ cardsShow: 'workOrder' });
    expect(counts).toEqual({ released: 1, inProgress: 1, suspended: 1, doneToday: 1 });
    expect(listCards('released')).toMatchObject([
      { id: releasedOrder.id, target: 4, overdueDays: 2, detail: null },
    ]);
    expect(listCards('inProgress').map(({ id }) => id)).toEqual([startedOrder.id]);
    expect(listCards('suspended').map(({ id }) => id)).toEqual([heldOrder.id]);
    expect(listCards('doneToday')).toMatchObject([
      { id: doneOrder.id, good: 2, overdueDays: 0, state: 'completed' },
    ]);
  });

  test('of a group shows only its processes, and only orders with work for the group', async () => {
    const { id: workGroupId } = await factory.call<{ id: number }>('/mes/system/basic/group/save', {
      code: 'G',
      name: 'Turning',
    });
    const groupOrder = await factory.createOrder(1, ['a', 'b']);
    await factory.createOrder(1, ['a']);
    await planProcess(groupOrder.processIds[0]!, 1, { workGroupId });
    const { rows } = await readKanban({ workGroupId });
    expect(rows.flatMap(({ id, groupName }) => (id === null ? [] : [[id, groupName]]))).toEqual([
      [groupOrder.processIds[0], 'Turning'],
    ]);
    const orderKanban = await readKanban({ workGroupId, cardsShow: 'workOrder' });
    expect(orderKanban.listCards('released').map(({ id }) => id)).toEqual([groupOrder.id]);
    expect((await readKanban({ cardsShow: 'workOrder' })).counts.released).toBe(2);
  });
});
