import { sql } from 'kysely';
import type { ScenarioPatch } from '#shared/answers/schedule.ts';
import type { PlannedOrder, Unplaced } from '#shared/planning/engine/proposal.ts';
import { getDatabaseTime } from '../../../db/clock.ts';
import type { Db } from '../../../db/database.ts';
import { readPlanInput, readSnapshot } from '../../../planning/schedule/read-plan-input.ts';
import { runForecast } from '../../../planning/schedule/run-planner.ts';

const MINUTE_MS = 60_000;

/** A factory with an applied plan. */
export interface PlannedFactory {
  factoryId: number;
  zone: string;
  /** The run of the applied plan. */
  runId: number;
  horizonDays: number;
}

/** When the orders will be ready by the applied plan, after all that has happened until now. */
export interface OrderForecast {
  runId: number;
  orders: readonly PlannedOrder[];
  unplaced: readonly Unplaced[];
  /** The order and the group of each open process, and whether it is suspended. */
  works: ReadonlyMap<number, { orderId: number; workGroupId: number | null; isSuspended: boolean }>;
  /** The processes that the applied plan has placed. */
  plannedIds: ReadonlySet<number>;
}

/** Lists the factories that have an applied plan. */
export async function listPlannedFactories(db: Db): Promise<PlannedFactory[]> {
  const { rows } = await sql<PlannedFactory>`
    select r.factory_id, f.zone, r.id as run_id, r.horizon_days from schedule_run r
    join factory f on f.id = r.factory_id and f.deleted_at is null
    where r.state = 'applied' and r.replaced_at is null order by r.factory_id`.execute(db);
  return rows;
}

/**
 * Reads the machines that an open call stops, as changes of a scenario. Nobody knows when a stop ends. The
 * forecast assumes that the stop will last as long again as it has lasted until now.
 */
async function readStops(db: Db, factoryId: number, at: Date): Promise<ScenarioPatch[]> {
  const { rows } = await sql<{ deviceId: number; raisedAt: string }>`
    select device_id, min(raised_at) as raised_at from abnormal_call
    where factory_id = ${factoryId} and stops and device_id is not null and deleted_at is null
      and state in ('raised', 'acknowledged', 'onSite')
    group by device_id order by device_id`.execute(db);
  return rows.map(({ deviceId, raisedAt }) => ({
    kind: 'machineDown',
    deviceId,
    from: raisedAt,
    until: new Date(2 * at.getTime() - Date.parse(raisedAt)).toISOString(),
    orderId: null,
    workGroupId: null,
    dueDate: null,
    hours: null,
  }));
}

/**
 * Forecasts when orders are ready if the sequence of the applied plan is kept. Work that has not begun in
 * time begins now at the earliest, and the work that waits for it is moved too. Nothing is written.
 */
export async function forecastOrders(db: Db, factory: PlannedFactory): Promise<OrderForecast> {
  const at = getDatabaseTime(db);
  const { input, sourceData } = await readSnapshot(db, async (snapshot) => {
    const patches = await readStops(snapshot, factory.factoryId, at);
    const request = {
      keep: 'keepOrder',
      goal: 'tardiness',
      horizonDays: factory.horizonDays,
      patches,
    } as const;
    return readPlanInput(snapshot, factory, request, at);
  });
  // The frozen days do not count here: late work moves only by its delay, and not behind the frozen days.
  const { orders, unplaced } = await runForecast({
    ...input,
    fenceEnd: Math.floor(at.getTime() / MINUTE_MS),
  });
  const processByTask = new Map(sourceData.taskWorks.map(({ task, processId }) => [task, processId]));
  const findProcess = (task: number): number => processByTask.get(task) ?? task;
  return {
    runId: factory.runId,
    orders,
    // The answer names whole processes, even if a process is split into shares.
    unplaced: unplaced.map((row) => ({ ...row, task: findProcess(row.task) })),
    works: new Map(
      sourceData.openWork.works.map(({ processId, orderId, workGroupId, state }) => [
        processId,
        { orderId, workGroupId, isSuspended: state === 'suspended' },
      ]),
    ),
    plannedIds: new Set((input.last ?? []).map(({ task }) => findProcess(task))),
  };
}
