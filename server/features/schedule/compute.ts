import { sql } from 'kysely';
import type { ScenarioPatch, ScheduleKeep, ScheduleLevel, ScheduleRun } from '#shared/answers/schedule.ts';
import { makeError } from '#shared/kernel/errors.ts';
import type { Goal } from '#shared/planning/engine/types.ts';
import { markAsTerm } from '#shared/terms/error-message.ts';
import { lockReferencedRows } from '../../crud/references.ts';
import { waitForLock } from '../../db/lock.ts';
import type { Transaction } from '../../db/transaction.ts';
import { SCHEDULE_RUN } from '../../planning/schedule/plan-runs.ts';
import { readScheduleSetting } from '../../planning/schedule/read-setting.ts';
import { lockScheduleRun, MAX_KEPT_RUNS } from './read-runs.ts';
import { refuseWrongScenario } from './scenario.ts';
import { SCHEDULE_FIELDS } from '#shared/planning/schedule-fields.ts';

interface ComputeInput {
  keep: ScheduleKeep;
  goal: Goal;
  level: ScheduleLevel;
  horizonDays: number | null;
  name: string | null;
  patches: ScenarioPatch[];
}

/** A plan that the server asks for by itself. */
interface OwnRequest {
  requestedFor: NonNullable<ScheduleRun['requestedFor']>;
  /** Whether the server may apply the plan without a decision of people. */
  appliesItself: boolean;
}

/**
 * Deletes all proposals but the latest MAX_KEPT_RUNS. It never deletes the present plan, a running
 * computation or a scenario.
 */
async function deleteOldRuns({ db, factoryId }: Transaction): Promise<void> {
  await sql`delete from schedule_run where factory_id = ${factoryId} and state <> 'computing' and name is null
    and not (state = 'applied' and replaced_at is null)
    and id not in (select id from schedule_run where factory_id = ${factoryId} and name is null order by id desc limit ${MAX_KEPT_RUNS})`.execute(
    db,
  );
}

/**
 * Asks the planner for a proposal, or for a scenario, which shows the result of assumed changes. The planner
 * computes it in the background.
 * @param ownRequest why the server asks by itself; null if a person asks
 * @throws scheduleComputing, referenceMissing; fieldsInvalid if a scenario has no name, or a patch has the
 * wrong fields
 */
export async function requestSchedule(
  tx: Transaction,
  input: ComputeInput,
  ownRequest: OwnRequest | null = null,
): Promise<{ id: number }> {
  const { db, factoryId } = tx;
  refuseWrongScenario(input.name, input.patches);
  await lockReferencedRows(tx, { patches: SCHEDULE_FIELDS.patches }, { patches: input.patches });
  await waitForLock(tx, 'schedules');
  const runningComputation = await sql`select 1 from schedule_run
    where factory_id = ${factoryId} and state = 'computing'`.execute(db);
  if (runningComputation.rows.length > 0) throw makeError('scheduleComputing');
  const horizonDays = input.horizonDays ?? (await readScheduleSetting(db, factoryId)).horizonDays;
  const { rows } = await sql<{ id: number }>`
    insert into schedule_run (factory_id, keep, goal, level, horizon_days, requested_at, requested_by, name, patches,
      requested_for, applies_itself)
    values (${factoryId}, ${input.keep}, ${input.goal}, ${input.level}, ${horizonDays}, ${tx.now}::timestamptz, ${tx.name},
      ${input.name}, ${JSON.stringify(input.patches)}::jsonb, ${ownRequest && ownRequest.requestedFor},
      ${ownRequest !== null && ownRequest.appliesItself})
    returning id`.execute(db);
  const { id } = rows[0]!;
  await deleteOldRuns(tx);
  tx.announce('plan', SCHEDULE_RUN, [id]);
  tx.log({ entity: SCHEDULE_RUN, id, action: 'computeSchedule', after: { ...input, horizonDays } });
  return { id };
}

/**
 * Deletes a proposal or a scenario.
 * @throws rowNotFound; scheduleInUse if it is the present plan, was one, or is being computed
 */
export async function deleteSchedule(tx: Transaction, id: number): Promise<void> {
  const state = await lockScheduleRun(tx, id);
  if (state === 'computing' || state === 'applied')
    throw makeError('scheduleInUse', { state: markAsTerm(`scheduleState.${state}`) });
  await sql`delete from schedule_run where factory_id = ${tx.factoryId} and id = ${id}`.execute(tx.db);
  tx.announce('plan', SCHEDULE_RUN, [id]);
  tx.log({ entity: SCHEDULE_RUN, id, action: 'delete' });
}

/**
 * Stops a computation. The planner notices the stop before its next pass.
 * @throws rowNotFound, scheduleNotComputing
 */
export async function cancelSchedule(tx: Transaction, id: number): Promise<void> {
  const state = await lockScheduleRun(tx, id);
  if (state !== 'computing') throw makeError('scheduleNotComputing');
  await sql`update schedule_run set state = 'cancelled', ended_at = ${tx.now}::timestamptz, progress = null
    where factory_id = ${tx.factoryId} and id = ${id}`.execute(tx.db);
  tx.announce('plan', SCHEDULE_RUN, [id]);
  tx.log({ entity: SCHEDULE_RUN, id, action: 'cancelSchedule' });
}
