import { sql } from 'kysely';
import { beforeEach, expect, it } from 'vitest';
import type { ScheduleProposal } from '#shared/answers/schedule.ts';
import type { ScheduleChange } from '#shared/answers/schedule/changes.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { readRefusalCode, type RefusedCallError, type CreatedOrder } from '#tests/support/floor.ts';
import { startWorkByNewPerson } from '#tests/support/reports.ts';
import {
  createScheduleFloor,
  findBar,
  registerTestPlanner,
  type ScheduleFloor,
} from '#tests/support/schedule-floor.ts';

const TURN = { name: 'Turn', deviceMinutes: 30, manMachineRatio: 1 };
const MILL = { ...TURN, name: 'Mill', deviceMinutes: 10, preparationMinutes: 20, transferMinutes: 60 };
const PATH = '/mes/plan/schedule';

describeForEachDatabase('Applying a plan', (database) => {
  registerTestPlanner(database);
  let floor: ScheduleFloor;
  let order: CreatedOrder;
  let proposal: ScheduleProposal;

  beforeEach(async () => {
    floor = await createScheduleFloor(await database.open());
    order = await floor.addOrder(10, [TURN, MILL], 3);
    await floor.addOrder(4, [TURN], 1);
    proposal = await floor.propose();
  });

  const countPlanned = async (): Promise<number> => {
    const { rows } = await sql<{ count: number }>`select count(*) as count from planned_operation
      where factory_id = ${floor.factory.factoryId}`.execute(floor.factory.connection.db);
    return rows[0]!.count;
  };
  const listChanges = async () =>
    (await floor.factory.call<{ rows: ScheduleChange[] }>(`${PATH}/changes`, { id: proposal.run.id })).rows;
  const saveProcess = async (id: number, fields: Record<string, unknown>) => {
    const { version } = await floor.factory.call<{ version: number }>('/mes/process/get', { id });
    await floor.factory.call('/mes/process/save', { id, version, ...fields });
  };
  /**
   * Expects that applying the plan is refused because of one change, and that both the refusal and the list of changes
   * name this change.
   */
  const expectRefused = async (kind: ScheduleChange['kind'], entity: string, id: number) => {
    const error = await floor.apply(proposal.run.id).then(
      () => null,
      (reason: unknown) => reason as RefusedCallError,
    );
    expect(error).toMatchObject({ code: 'scheduleOutdated', params: { count: 1 } });
    expect(error!.rows).toMatchObject([{ entity, id }]);
    expect(error!.rows[0]!.name).not.toBe('');
    expect(await listChanges()).toMatchObject([{ kind, entity, id }]);
    expect(await countPlanned()).toBe(0);
    expect((await floor.readPresent()).plan).toBeNull();
  };

  it('makes the proposal the present plan, minute by minute', async () => {
    const [turn, mill] = order.processIds.map((id) => findBar(proposal, id));
    // Both lathes are open from 8 to 16. Turning ten pieces takes 10 × 30 = 300 minutes of this time.
    expect(turn).toMatchObject({ state: 'notStarted', workGroupId: floor.groupId, name: 'Turn', seq: 10 });
    expect(floor.deviceIds).toContain(turn!.machine);
    const openMinutes = (from: number, until: number) =>
      proposal.plan!.calendars[0]!.reduce(
        (sum, [start, end]) => sum + Math.max(0, Math.min(end, until) - Math.max(start, from)),
        0,
      );
    expect(openMinutes(turn!.start, turn!.end)).toBe(300);
    expect(openMinutes(mill!.start, mill!.end)).toBe(120);
    // Milling starts only after turning has ended.
    expect(mill!.start).toBeGreaterThanOrEqual(turn!.end);
    expect(proposal.run.figures).toMatchObject({ placed: 3, unplaced: 0, orders: 2 });
    expect(await listChanges()).toEqual([]);
    await floor.apply(proposal.run.id);
    const present = await floor.readPresent();
    expect(present.run).toMatchObject({ id: proposal.run.id, state: 'applied', appliedBy: 'Admin' });
    expect(present.plan!.bars).toEqual(proposal.plan!.bars);
    expect(await countPlanned()).toBe(3);
  });

  it('is refused after another due date', async () => {
    await floor.factory.call('/mes/order/save', {
      id: order.id,
      version: order.version,
      dueDate: floor.getDay(2),
    });
    await expectRefused('orderDatesChanged', 'workOrder', order.id);
  });

  it('is refused after another priority', async () => {
    await floor.factory.call('/mes/order/save', { id: order.id, version: order.version, priority: 1 });
    await expectRefused('weightChanged', 'workOrder', order.id);
  });

  it('is refused after an appointment', async () => {
    const id = order.processIds[0]!;
    await saveProcess(id, {
      appointmentStart: floor.getInstant(1, 9),
      appointmentEnd: floor.getInstant(1, 14),
    });
    await expectRefused('pinChanged', 'process', id);
  });

  it('is refused after a planned machine and after another standard time', async () => {
    const [turnId, millId] = order.processIds as [number, number];
    await saveProcess(turnId, { deviceId: floor.deviceIds[1] });
    await expectRefused('placeChanged', 'process', turnId);
    proposal = await floor.propose();
    await saveProcess(millId, { deviceMinutes: 12 });
    await expectRefused('estimateChanged', 'process', millId);
  });

  it('is refused after a downtime, but not after one that is longer ago', async () => {
    const [deviceId] = floor.deviceIds as [number, number];
    const saveDowntime = async (days: number) => {
      const { version } = await floor.factory.call<{ version: number }>('/mes/system/basic/device/get', {
        id: deviceId,
      });
      await floor.factory.call('/mes/system/basic/device/save', {
        id: deviceId,
        version,
        downtimes: [{ downFrom: floor.getInstant(days, 9), downUntil: floor.getInstant(days, 11) }],
      });
    };
    await saveDowntime(-1);
    expect(await listChanges()).toEqual([]);
    await saveDowntime(1);
    await expectRefused('calendarChanged', 'device', deviceId);
  });

  it('is possible after another order was released, which the next plan places', async () => {
    const addedOrder = await floor.addOrder(1, [TURN]);
    expect(await listChanges()).toEqual([]);
    await floor.apply(proposal.run.id);
    const present = await floor.readPresent();
    expect(findBar(present, order.processIds[0]!)).toBeDefined();
    expect(findBar(present, addedOrder.processIds[0]!)).toBeUndefined();
    expect(findBar(await floor.propose(), addedOrder.processIds[0]!)).toBeDefined();
  });

  it('is refused after a new process of a planned order', async () => {
    const { partId, craftId } = await floor.factory.call<{ partId: number; craftId: number }>(
      '/mes/process/get',
      { id: order.processIds[0] },
    );
    const processId = await floor.save('/mes/process', {
      ...{ partId, craftId, seq: 90, plannedQuantity: 10, deviceMinutes: 5 },
      workGroupId: floor.groupId,
    });
    await expectRefused('processAdded', 'process', processId);
  });

  it('is refused after an order was cancelled', async () => {
    const added = await floor.addOrder(1, [TURN]);
    proposal = await floor.propose();
    await floor.factory.call('/mes/order/cancel', { id: added.id, version: added.version });
    await expectRefused('processGone', 'process', added.processIds[0]!);
  });

  it('is refused after a process was suspended, and lists it with its followers as not planned', async () => {
    const [turnId, millId] = order.processIds as [number, number];
    await floor.factory.call('/mes/process/suspend', { processId: turnId, reason: 'tool' });
    await expectRefused('suspensionChanged', 'process', turnId);
    const { plan } = await floor.propose();
    expect(
      plan!.unplaced.map(({ processId, reason, predecessor }) => [processId, reason, predecessor]),
    ).toEqual([
      [turnId, 'suspended', null],
      [millId, 'predecessorUnplaced', turnId],
    ]);
  });

  it('is applied in the middle of reports', async () => {
    const [turnId, millId] = order.processIds as [number, number];
    const { reportId } = await startWorkByNewPerson(floor.factory, turnId, 10, {
      deviceId: floor.deviceIds[0],
    });
    await floor.factory.call('/mes/report/finish', { reportId, good: 10 });
    await startWorkByNewPerson(floor.factory, millId, 5, { deviceId: floor.deviceIds[0], at: undefined });
    expect(await listChanges()).toEqual([]);
    await floor.apply(proposal.run.id);
    // The new plan leaves out the finished process, and keeps the running process in its place.
    const { rows } = await sql<{ processId: number }>`select process_id from planned_operation
      where factory_id = ${floor.factory.factoryId} order by process_id`.execute(floor.factory.connection.db);
    expect(rows.map(({ processId }) => processId)).not.toContain(turnId);
    expect(rows.map(({ processId }) => processId)).toContain(millId);
    expect(rows).toHaveLength(2);
  });

  it('at once by two people succeeds once, and outdates the proposals before it', async () => {
    const otherProposal = await floor.propose({ keep: 'keepOrder' });
    const codes = await Promise.all(
      [proposal.run.id, proposal.run.id, otherProposal.run.id].map((id) => readRefusalCode(floor.apply(id))),
    );
    expect(codes.filter((code) => code === 'accepted')).toHaveLength(1);
    expect(codes.filter((code) => code === 'scheduleNotReady')).toHaveLength(2);
    const states = [
      await floor.readStatus(proposal.run.id),
      await floor.readStatus(otherProposal.run.id),
    ].map(({ state }) => state);
    expect(states.toSorted()).toEqual(['applied', 'outdated']);
    expect(await countPlanned()).toBe(3);
  });

  it('replaces the plan before as a whole, or leaves it when the transaction fails', async () => {
    await floor.apply(proposal.run.id);
    const nextProposal = await floor.propose({ keep: 'planAfresh' });
    const { db } = floor.factory.connection;
    // A trigger lets the last statements of the transaction fail, after the rows of the plan were replaced.
    await sql`create function refuse_apply() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$`.execute(
      db,
    );
    await sql`create trigger refuse_apply before update of applied_at on schedule_run for each row execute function refuse_apply()`.execute(
      db,
    );
    const before = await floor.readPresent();
    const { rows: rowsBefore } = await sql`select * from planned_operation order by process_id`.execute(db);
    expect(await readRefusalCode(floor.apply(nextProposal.run.id))).toBe('internal');
    await sql`drop trigger refuse_apply on schedule_run`.execute(db);
    await sql`drop function refuse_apply`.execute(db);
    expect(await floor.readPresent()).toEqual(before);
    const { rows: rowsAfter } = await sql`select * from planned_operation order by process_id`.execute(db);
    expect(rowsAfter).toEqual(rowsBefore);
    expect((await floor.readStatus(nextProposal.run.id)).state).toBe('ready');
    await floor.apply(nextProposal.run.id);
    expect((await floor.readPresent()).run!.id).toBe(nextProposal.run.id);
    expect(await floor.readStatus(proposal.run.id)).toMatchObject({ state: 'applied' });
    expect((await floor.readStatus(proposal.run.id)).replacedAt).not.toBeNull();
  });

  it('moves nothing when the applied plan is planned again in its order', async () => {
    // All orders start tomorrow. Work that starts now would move, because the next plan is computed later.
    for (const { id } of proposal.plan!.orders) {
      const { version } = await floor.factory.call<{ version: number }>('/mes/order/get', { id });
      await floor.factory.call('/mes/order/save', { id, version, plannedStart: floor.getDay(1) });
    }
    proposal = await floor.propose();
    await floor.apply(proposal.run.id);
    const nextProposal = await floor.propose({ keep: 'keepOrder' });
    expect(nextProposal.run).toMatchObject({ moved: 0, machineChanged: 0, before: { placed: 3 } });
    expect(nextProposal.comparison).toEqual({
      newlyLate: [],
      newlyOnTime: [],
      shifted: [],
      moved: [],
      newlyPlaced: [],
      newlyUnplaced: [],
    });
  });
});
