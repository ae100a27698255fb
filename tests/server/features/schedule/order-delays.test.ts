import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { OrderDelayNotice } from '#shared/answers/schedule/order-delay.ts';
import type { Entity } from '#shared/entities/index.ts';
import { addCommitListener } from '#server/db/transaction.ts';
import { forecastOrders, listPlannedFactories } from '#server/features/schedule/delays/forecast-orders.ts';
import { findDelays } from '#server/features/schedule/delays/find-delays.ts';
import { keepDelays } from '#server/features/schedule/delays/keep-delays.ts';
import { PlanWatch } from '#server/features/schedule/watch-plans.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { readRefusalCode } from '#tests/support/floor.ts';
import {
  createScheduleFloor,
  registerTestPlanner,
  type ScheduleFloor,
} from '#tests/support/schedule-floor.ts';

const TURN = { name: 'Turn', deviceMinutes: 60, manMachineRatio: 1 };
const allowWrite = async () => true;

describeForEachDatabase('An order that becomes late', (database) => {
  registerTestPlanner(database);
  let floor: ScheduleFloor;
  let lateOrderId: number;
  beforeAll(async () => {
    floor = await createScheduleFloor(await database.open());
  });

  const storeDelays = async (mayWrite = allowWrite): Promise<void> => {
    const { db } = floor.factory.connection;
    const factory = (await listPlannedFactories(db)).find(
      ({ factoryId }) => factoryId === floor.factory.factoryId,
    )!;
    await keepDelays(db, factory, await forecastOrders(db, factory), mayWrite);
  };
  const readNotices = async (
    caller: Pick<ScheduleFloor['factory'], 'call'> = floor.factory,
  ): Promise<OrderDelayNotice[]> =>
    (await caller.call<{ rows: OrderDelayNotice[] }>('/mes/plan/delays', {})).rows;
  const changeDevice = async (index: number, status: string): Promise<void> => {
    const device = await floor.factory.call<Entity<'device'>>('/mes/system/basic/device/get', {
      id: floor.deviceIds[index],
    });
    await floor.save('/mes/system/basic/device', { id: device.id, version: device.version, status });
  };
  const countDelays = async () => {
    const { rows } = await sql<{ delays: number; notices: number }>`
      select (select count(*)::int from order_delay where factory_id = ${floor.factory.factoryId}) as delays,
        (select count(*)::int from order_delay_notice where factory_id = ${floor.factory.factoryId}) as notices`.execute(
      floor.factory.connection.db,
    );
    return rows[0];
  };

  it('causes no notice while all orders are on time', async () => {
    // The two lathes work eight hours a day, and it is noon. Each order keeps one lathe busy until tomorrow, and is due
    // tomorrow.
    await floor.addOrder(10, [TURN], 1);
    await floor.addOrder(10, [TURN], 1);
    const { run, plan } = await floor.propose();
    expect(plan!.orders.map(({ lateBy }) => lateBy)).toEqual([0, 0]);
    await floor.apply(run.id);
    await storeDelays();
    expect(await readNotices()).toEqual([]);
    expect(await countDelays()).toEqual({ delays: 0, notices: 0 });
  });

  it('causes one notice to each planner, with the causes, when a machine breaks down', async () => {
    const reader = await floor.factory.createPerson('Reader', []);
    const scheduler = await floor.factory.createPerson('Scheduler', ['WORK_PLAN_CYCLE_SCHEDULE']);
    await changeDevice(1, 'repair');
    // A node that has lost its lease writes nothing.
    await storeDelays(async () => false);
    expect(await countDelays()).toEqual({ delays: 0, notices: 0 });
    await storeDelays();
    const [notice, ...otherNotices] = await readNotices(scheduler);
    expect(otherNotices).toEqual([]);
    expect(notice!.reason).toMatchObject({ stuck: null, projectedEnd: expect.any(String) });
    expect(notice!.reason.lateBy).toBeGreaterThan(0);
    expect(notice!.reason.causes.reduce((sum, { minutes }) => sum + minutes, 0)).toBe(notice!.reason.lateBy);
    // The order now waits for the working lathe, on which the other order comes first.
    expect(notice!.reason.causes).toContainEqual(
      expect.objectContaining({ kind: 'machine', machineName: 'Lathe L1', orderCodes: [expect.any(String)] }),
    );
    expect(await readNotices(reader)).toEqual([]);
    const order = await floor.factory.call<Entity<'workOrder'>>('/mes/order/get', { id: notice!.orderId });
    expect(order.projectedEnd! > floor.getInstant(2, 0)).toBe(true);
    const before = await countDelays();
    await Promise.all([storeDelays(), storeDelays()]);
    expect(await countDelays()).toEqual(before);
    expect(await readRefusalCode(reader.call('/mes/plan/delays/seen', { delayId: notice!.delayId }))).toBe(
      'rowNotFound',
    );
    await scheduler.call('/mes/plan/delays/seen', { delayId: notice!.delayId });
    expect(await readNotices(scheduler)).toEqual([]);
    expect(await readNotices()).toHaveLength(1);
  });

  it('causes a new notice if it was on time in between', async () => {
    await changeDevice(1, 'normal');
    await storeDelays();
    expect(await readNotices()).toEqual([]);
    await changeDevice(1, 'repair');
    await storeDelays();
    const [newNotice, ...otherNotices] = await readNotices();
    expect(otherNotices).toEqual([]);
    expect(await countDelays()).toMatchObject({ delays: 2 });
    expect(newNotice!.beganAt > floor.getInstant(0, 0)).toBe(true);
  });

  it('is stored with the process that can no longer be done', async () => {
    await changeDevice(0, 'repair');
    await storeDelays();
    const notices = await readNotices();
    expect(notices.map(({ reason }) => reason.stuck)).toContainEqual({
      process: 'Turn',
      reason: 'noResource',
    });
    await changeDevice(0, 'normal');
  });

  it('causes no notice if it was late when the plan was applied', async () => {
    const { run, plan } = await floor.propose();
    const lateIds = plan!.orders.filter(({ lateBy }) => lateBy > 0).map(({ id }) => id);
    expect(lateIds).toHaveLength(1);
    lateOrderId = lateIds[0]!;
    const db = floor.factory.connection.db;
    await sql`delete from order_delay_notice where factory_id = ${floor.factory.factoryId}`.execute(db);
    await sql`delete from order_delay where factory_id = ${floor.factory.factoryId}`.execute(db);
    await floor.apply(run.id);
    await storeDelays();
    expect(await countDelays()).toEqual({ delays: 1, notices: 0 });
  });

  it('causes a notice if it was late in a plan that the server applied by itself', async () => {
    const { factoryId, connection } = floor.factory;
    const { db } = connection;
    await sql`update schedule_run set requested_for = 'replanNightly', applies_itself = true
      where factory_id = ${factoryId} and state = 'applied' and replaced_at is null`.execute(db);
    await sql`delete from order_delay_look where factory_id = ${factoryId}`.execute(db);
    await sql`delete from order_delay where factory_id = ${factoryId}`.execute(db);
    await storeDelays();
    expect((await readNotices()).map(({ orderId }) => orderId)).toEqual([lateOrderId]);
    await sql`update schedule_run set applies_itself = false where factory_id = ${factoryId}`.execute(db);
    await sql`delete from order_delay_notice where factory_id = ${factoryId}`.execute(db);
  });

  it('causes notices to the leader, the head of the department and, by the setting, the customer', async () => {
    const { factory } = floor;
    const department = await floor.save('/mes/system/basic/department', { code: 'D', name: 'Shop' });
    const group = await factory.call<Entity<'workGroup'>>('/mes/system/basic/group/get', {
      id: floor.groupId,
    });
    await floor.save('/mes/system/basic/group', {
      id: group.id,
      version: group.version,
      departmentId: department,
    });
    const people = [];
    for (const name of ['Leader', 'Head', 'Hand']) {
      const person = await factory.createPerson(name, []);
      people.push(person);
    }
    const [leader, head, worker] = people;
    const { db } = factory.connection;
    const setDepartment = (employeeId: number, role: string) =>
      sql`update employee set department_id = ${department}, departmental_role = ${role}
        where factory_id = ${factory.factoryId} and id = ${employeeId}`.execute(db);
    await setDepartment(head!.employeeId, 'head');
    await setDepartment(worker!.employeeId, 'staff');
    const customerId = await floor.save('/mes/system/basic/customer', { code: 'K', shortName: 'K' });
    const projectId = await floor.save('/mes/project', {
      code: 'P',
      name: 'P',
      leaderId: leader!.employeeId,
    });
    const accounts = await sql<{ id: number }>`
      insert into account (factory_id, kind, customer_id, code) values (${factory.factoryId}, 'customer', ${customerId}, 'buyer')
      returning id`.execute(db);
    const readNotifiedIds = async () => {
      const { rows } = await sql<{ accountId: number }>`
        select n.account_id from order_delay_notice n join order_delay d on d.factory_id = n.factory_id and d.id = n.delay_id
        where n.factory_id = ${factory.factoryId} and d.order_id = ${lateOrderId} and d.ended_at is null`.execute(
        db,
      );
      return rows.map(({ accountId }) => accountId);
    };
    const settingId = await floor.save('/mes/system/basic/cycleScheduleSetting', { tellsCustomers: false });
    const order = await factory.call<Entity<'workOrder'>>('/mes/order/get', { id: lateOrderId });
    await floor.save('/mes/order', { id: lateOrderId, version: order.version, customerId, projectId });
    await sql`update order_delay set ended_at = now() where factory_id = ${factory.factoryId}`.execute(db);
    await storeDelays();
    const notifiedIds = await readNotifiedIds();
    expect(await readNotices(leader!)).toHaveLength(1);
    expect(await readNotices(head!)).toHaveLength(1);
    expect(await readNotices(worker!)).toEqual([]);
    expect(notifiedIds).not.toContain(accounts.rows[0]!.id);
    await floor.save('/mes/system/basic/cycleScheduleSetting', {
      id: settingId,
      version: 1,
      tellsCustomers: true,
    });
    await sql`update order_delay set ended_at = now() where factory_id = ${factory.factoryId}`.execute(db);
    await storeDelays();
    expect((await readNotifiedIds()).sort()).toEqual([...notifiedIds, accounts.rows[0]!.id].sort());
  });

  it('is found by one node after each change, and by another node after the first has stopped', async () => {
    const { db } = floor.factory.connection;
    const errors: unknown[] = [];
    const startWatch = () => {
      const watch = new PlanWatch(db, {
        onError: (error) => errors.push(error),
        roundIntervalMs: 200,
        changeDelayMs: 20,
        pauseFactor: 0,
      });
      const stopListening = addCommitListener(() => watch.onChange('device', floor.factory.factoryId));
      return async () => {
        stopListening();
        await watch.close();
      };
    };
    const countNotices = async () => (await readNotices()).length;
    // Without a present plan no days are frozen, so the new plan uses both lathes.
    await changeDevice(1, 'normal');
    await sql`delete from planned_operation where factory_id = ${floor.factory.factoryId}`.execute(db);
    await floor.apply((await floor.propose()).run.id);
    const [stopFirst, stopSecond] = [startWatch(), startWatch()];
    try {
      await expect.poll(countNotices, { timeout: 30_000 }).toBe(0);
      await changeDevice(1, 'repair');
      await expect.poll(countNotices, { timeout: 30_000 }).toBe(1);
      const { delays } = (await countDelays())!;
      await stopFirst();
      await changeDevice(1, 'normal');
      await expect.poll(countNotices, { timeout: 30_000 }).toBe(0);
      expect(await countDelays()).toMatchObject({ delays });
    } finally {
      await stopFirst();
      await stopSecond();
    }
    expect(errors).toEqual([]);
  });
});

describe('Whether an order is late', () => {
  const makeForecast = (end: number | null, lateBy: number) => ({
    runId: 1,
    orders: [{ id: 7, end, lateBy, chain: [], causes: [] }],
    unplaced: [],
    works: new Map(),
    plannedIds: new Set<number>(),
  });
  const due = new Map([[7, 1000]]);

  it('changes back only with a reserve', () => {
    expect(findDelays(makeForecast(1001, 1), due)).toMatchObject({ lateOrders: [{ order: { id: 7 } }] });
    expect(findDelays(makeForecast(999, 0), due)).toEqual({ lateOrders: [], onTimeIds: new Set() });
    expect(findDelays(makeForecast(970, 0), due)).toEqual({ lateOrders: [], onTimeIds: new Set([7]) });
    expect(findDelays(makeForecast(null, 0), due)).toEqual({ lateOrders: [], onTimeIds: new Set() });
    expect(findDelays(makeForecast(5000, 0), new Map())).toEqual({ lateOrders: [], onTimeIds: new Set([7]) });
  });
});
