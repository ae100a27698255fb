import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ScheduleRun } from '#shared/answers/schedule.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { createTestFactory, readRefusalCode } from '#tests/support/floor.ts';
import {
  createScheduleFloor,
  startTestPlanner,
  type ScheduleFloor,
  type TestPlanner,
} from '#tests/support/schedule-floor.ts';

const PATH = '/mes/plan/schedule';
const TURN = { name: 'Turn', deviceMinutes: 60 };
/** So many passes that a plan takes hours to compute. */
const ENDLESS = { quickSearch: 1_000_000_000, fullSearch: 1_000_000_000 };
const DYING_THREAD = new URL('../../../support/dying-planner.mjs', import.meta.url);

describeForEachDatabase('The planner', (database) => {
  let floor: ScheduleFloor;
  const planners: TestPlanner[] = [];
  const startPlanner = async (options?: Parameters<typeof startTestPlanner>[1]): Promise<TestPlanner> => {
    const planner = await startTestPlanner(await database.open(), options);
    planners.push(planner);
    return planner;
  };
  const stopPlanners = () => Promise.all(planners.splice(0).map((planner) => planner.close()));
  afterEach(stopPlanners);
  beforeEach(async () => {
    floor = await createScheduleFloor(await database.open());
    // Two machines cannot finish these orders in a day, so the search for a better plan goes on.
    for (let index = 0; index < 6; index++) await floor.addOrder(5, [TURN], 0);
  });
  const waitForProgress = (id: number): Promise<void> =>
    expect
      .poll(async () => (await floor.readStatus(id)).progress?.passes ?? 0, { interval: 20 })
      .toBeGreaterThan(0);

  it('computes one plan of a factory at a time, and tells how far it is', async () => {
    await startPlanner({ passesByLevel: ENDLESS });
    const id = await floor.compute();
    expect(await readRefusalCode(floor.compute())).toBe('scheduleComputing');
    await waitForProgress(id);
    const { progress, figures } = await floor.readStatus(id);
    expect(progress).toMatchObject({ ofPasses: 1_000_000_000, objective: { unplaced: 0 } });
    expect(figures).toBeNull();
    expect(await readRefusalCode(floor.apply(id))).toBe('scheduleNotReady');
    expect(await readRefusalCode(floor.factory.call(`${PATH}/changes`, { id }))).toBe('scheduleNotReady');
    expect(await floor.factory.call(`${PATH}/get`, { id })).toMatchObject({ plan: null, comparison: null });
    await floor.factory.call(`${PATH}/cancel`, { id });
    // The next plan does not wait for the thread of the cancelled plan.
    const nextRunId = await floor.compute();
    await floor.factory.call(`${PATH}/cancel`, { id: nextRunId });
  });

  it('stops a cancelled plan within a moment, and keeps nothing of it', async () => {
    const planner = await startPlanner({ passesByLevel: ENDLESS });
    const id = await floor.compute();
    await waitForProgress(id);
    await floor.factory.call(`${PATH}/cancel`, { id });
    const cancelledAt = performance.now();
    // Closing a planner waits for its threads. A thread that did not react would be ended after five seconds.
    await stopPlanners();
    expect(performance.now() - cancelledAt).toBeLessThan(2000);
    expect(planner.errors).toEqual([]);
    expect(await floor.readStatus(id)).toMatchObject({ state: 'cancelled', figures: null, progress: null });
    expect(await readRefusalCode(floor.factory.call(`${PATH}/cancel`, { id }))).toBe('scheduleNotComputing');
  });

  it('fails a plan whose thread dies, and computes the next one', async () => {
    const planner = await startPlanner({ program: DYING_THREAD });
    const id = await floor.compute();
    await floor.waitForState(id, 'failed');
    expect(planner.errors).toMatchObject([{ message: 'The thread of the planner ended (7)' }]);
    await stopPlanners();
    await startPlanner();
    const { run } = await floor.propose();
    expect(run).toMatchObject({ state: 'ready', figures: { placed: 6 } });
  });

  it('fails a plan that a stopped node was computing', async () => {
    await startPlanner({ passesByLevel: ENDLESS });
    const id = await floor.compute();
    await waitForProgress(id);
    await stopPlanners();
    expect((await floor.readStatus(id)).state).toBe('failed');
    // A killed node leaves its plan in the state computing. The only node of a database marks the plan as failed at its
    // start. One of several nodes does so only after a while.
    const { db } = floor.factory.connection;
    const abandonPlan = async (secondsAgo: number): Promise<number> => {
      const orphanId = await floor.compute();
      await sql`update schedule_run set node = gen_random_uuid(), alive_at = now() - make_interval(secs => ${secondsAgo})
        where id = ${orphanId}`.execute(db);
      return orphanId;
    };
    const killedRunId = await abandonPlan(1);
    await startPlanner({ isOnlyNode: true });
    expect((await floor.readStatus(killedRunId)).state).toBe('failed');
    await stopPlanners();
    const livingRunId = await abandonPlan(1);
    await startPlanner();
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect((await floor.readStatus(livingRunId)).state).toBe('computing');
    await sql`update schedule_run set alive_at = now() - interval '20 seconds' where id = ${livingRunId}`.execute(
      db,
    );
    await floor.waitForState(livingRunId, 'failed');
  });

  it('waits for a node if none is there', async () => {
    const id = await floor.compute();
    expect(await floor.readStatus(id)).toMatchObject({ state: 'computing', progress: null });
    await startPlanner();
    await floor.waitForState(id, 'ready');
  });

  it('gives the same plan for the same factory', async () => {
    await startPlanner();
    const [first, second] = [await floor.propose(), await floor.propose()];
    expect(second.plan!.bars.map(({ processId, machine }) => [processId, machine])).toEqual(
      first.plan!.bars.map(({ processId, machine }) => [processId, machine]),
    );
  });

  it('computes the earliest end of all', async () => {
    await startPlanner();
    const { run } = await floor.propose({ goal: 'makespan' });
    expect(run).toMatchObject({ state: 'ready', goal: 'makespan' });
    // Six orders of five hours run on two machines that are open eight hours a day: from noon today, tomorrow, and the
    // day after.
    expect(run.figures!.objective.makespan).toBeLessThanOrEqual(2 * 1440);
  });

  it('asks for the permission, and shows nothing of another factory', async () => {
    await startPlanner();
    const { run } = await floor.propose();
    const reader = await floor.factory.createPerson('Reader', []);
    for (const verb of ['get', 'status', 'apply', 'cancel', 'changes'])
      expect(await readRefusalCode(reader.call(`${PATH}/${verb}`, { id: run.id }))).toBe('noPermission');
    expect(await readRefusalCode(reader.call(`${PATH}/compute`, { keep: 'keepOrder' }))).toBe('noPermission');
    expect(await readRefusalCode(reader.call(`${PATH}/list`, {}))).toBe('noPermission');
    expect(await reader.call(`${PATH}/present`, {})).toEqual({ run: null, plan: null });
    const planner = await floor.factory.createPerson('Planner', ['WORK_PLAN_CYCLE_SCHEDULE']);
    expect(await planner.call<ScheduleRun>(`${PATH}/status`, { id: run.id })).toMatchObject({ id: run.id });
    const otherFactory = await createTestFactory(floor.factory.connection);
    for (const verb of ['get', 'status', 'apply', 'cancel', 'changes'])
      expect(await readRefusalCode(otherFactory.call(`${PATH}/${verb}`, { id: run.id }))).toBe('rowNotFound');
    expect(await otherFactory.call(`${PATH}/list`, {})).toEqual({ rows: [] });
  });
});
