import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ScheduleRun } from '#shared/answers/schedule.ts';
import type { OrderDelayNotice } from '#shared/answers/schedule/order-delay.ts';
import type { Entity } from '#shared/entities/index.ts';
import type { Db } from '#server/db/database.ts';
import { forecastOrders, listPlannedFactories } from '#server/features/schedule/delays/forecast-orders.ts';
import { keepDelays } from '#server/features/schedule/delays/keep-delays.ts';
import { applyReplans } from '#server/features/schedule/replan/apply-replans.ts';
import { requestReplans } from '#server/features/schedule/replan/request-replans.ts';
import { PlanWatch } from '#server/features/schedule/watch-plans.ts';
import { createConnectionWithChangedStatements } from '#tests/support/changed-statements.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { readRefusalCode } from '#tests/support/floor.ts';
import {
  createScheduleFloor,
  startTestPlanner,
  type ScheduleFloor,
  type TestPlanner,
} from '#tests/support/schedule-floor.ts';

const TURN = { name: 'Turn', deviceMinutes: 60, manMachineRatio: 1 };
const SETTING_PATH = '/mes/system/basic/cycleScheduleSetting';

describeForEachDatabase('A plan that the server asks for', (database) => {
  let floor: ScheduleFloor;
  let planner: TestPlanner;
  beforeAll(async () => {
    planner = await startTestPlanner(await database.open());
    floor = await createScheduleFloor(await database.open());
  });
  afterAll(() => planner?.close());

  const listRuns = async (): Promise<ScheduleRun[]> =>
    (await floor.factory.call<{ rows: ScheduleRun[] }>('/mes/plan/schedule/list', {})).rows;
  let settingId = 0;
  const saveSetting = async (fields: Record<string, unknown>): Promise<void> => {
    const row =
      settingId === 0
        ? {}
        : await floor.factory.call<{ id: number; version: number }>(`${SETTING_PATH}/get`, { id: settingId });
    const { id, version } = row as { id?: number; version?: number };
    settingId = await floor.save(SETTING_PATH, { ...(id ? { id, version } : {}), ...fields });
  };
  const changeDevice = async (status: string): Promise<void> => {
    const { id, version } = await floor.factory.call<Entity<'device'>>('/mes/system/basic/device/get', {
      id: floor.deviceIds[0],
    });
    await floor.save('/mes/system/basic/device', { id, version, status });
  };
  const request = () => requestReplans(floor.factory.connection.db);
  const apply = () => applyReplans(floor.factory.connection.db);

  it('is proposed once a night, and only within some hours after the set time', async () => {
    await floor.addOrder(6, [TURN], 2);
    await request();
    expect(await listRuns()).toEqual([]);
    expect(await readRefusalCode(saveSetting({ replanAt: '25:00' }))).toBe('fieldsInvalid');
    // It is noon in the factory. The replan of yesterday 23:30 is too long ago to be made up for.
    await saveSetting({ replanAt: '23:30' });
    await request();
    expect(await listRuns()).toEqual([]);
    await saveSetting({ replanAt: '11:00' });
    // While a plan that a person asked for is computed, the server asks for no plan.
    await planner.close();
    const busyId = await floor.compute();
    await request();
    expect(await listRuns()).toHaveLength(1);
    await floor.factory.call('/mes/plan/schedule/cancel', { id: busyId });
    planner = await startTestPlanner(floor.factory.connection);
    await request();
    await request();
    const [run, ...otherRuns] = await listRuns();
    expect(otherRuns).toHaveLength(1);
    expect(run).toMatchObject({ requestedFor: 'replanNightly', keep: 'keepOrder', level: 'fullSearch' });
    await floor.waitForState(run!.id, 'ready');
    await apply();
    await request();
    expect((await listRuns()).map(({ state }) => state)).toEqual(['ready', 'cancelled']);
    await floor.apply(run!.id);
  });

  it('is computed once after a breakdown of a machine that the plan needs', async () => {
    await saveSetting({ replanAt: null, replansAfterBreakdown: true });
    await request();
    expect(await listRuns()).toHaveLength(2);
    await changeDevice('repair');
    await request();
    await request();
    const [run, ...otherRuns] = await listRuns();
    expect(otherRuns).toHaveLength(2);
    expect(run).toMatchObject({
      requestedFor: 'replanBreakdown',
      level: 'quickSearch',
      appliesItself: false,
    });
    await floor.waitForState(run!.id, 'ready');
    await changeDevice('normal');
    await request();
    expect(await listRuns()).toHaveLength(3);
  });

  it('is applied only if the setting says so, and if it is not worse', async () => {
    await saveSetting({ appliesReplan: true });
    const { db } = floor.factory.connection;
    await changeDevice('repair');
    await request();
    const [worseRun] = await listRuns();
    await floor.waitForState(worseRun!.id, 'ready');
    expect(worseRun).toMatchObject({ appliesItself: true });
    await sql`update schedule_run set figures = jsonb_set(figures, '{objective,unplaced}', '1000')
      where factory_id = ${floor.factory.factoryId} and id = ${worseRun!.id}`.execute(db);
    await apply();
    expect(await floor.readStatus(worseRun!.id)).toMatchObject({ state: 'ready', appliesItself: false });
    await changeDevice('normal');
    await request();
    await changeDevice('repair');
    await request();
    const [outdatedRun] = await listRuns();
    await floor.waitForState(outdatedRun!.id, 'ready');
    // The machine works again, so the plan no longer fits.
    await changeDevice('normal');
    await apply();
    expect(await floor.readStatus(outdatedRun!.id)).toMatchObject({ state: 'ready', appliesItself: false });
    await request();
    await changeDevice('repair');
    await request();
    const [readyRun] = await listRuns();
    await floor.waitForState(readyRun!.id, 'ready');
    await apply();
    expect(await floor.readStatus(readyRun!.id)).toMatchObject({ state: 'applied', appliedBy: '' });
    expect((await floor.readPresent()).plan!.bars.map(({ machine }) => machine)).toEqual([
      floor.deviceIds[1],
    ]);
  });

  it('causes each notice once if the node is killed between applying it and the notices', async () => {
    const { factoryId, connection } = floor.factory;
    const { db } = connection;
    const scheduler = await floor.factory.createPerson('Scheduler', ['WORK_PLAN_CYCLE_SCHEDULE']);
    const readOrders = async () =>
      (await scheduler.call<{ rows: OrderDelayNotice[] }>('/mes/plan/delays', {})).rows.map(
        ({ orderCode }) => orderCode,
      );
    // Only four hours are left today, and the frozen days are full. So the new order will be late.
    const lateOrder = await floor.addOrder(8, [TURN], 0);
    await saveSetting({ replanAt: '11:00', replansAfterBreakdown: false });
    await sql`delete from schedule_replan where factory_id = ${factoryId}`.execute(db);
    await request();
    const [run] = await listRuns();
    await floor.waitForState(run!.id, 'ready');
    await apply();
    expect(await floor.readStatus(run!.id)).toMatchObject({ state: 'applied', appliedBy: '' });
    expect(await readOrders()).toEqual([]);
    // A node is killed while it stores the notices: before each of its statements in turn.
    const forecastAndStore = async (storeDb: Db): Promise<void> => {
      const planned = (await listPlannedFactories(db)).find((row) => row.factoryId === factoryId)!;
      const forecast = await forecastOrders(db, planned);
      await keepDelays(storeDb, planned, forecast, () => Promise.resolve(true));
    };
    const killAfter = (statementCount: number): Db => {
      let sentCount = 0;
      return createConnectionWithChangedStatements(connection, (text) => {
        if (!/^(begin|rollback)/i.test(text) && (sentCount += 1) > statementCount)
          throw new Error('The connection broke');
        return text;
      }).db;
    };
    for (const count of [0, 3, 6, 9, 12]) {
      const isStored = await forecastAndStore(killAfter(count)).then(
        () => true,
        () => false,
      );
      if (isStored) break;
      expect(await readOrders()).toEqual([]);
    }
    const errors: unknown[] = [];
    const watches = [1, 2].map(
      () => new PlanWatch(db, { onError: (error) => errors.push(error), roundIntervalMs: 200 }),
    );
    try {
      await expect.poll(readOrders, { timeout: 30_000 }).toHaveLength(1);
    } finally {
      for (const watch of watches) await watch.close();
    }
    await forecastAndStore(db);
    expect(errors).toEqual([]);
    const [code] = await readOrders();
    const order = await floor.factory.call<Entity<'workOrder'>>('/mes/order/get', { id: lateOrder.id });
    expect([code]).toEqual([order.code]);
    const { rows } = await sql<{ notices: number }>`
      select count(*)::int as notices from order_delay_notice n
        join order_delay d on d.factory_id = n.factory_id and d.id = n.delay_id
      where n.factory_id = ${factoryId} and d.order_id = ${lateOrder.id} group by n.account_id`.execute(db);
    expect(new Set(rows.map(({ notices }) => notices))).toEqual(new Set([1]));
  });
});
