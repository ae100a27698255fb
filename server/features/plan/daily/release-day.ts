import { sql } from 'kysely';
import { MAX_DAYS_AHEAD, type GroupChange } from '#shared/answers/daily-plan.ts';
import { makeError } from '#shared/kernel/errors.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import { compareLines, countChangesByGroup, getLineId } from '#shared/planning/daily-plan/compare-lines.ts';
import { addDays } from '#shared/rules/days.ts';
import { waitForLock } from '../../../db/lock.ts';
import type { Transaction } from '../../../db/transaction.ts';
import { buildDayLines, type DayContent } from './build-lines.ts';
import { readReleasedPlan, type PlanLine, type ReleasedPlan } from './released-plan.ts';

export interface ReleaseInput {
  day: string;
  /** The number of the last release that the person has seen; 0 if there is none. */
  number: number;
}

/**
 * Refuses a change if somebody has released the plan again since the caller read it.
 * @throws planReleasedMeanwhile
 */
function refuseOtherRelease({ release, lastNumber }: ReleasedPlan, number: number): void {
  if (lastNumber !== number)
    throw makeError('planReleasedMeanwhile', { number: lastNumber, by: release?.releasedBy ?? '' });
}

/** Lists the lines to release: the work of the day, and the lines of the released plan that are done. */
function listLinesToRelease({
  works,
  builtLines,
  lines,
  details,
  isEnded,
}: DayContent): Omit<PlanLine, 'position'>[] {
  const indexById = new Map(builtLines.map((line, index) => [getLineId(line), index]));
  const workIds = new Set(works.map(getLineId));
  const plannedLines = works
    .filter((work) => indexById.has(getLineId(work)))
    .map((work) => ({ ...work, wasStarted: (details.get(work.processId)?.workers.length ?? 0) > 0 }));
  const doneLines = lines.filter((line) => !workIds.has(getLineId(line)) && isEnded(getLineId(line)));
  return [...plannedLines, ...doneLines].toSorted(
    (a, b) => indexById.get(getLineId(a))! - indexById.get(getLineId(b))!,
  );
}

async function insertLines(
  { db, factoryId }: Transaction,
  planId: number,
  lines: readonly Omit<PlanLine, 'position'>[],
): Promise<void> {
  const rows = lines.map((line, position) => ({
    position,
    process_id: line.processId,
    share_id: line.shareId,
    work_group_id: line.workGroupId,
    device_id: line.deviceId,
    starts_at: line.startsAt,
    ends_at: line.endsAt,
    quantity: line.quantity,
    quantity_left: line.quantityLeft,
    device_minutes: line.deviceMinutes,
    man_minutes: line.manMinutes,
    carried_from: line.carriedFrom,
    was_started: line.wasStarted,
  }));
  await sql`insert into daily_plan_line (factory_id, plan_id, position, process_id, share_id, work_group_id, device_id, starts_at, ends_at,
      quantity, quantity_left, device_minutes, man_minutes, carried_from, was_started)
    select ${factoryId}::bigint, ${planId}::bigint, position, process_id, share_id, work_group_id, device_id, starts_at, ends_at,
      quantity, quantity_left, device_minutes, man_minutes, carried_from, was_started
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as l (position integer, process_id bigint, share_id bigint, work_group_id bigint,
      device_id bigint, starts_at timestamptz, ends_at timestamptz, quantity numeric, quantity_left numeric,
      device_minutes integer, man_minutes integer, carried_from date, was_started boolean)`.execute(db);
}

/**
 * Announces a plan to the screens that show it. Also announces its processes, because their places in the
 * queues have changed.
 */
function announcePlan(tx: Transaction, planId: number, lines: readonly { processId: number }[]): void {
  tx.announce('plan', 'dailyPlan', [planId]);
  tx.announce(
    'progress',
    'process',
    lines.map(({ processId }) => processId),
  );
}

/**
 * Stores how many lines of each group have changed. The notices to the people of the group show these
 * numbers.
 */
async function insertChanges(
  { db, factoryId }: Transaction,
  planId: number,
  changes: readonly GroupChange[],
): Promise<void> {
  const rows = changes
    .filter(({ workGroupId }) => workGroupId !== null)
    .map(({ workGroupId, added, moved, dropped }) => ({ work_group_id: workGroupId, added, moved, dropped }));
  if (rows.length === 0) return;
  await sql`insert into daily_plan_change (factory_id, plan_id, work_group_id, added, moved, dropped)
    select ${factoryId}::bigint, ${planId}::bigint, work_group_id, added, moved, dropped
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as c (work_group_id bigint, added integer, moved integer, dropped integer)`.execute(db);
}

/**
 * Releases the plan of a day as it is now. Each release of a day gets the next number. If it changes lines of
 * a group, the people of the group get a notice.
 * @throws planDayOver, fieldsInvalid, planReleasedMeanwhile, planDayEmpty, planUnchanged
 */
export async function releaseDay(tx: Transaction, user: CurrentUser, { day, number }: ReleaseInput) {
  await waitForLock(tx, 'dailyPlan', day);
  // While this lock is held, no other schedule is applied. All lines therefore come from the same schedule.
  await waitForLock(tx, 'schedules');
  const content = await buildDayLines(tx.db, user, day, Date.parse(tx.now));
  const { today, release, lines: before, isEnded } = content;
  if (day < today) throw makeError('planDayOver', { day });
  if (day > addDays(today, MAX_DAYS_AHEAD))
    throw makeError('fieldsInvalid', {}, { day: { reason: 'notADate' } });
  refuseOtherRelease(content, number);
  const lines = listLinesToRelease(content);
  if (lines.length === 0) throw makeError('planDayEmpty', { day });
  const changes = compareLines(before, lines, isEnded);
  if (release && changes.size === 0) throw makeError('planUnchanged', { number: release.number });
  if (release)
    await sql`update daily_plan set replaced_at = ${tx.now}::timestamptz
      where factory_id = ${tx.factoryId} and id = ${release.planId}`.execute(tx.db);
  const insertedPlan = await sql<{ id: number }>`
    insert into daily_plan (factory_id, day, number, released_at, released_by)
    values (${tx.factoryId}::bigint, ${day}::date, ${number + 1}::integer, ${tx.now}::timestamptz, ${tx.name}::text)
    returning id`.execute(tx.db);
  const planId = insertedPlan.rows[0]!.id;
  await insertLines(tx, planId, lines);
  if (release) await insertChanges(tx, planId, countChangesByGroup(before, lines, changes));
  announcePlan(tx, planId, [...before, ...lines]);
  tx.log({
    entity: 'dailyPlan',
    id: planId,
    action: 'releasePlan',
    before: release ? { number: release.number } : undefined,
    after: { day, number: number + 1, lines: lines.length },
  });
  return { planId, number: number + 1, lineCount: lines.length };
}

/**
 * Withdraws the released plan of a day, so that terminals no longer follow it. The people of its groups get a notice.
 * @throws planDayOver, planReleasedMeanwhile, planNotReleased
 */
export async function withdrawDay(
  tx: Transaction,
  today: string,
  { day, number }: ReleaseInput,
): Promise<null> {
  await waitForLock(tx, 'dailyPlan', day);
  if (day < today) throw makeError('planDayOver', { day });
  const plan = await readReleasedPlan(tx.db, tx.factoryId, day);
  refuseOtherRelease(plan, number);
  const { release } = plan;
  if (!release) throw makeError('planNotReleased', { day });
  await sql`update daily_plan set withdrawn_at = ${tx.now}::timestamptz, withdrawn_by = ${tx.name}::text
    where factory_id = ${tx.factoryId} and id = ${release.planId}`.execute(tx.db);
  announcePlan(tx, release.planId, plan.lines);
  tx.log({
    entity: 'dailyPlan',
    id: release.planId,
    action: 'withdrawPlan',
    before: { day, number, lines: release.lineCount },
  });
  return null;
}
