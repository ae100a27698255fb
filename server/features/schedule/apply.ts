import { sql } from 'kysely';
import { makeError } from '#shared/kernel/errors.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import { waitForLock } from '../../db/lock.ts';
import type { Transaction } from '../../db/transaction.ts';
import { keepProjectedEnds } from '../../planning/projected-end.ts';
import { countDayMinutes } from '../../planning/schedule/day-minutes.ts';
import { SCHEDULE_RUN } from '../../planning/schedule/plan-runs.ts';
import type { PlanReading } from '../../planning/schedule/read-plan-input.ts';
import { unpackPlan, type StoredPlan } from '../../planning/schedule/stored-plan.ts';
import { loadApplicableRun, readScheduleChanges } from './read-changes.ts';
import { lockScheduleRun, readPacked } from './read-runs.ts';

/** The maximum number of changed rows that a refusal names. */
const MAX_NAMED_CHANGES = 10;
const MINUTE_MS = 60_000;

const toIsoTime = (minutes: number): string => new Date(minutes * MINUTE_MS).toISOString();

/** Makes the rows of the plan, for the processes and shares that are still open. */
function listPlannedRows(stored: StoredPlan, { sourceData }: PlanReading) {
  const workByTask = new Map(sourceData.taskWorks.map((work) => [work.task, work]));
  const processByTask = new Map(stored.shares?.map((share) => [share.task, share.processId]));
  const calendarByMachine = new Map(stored.machines.map(({ id, calendar }) => [id, calendar]));
  const calendarByGroup = new Map(stored.groups.map(({ id, calendar }) => [id, calendar]));
  const needKindByTask = new Map(sourceData.tasks.map(({ id, need }) => [id, need.kind]));
  return stored.proposal.placed.flatMap(({ task, machine, lane, start, end, needBy, bound }) => {
    const work = workByTask.get(task);
    if (!work) return [];
    const { workGroupId } = work;
    const calendar =
      machine !== null
        ? calendarByMachine.get(machine)
        : needKindByTask.get(task) === 'fixedDays' || workGroupId === null
          ? undefined
          : calendarByGroup.get(workGroupId);
    const windows = calendar === undefined ? null : stored.calendars[calendar]!;
    const { firstDay, minutes } = countDayMinutes(windows, stored.dayStarts, start, end);
    return [
      {
        process_id: work.processId,
        share_id: work.share?.id ?? 0,
        device_id: machine ?? (work.share && work.deviceId),
        lane,
        work_group_id: workGroupId,
        starts_at: toIsoTime(start),
        ends_at: toIsoTime(end),
        need_by: needBy === null ? null : toIsoTime(needBy),
        bound: bound.kind,
        bound_process_id: bound.task === null ? null : (processByTask.get(bound.task) ?? bound.task),
        appointment_start: work.appointmentStart === null ? null : toIsoTime(work.appointmentStart),
        first_day: stored.days[firstDay]!,
        day_minutes: `{${minutes.join(',')}}`,
      },
    ];
  });
}

/** Replaces the rows of the present plan. */
async function replacePlan(
  { db, factoryId }: Transaction,
  runId: number,
  rows: ReturnType<typeof listPlannedRows>,
): Promise<void> {
  await sql`delete from planned_operation where factory_id = ${factoryId}`.execute(db);
  await sql`insert into planned_operation (factory_id, run_id, process_id, share_id, device_id, lane, work_group_id, starts_at, ends_at,
      need_by, bound, bound_process_id, appointment_start, first_day, day_minutes)
    select ${factoryId}::bigint, ${runId}::bigint, process_id, share_id, device_id, lane, work_group_id, starts_at, ends_at, need_by,
      bound, bound_process_id, appointment_start, first_day, day_minutes::integer[]
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (process_id bigint, share_id bigint, device_id bigint, lane integer,
      work_group_id bigint, starts_at timestamptz, ends_at timestamptz, need_by timestamptz, bound text,
      bound_process_id bigint, appointment_start timestamptz, first_day date, day_minutes text)`.execute(db);
}

/**
 * Makes a proposal the present plan, as a whole or not at all. Reports that were made since the proposal was
 * computed do not matter.
 * @throws rowNotFound, scheduleNotReady, scheduleIsScenario; scheduleOutdated with what people have changed
 * since the proposal was computed
 */
export async function applySchedule(
  tx: Transaction,
  user: Pick<CurrentUser, 'factoryId' | 'zone'>,
  id: number,
): Promise<void> {
  const { db, factoryId } = tx;
  await waitForLock(tx, 'schedules');
  const run = await loadApplicableRun(db, factoryId, id, await lockScheduleRun(tx, id));
  const { changes, reading } = await readScheduleChanges(db, user, run, new Date(tx.now));
  if (changes.length > 0) {
    const namedChanges = changes.slice(0, MAX_NAMED_CHANGES).filter(({ name }) => name !== '');
    throw makeError('scheduleOutdated', { count: changes.length }, undefined, namedChanges);
  }
  const stored = unpackPlan((await readPacked(db, factoryId, id, 'plan'))!);
  await replacePlan(tx, id, listPlannedRows(stored, reading));
  await sql`update schedule_run set replaced_at = ${tx.now}::timestamptz
    where factory_id = ${factoryId} and state = 'applied' and replaced_at is null`.execute(db);
  await sql`update schedule_run set state = 'applied', applied_at = ${tx.now}::timestamptz, applied_by = ${tx.name}
    where factory_id = ${factoryId} and id = ${id}`.execute(db);
  await sql`update schedule_run set state = 'outdated' where factory_id = ${factoryId} and state = 'ready'`.execute(
    db,
  );
  await keepProjectedEnds(tx, stored.proposal.orders);
  tx.announce('plan', SCHEDULE_RUN, null);
  // This makes the pages that show the ends of orders and processes read them again.
  tx.announce('plan', 'plannedOperation', null);
  tx.announce('plan', 'process', null);
  tx.log({
    entity: SCHEDULE_RUN,
    id,
    action: 'applySchedule',
    after: { operations: stored.proposal.placed.length },
  });
}
