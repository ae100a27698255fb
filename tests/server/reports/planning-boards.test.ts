import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ScheduleProposal } from '#shared/answers/schedule.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { createTestFactory, type CreatedOrder } from '#tests/support/floor.ts';
import { startWorkByNewPerson } from '#tests/support/reports.ts';
import {
  createScheduleFloor,
  findBar,
  startTestPlanner,
  type ScheduleFloor,
  type TestPlanner,
} from '#tests/support/schedule-floor.ts';

const TURN = { name: 'Turn', deviceMinutes: 60, manMachineRatio: 1 };
const MINUTE_MS = 60_000;

interface WorkRow {
  deviceId: number;
  processId: number;
  downtimePosition: number;
  inRepair: boolean;
  orderCode: string | null;
  workState: string | null;
  startsAt: string | null;
  endsAt: string | null;
  orderLateDays: number;
}
interface CauseRow {
  id: number;
  position: number;
  causePosition: number;
  lateMinutes: number;
  causeMinutes: number;
  cause: string;
  deviceName: string | null;
  behindOrders: string | null;
}
interface QueueRow {
  id: number;
  section: string;
  deviceName: string | null;
  plannedStart: string | null;
}

describeForEachDatabase('The boards of planners', (database) => {
  let floor: ScheduleFloor;
  let planner: TestPlanner;
  let orders: CreatedOrder[];
  let plan: NonNullable<ScheduleProposal['plan']>;
  const read = async <R>(report: string, params: Record<string, unknown> = {}): Promise<R[]> =>
    (await floor.factory.call<{ rows: R[] }>(`/mes/form/${report}`, params)).rows;
  const toIso = (minutes: number) => new Date(minutes * MINUTE_MS).toISOString();

  beforeAll(async () => {
    planner = await startTestPlanner(await database.open());
    floor = await createScheduleFloor(await database.open());
  });
  afterAll(() => planner?.close());

  it('show what each machine does within the next hours', async () => {
    expect(await read('machineSchedule')).toEqual([]);
    expect(await read('lateOrders')).toEqual([]);
    // Two lathes have six days of work, and two of the orders are due today.
    orders = [];
    for (const dueInDays of [0, 0, 3, 9, 9, 9]) orders.push(await floor.addOrder(8, [TURN], dueInDays));
    const proposal = await floor.propose();
    plan = proposal.plan!;
    await floor.apply(proposal.run.id);
    const rows = await read<WorkRow>('machineSchedule', { hours: 24 });
    const shownBars = plan.bars.filter(({ start }) => start * MINUTE_MS < Date.now() + 24 * 3_600_000);
    expect(shownBars.length).toBeLessThan(plan.bars.length);
    expect(shownBars.length).toBeGreaterThanOrEqual(2);
    expect(
      rows.map(({ processId, deviceId, startsAt, endsAt }) => [processId, deviceId, startsAt, endsAt]),
    ).toEqual(
      shownBars
        .toSorted((a, b) => a.machine! - b.machine! || a.start - b.start)
        .map((bar) => [bar.processId, bar.machine, toIso(bar.start), toIso(bar.end)]),
    );
    const lateIds = plan.orders.filter(({ lateBy }) => lateBy > 0).map(({ id }) => id);
    expect(lateIds.length).toBeGreaterThan(0);
    for (const { processId, orderLateDays } of rows)
      expect([processId, orderLateDays > 0]).toEqual([
        processId,
        lateIds.includes(findBar({ plan }, processId).orderId),
      ]);
    expect(new Set(rows.map(({ workState }) => workState))).toEqual(new Set(['workPlanned']));
  });

  it('list late orders with causes that add up, the longest delay first, and none of another factory', async () => {
    const rows = await read<CauseRow>('lateOrders');
    const late = plan.orders
      .filter(({ lateBy }) => lateBy > 0)
      .toSorted((a, b) => b.lateBy - a.lateBy || a.id - b.id);
    expect([...new Set(rows.map(({ id }) => id))]).toEqual(late.map(({ id }) => id));
    for (const { id, lateBy, causes } of late) {
      const orderRows = rows.filter((row) => row.id === id);
      expect(orderRows.map(({ cause, causeMinutes }) => [cause, causeMinutes])).toEqual(
        causes.map(({ kind, minutes }) => [kind, minutes]),
      );
      expect(orderRows.reduce((sum, { causeMinutes }) => sum + causeMinutes, 0)).toBe(lateBy);
      expect(orderRows[0]!.lateMinutes).toBe(lateBy);
    }
    expect(await read('lateOrders', { limit: 1 })).toEqual(rows.filter(({ position }) => position === 1));
    const otherFactory = await createTestFactory(await database.open());
    for (const report of ['lateOrders', 'machineSchedule'])
      expect(await otherFactory.call(`/mes/form/${report}`, {})).toMatchObject({ rows: [] });
  });

  it('show the queue of a machine in the order of its plan', async () => {
    const [deviceId] = floor.deviceIds;
    const expected = plan.bars
      .filter(({ machine }) => machine === deviceId)
      .toSorted((a, b) => a.start - b.start);
    expect(expected.length).toBeGreaterThan(1);
    const queue = await read<QueueRow>('groupQueue', { deviceId });
    expect(queue.map(({ id, plannedStart }) => [id, plannedStart])).toEqual(
      expected.map((bar) => [bar.processId, toIso(bar.start)]),
    );
    expect(queue[0]).toMatchObject({ section: 'machinable', deviceName: 'Lathe L1' });
    // Work that runs on this machine comes first, although the plan has it on another machine.
    const barElsewhere = plan.bars.find(({ machine }) => machine !== deviceId)!;
    await startWorkByNewPerson(floor.factory, barElsewhere.processId, 1, { deviceId });
    const [first, ...otherRows] = await read<QueueRow>('groupQueue', { deviceId });
    expect(first).toMatchObject({ id: barElsewhere.processId, section: 'processing', plannedStart: null });
    expect(otherRows.map(({ id }) => id)).toEqual(expected.map(({ processId }) => processId));
    const work = (await read<WorkRow>('machineSchedule')).find(
      ({ processId }) => processId === barElsewhere.processId,
    );
    expect(work).toMatchObject({ workState: 'processing', deviceId: barElsewhere.machine });
  });

  it('show the planned downtimes of a machine from the last hour on', async () => {
    const getTimeFromNow = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
    const reasonId = await floor.save('/mes/system/classify', {
      classId: 'downtimeReason',
      code: 'D-1',
      name: 'Overhaul',
    });
    const downtimes = [
      [-5, -2],
      [-3, -0.5],
      [20, 40],
      [30, 40],
    ].map(([from, until]) => ({
      downFrom: getTimeFromNow(from!),
      downUntil: getTimeFromNow(until!),
      reasonId,
    }));
    const device = { code: 'L8', name: 'Lathe L8', workGroupId: floor.groupId, downtimes };
    const deviceId = await floor.save('/mes/system/basic/device', device);
    const readRows = async () =>
      (await read<WorkRow>('machineSchedule', { hours: 24 })).filter((row) => row.deviceId === deviceId);
    const shown = { processId: 0, workState: 'downtimes', downtimeReason: 'Overhaul', orderCode: null };
    expect(await readRows()).toMatchObject([
      { ...shown, downtimePosition: 2, startsAt: downtimes[1]!.downFrom, endsAt: downtimes[1]!.downUntil },
      { ...shown, downtimePosition: 3, startsAt: downtimes[2]!.downFrom, endsAt: downtimes[2]!.downUntil },
    ]);
  });

  it('mark work that has not begun in time and machines without work, and leave out closed orders', async () => {
    const { connection, factoryId } = floor.factory;
    const [first] = (await read<WorkRow>('machineSchedule')).filter(
      ({ workState }) => workState === 'workPlanned',
    );
    const planStart = (minutesAgo: number) =>
      sql`update planned_operation set starts_at = now() - make_interval(mins => ${minutesAgo})
        where factory_id = ${factoryId} and process_id = ${first!.processId}`.execute(connection.db);
    const readState = async () =>
      (await read<WorkRow>('machineSchedule')).find(({ processId }) => processId === first!.processId)
        ?.workState;
    // The tolerance is half an hour.
    await planStart(29);
    expect(await readState()).toBe('workPlanned');
    await planStart(31);
    expect(await readState()).toBe('behindPlan');
    const lateOrdersBefore = await read<CauseRow>('lateOrders');
    const deviceInRepairId = await floor.save('/mes/system/basic/device', {
      code: 'L9',
      name: 'Lathe L9',
      workGroupId: floor.groupId,
      status: 'repair',
    });
    expect(
      (await read<WorkRow>('machineSchedule')).filter(({ deviceId }) => deviceId === deviceInRepairId),
    ).toMatchObject([{ processId: 0, workState: null, inRepair: true, orderCode: null }]);
    const lastLateOrder = orders.find(({ id }) => id === lateOrdersBefore.at(-1)!.id)!;
    const { version } = await floor.factory.call<{ version: number }>('/mes/order/get', {
      id: lastLateOrder.id,
    });
    await floor.factory.call('/mes/order/close', { id: lastLateOrder.id, version });
    const lateOrdersAfter = await read<CauseRow>('lateOrders');
    expect(lateOrdersAfter).toEqual(lateOrdersBefore.filter(({ id }) => id !== lastLateOrder.id));
  });
});
