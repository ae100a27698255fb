import { sql } from 'kysely';
import type { ScheduleKeep, ScheduleState } from '#shared/answers/schedule.ts';
import type { ScheduleChange } from '#shared/answers/schedule/changes.ts';
import { makeError } from '#shared/kernel/errors.ts';
import type { Goal } from '#shared/planning/engine/types.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import { markAsTerm } from '#shared/terms/error-message.ts';
import { groupBy } from '#shared/planning/group-by.ts';
import type { Db } from '../../db/database.ts';
import { compareBases, findEndedProcesses, makeStoredBasis } from '../../planning/schedule/compare-basis.ts';
import { readPlanInput, type PlanReading } from '../../planning/schedule/read-plan-input.ts';
import { unpackBasis } from '../../planning/schedule/stored-plan.ts';

type NamedEntity = Exclude<ScheduleChange['entity'], 'cycleScheduleSetting'>;

const NAME_QUERIES = {
  workOrder: (factoryId: number, ids: readonly number[]) =>
    sql<{ id: number; name: string }>`select id, code as name from work_order
      where factory_id = ${factoryId} and id = any(${ids}::bigint[])`,
  process: (factoryId: number, ids: readonly number[]) =>
    sql<{ id: number; name: string }>`
      select p.id, o.code || ' ' || t.name || ' ' || coalesce(p.name, c.name) as name
      from process p
        join part t on t.factory_id = p.factory_id and t.id = p.part_id
        join work_order o on o.factory_id = t.factory_id and o.id = t.order_id
        join craft c on c.factory_id = p.factory_id and c.id = p.craft_id
      where p.factory_id = ${factoryId} and p.id = any(${ids}::bigint[])`,
  device: (factoryId: number, ids: readonly number[]) =>
    sql<{ id: number; name: string }>`select id, code || ' ' || name as name from device
      where factory_id = ${factoryId} and id = any(${ids}::bigint[])`,
  workGroup: (factoryId: number, ids: readonly number[]) =>
    sql<{ id: number; name: string }>`select id, name from work_group
      where factory_id = ${factoryId} and id = any(${ids}::bigint[])`,
};

/** Reads the names of changed rows. */
async function addNames(
  db: Db,
  factoryId: number,
  changes: readonly Omit<ScheduleChange, 'name'>[],
): Promise<ScheduleChange[]> {
  const names = new Map<string, string>();
  for (const [entity, changesOfEntity] of groupBy(changes, (change) => change.entity)) {
    if (entity === 'cycleScheduleSetting') continue;
    const ids = changesOfEntity.map(({ id }) => id);
    const { rows } = await NAME_QUERIES[entity satisfies NamedEntity](factoryId, ids).execute(db);
    for (const { id, name } of rows) names.set(`${entity} ${id}`, name);
  }
  return changes.map((change) => ({ ...change, name: names.get(`${change.entity} ${change.id}`) ?? '' }));
}

/** The input of a computed proposal: its request, and in `basis` the data of the factory, in packed form. */
export interface ComputedRun {
  keep: ScheduleKeep;
  goal: Goal;
  horizonDays: number;
  basis: Uint8Array;
}

/**
 * Loads the input from which a proposal was computed.
 * @param state the state of the proposal
 * @throws scheduleNotReady; scheduleIsScenario, because a scenario is never applied
 */
export async function loadApplicableRun(
  db: Db,
  factoryId: number,
  id: number,
  state: ScheduleState,
): Promise<ComputedRun> {
  if (state !== 'ready') throw makeError('scheduleNotReady', { state: markAsTerm(`scheduleState.${state}`) });
  const { rows } = await sql<ComputedRun & { name: string | null }>`
    select keep, goal, horizon_days, basis, name from schedule_run where factory_id = ${factoryId} and id = ${id}`.execute(
    db,
  );
  const { name, ...run } = rows[0]!;
  if (name !== null) throw makeError('scheduleIsScenario');
  return run;
}

/**
 * Reads what people have changed in the factory since a proposal was computed.
 * @returns the changes, and the factory as it is now
 */
export async function readScheduleChanges(
  db: Db,
  user: Pick<CurrentUser, 'factoryId' | 'zone'>,
  run: ComputedRun,
  at: Date,
): Promise<{ changes: ScheduleChange[]; reading: PlanReading }> {
  const before = unpackBasis(run.basis);
  const reading = await readPlanInput(db, user, { ...run, patches: [] }, at);
  const after = makeStoredBasis(reading);
  const endedIds = await findEndedProcesses(db, user.factoryId, before, after);
  const changes = compareBases(before, after, endedIds);
  return { changes: await addNames(db, user.factoryId, changes), reading };
}
