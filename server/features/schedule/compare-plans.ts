import { sql } from 'kysely';
import type { ScheduleComparison, ScheduleFigures, ScheduleRun } from '#shared/answers/schedule.ts';
import type {
  ComparedEnd,
  ComparedLoad,
  ComparedOrder,
  DailyMinutes,
  ScheduleDifference,
} from '#shared/answers/schedule/difference.ts';
import { makeError } from '#shared/kernel/errors.ts';
import { compareSchedules } from '#shared/planning/schedule-figures.ts';
import { markAsTerm } from '#shared/terms/error-message.ts';
import type { Db } from '../../db/database.ts';
import { unpackPlan, type ComparablePlan, type StoredPlan } from '../../planning/schedule/stored-plan.ts';
import { readPacked, readScheduleRun } from './read-runs.ts';

const NOT_PLANNED: ComparedEnd = { end: null, lateBy: 0 };

/** The plan with which another plan is compared. `frame` lists the machines and the days of the loads of `plan`. */
interface OtherPlan {
  run: ScheduleRun | null;
  figures: ScheduleFigures;
  plan: ComparablePlan;
  frame: StoredPlan;
  comparison: ScheduleComparison;
}

async function loadReadyPlan(db: Db, factoryId: number, id: number) {
  const run = await readScheduleRun(db, factoryId, id);
  const packedPlan = await readPacked(db, factoryId, id, 'plan');
  if (!packedPlan) throw makeError('scheduleNotReady', { state: markAsTerm(`scheduleState.${run.state}`) });
  return { run, stored: unpackPlan(packedPlan) };
}

async function loadOtherPlan(
  db: Db,
  factoryId: number,
  after: { run: ScheduleRun; stored: StoredPlan },
  otherId: number | null,
): Promise<OtherPlan> {
  const { run, stored } = after;
  if (otherId === null) {
    const { before, comparison } = stored;
    // There was no present plan, or the run is so old that it does not contain the present plan.
    if (!before || !comparison || !run.before) throw makeError('rowNotFound');
    return { run: null, figures: run.before, plan: before, frame: stored, comparison };
  }
  const otherPlan = await loadReadyPlan(db, factoryId, otherId);
  const { proposal } = otherPlan.stored;
  return {
    run: otherPlan.run,
    figures: otherPlan.run.figures!,
    plan: proposal,
    frame: otherPlan.stored,
    comparison: compareSchedules(proposal.placed, proposal, stored.proposal),
  };
}

/**
 * Lists the orders that end at different times in two plans, or are late in at least one of them. The largest
 * difference comes first.
 */
async function listComparedOrders(
  db: Db,
  factoryId: number,
  after: ComparablePlan,
  before: ComparablePlan,
): Promise<ComparedOrder[]> {
  const mapEnds = ({ orders }: ComparablePlan) =>
    new Map(orders.map(({ id, end, lateBy }): [number, ComparedEnd] => [id, { end, lateBy }]));
  const [endsAfter, endsBefore] = [mapEnds(after), mapEnds(before)];
  const shownIds = [...new Set([...endsAfter.keys(), ...endsBefore.keys()])].filter((id) => {
    const [endAfter, endBefore] = [endsAfter.get(id) ?? NOT_PLANNED, endsBefore.get(id) ?? NOT_PLANNED];
    return endAfter.end !== endBefore.end || endAfter.lateBy > 0 || endBefore.lateBy > 0;
  });
  const { rows } = await sql<Pick<ComparedOrder, 'id' | 'code' | 'name' | 'dueDate'>>`
    select id, code, name, coalesce(due_date, promised_date) as due_date from work_order
    where factory_id = ${factoryId} and id = any(${shownIds}::bigint[]) and deleted_at is null`.execute(db);
  const getDifference = (order: ComparedOrder): number =>
    Math.abs((order.after.end ?? 0) - (order.before.end ?? 0));
  return rows
    .map((row) => ({
      ...row,
      after: endsAfter.get(row.id) ?? NOT_PLANNED,
      before: endsBefore.get(row.id) ?? NOT_PLANNED,
    }))
    .sort((a, b) => getDifference(b) - getDifference(a) || b.after.lateBy - a.after.lateBy || a.id - b.id);
}

/** Adds up the minutes of each group on some days: of its machines or, if none has a load, of its people. */
function sumLoads(
  plan: ComparablePlan,
  frame: StoredPlan,
  days: readonly string[],
): Map<number, DailyMinutes> {
  const groupByMachine = new Map(frame.machines.map(({ id, workGroupId }) => [id, workGroupId]));
  const dayPositions = days.map((day) => frame.days.indexOf(day));
  const sums = new Map<number, { planned: number[]; available: number[] }>();
  const addMinutes = (groupId: number, planned: readonly number[], available: readonly number[]): void => {
    const sum = sums.get(groupId) ?? { planned: days.map(() => 0), available: days.map(() => 0) };
    sums.set(groupId, sum);
    for (const [index, position] of dayPositions.entries()) {
      sum.planned[index]! += planned[position] ?? 0;
      sum.available[index]! += available[position] ?? 0;
    }
  };
  for (const { id, planned, available } of plan.machineLoad) {
    const groupId = groupByMachine.get(id);
    if (groupId) addMinutes(groupId, planned, available);
  }
  const groupsWithMachines = new Set(sums.keys());
  for (const { id, planned, available } of plan.peopleLoad)
    if (!groupsWithMachines.has(id)) addMinutes(id, planned, available);
  return sums;
}

async function listComparedLoads(
  db: Db,
  factoryId: number,
  after: Map<number, DailyMinutes>,
  before: Map<number, DailyMinutes>,
  days: readonly string[],
): Promise<ComparedLoad[]> {
  const noMinutes: DailyMinutes = { planned: days.map(() => 0), available: days.map(() => 0) };
  const { rows } = await sql<{ id: number; name: string }>`
    select id, name from work_group where factory_id = ${factoryId} and deleted_at is null
      and id = any(${[...new Set([...after.keys(), ...before.keys()])]}::bigint[]) order by code, id`.execute(
    db,
  );
  return rows.map(({ id, name }) => ({
    workGroupId: id,
    name,
    after: after.get(id) ?? noMinutes,
    before: before.get(id) ?? noMinutes,
  }));
}

/**
 * Compares two plans, such as two scenarios.
 * @param id the plan that is `after` in the answer
 * @param otherId the plan that is `before`; null for the plan that was present when the plan `id` was computed
 * @throws rowNotFound, also if there was no present plan; scheduleNotReady
 */
export async function compareStoredSchedules(
  db: Db,
  factoryId: number,
  id: number,
  otherId: number | null,
): Promise<ScheduleDifference> {
  const after = await loadReadyPlan(db, factoryId, id);
  const otherPlan = await loadOtherPlan(db, factoryId, after, otherId);
  const { days, proposal } = after.stored;
  return {
    run: after.run,
    other: otherPlan.run,
    otherFigures: otherPlan.figures,
    comparison: otherPlan.comparison,
    orders: await listComparedOrders(db, factoryId, proposal, otherPlan.plan),
    days,
    loads: await listComparedLoads(
      db,
      factoryId,
      sumLoads(proposal, after.stored, days),
      sumLoads(otherPlan.plan, otherPlan.frame, days),
      days,
    ),
  };
}
