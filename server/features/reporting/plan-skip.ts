import { sql } from 'kysely';
import { makeError } from '#shared/kernel/errors.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import { refuseWrongClassifications } from '../../crud/classification-values.ts';
import { lockReferencedRows } from '../../crud/references.ts';
import type { Transaction } from '../../db/transaction.ts';
import { findSkippedLines } from '../../ledger/released/find-skipped-lines.ts';
import { readReleasedLines, type ReleasedLine } from '../../ledger/released/released-lines.ts';
import type { RoutingProcess } from '../../ledger/routing.ts';
import { REPORT_INPUT_FIELDS } from './report-fields.ts';
import type { PreparedStart } from './start-resources.ts';

/** A report that starts work although the released plan has another process before it. */
interface PlanSkip {
  reportId: number;
  planId: number;
  skippedProcessId: number;
  reasonId: number | null;
  reason: string | null;
}

/** The released plan that a call should follow, and the lines of it that the call skips. */
export interface FollowedPlan {
  lines: readonly ReleasedLine[];
  /** The processes that the call starts. None of them is skipped. */
  startedProcessIds: ReadonlySet<number>;
  skips: PlanSkip[];
}

/** Loads the released plan that the given starts of work should follow. */
export async function loadFollowedPlan(
  tx: Transaction,
  { zone }: CurrentUser,
  starts: readonly PreparedStart[],
): Promise<FollowedPlan> {
  const lines = starts.length === 0 ? [] : await readReleasedLines(tx.db, tx.factoryId, { zone, at: tx.now });
  return { lines, startedProcessIds: new Set(starts.map(({ processId }) => processId)), skips: [] };
}

/**
 * Returns the reason why a line is skipped. The name of the chosen reason is also stored as text, because the
 * list of reasons may change.
 * @throws referenceMissing; fieldsInvalid if the classification is of another class
 */
async function resolveReason(
  tx: Transaction,
  { skipReasonId = null, skipReason = null }: Pick<PreparedStart, 'skipReasonId' | 'skipReason'>,
): Promise<{ reasonId: number | null; reason: string | null }> {
  const skipReference = { skipReasonId };
  await lockReferencedRows(tx, { skipReasonId: REPORT_INPUT_FIELDS.skipReasonId }, skipReference);
  await refuseWrongClassifications(tx, REPORT_INPUT_FIELDS, skipReference);
  const reasonRow =
    skipReasonId === null
      ? undefined
      : await tx.db
          .selectFrom('classification')
          .select('name')
          .where('factoryId', '=', tx.factoryId)
          .where('id', '=', skipReasonId)
          .executeTakeFirst();
  const reason = [reasonRow?.name, skipReason?.trim()].filter(Boolean).join(' · ');
  return { reasonId: skipReasonId, reason: reason === '' ? null : reason };
}

/**
 * Finds the line of the released plan that a start of work skips: an earlier line at the same device or group
 * that could be started now. A skip needs a reason, but not if the report was made without network. Nothing
 * is skipped by a process that may skip its sequence, by rework, or by work that is already done.
 * @returns the skip, without its report; null if nothing is skipped
 * @throws planSkipNeedsReason, and the refusals of `resolveReason`
 */
export async function findPlanSkip(
  tx: Transaction,
  plan: FollowedPlan,
  process: RoutingProcess,
  start: PreparedStart,
): Promise<Omit<PlanSkip, 'reportId'> | null> {
  // A given reason is checked even if none is needed, so that a wrong reason is always refused.
  const givenReason = start.skipReasonId ? await resolveReason(tx, start) : null;
  if (plan.lines.length === 0 || process.leapfrog || start.isRework || start.endedAt !== null) return null;
  if (start.phase === 'stop') return null;
  const startPlace = { processId: process.id, workGroupId: process.workGroupId, deviceId: start.deviceId };
  const [firstSkippedLine] = await findSkippedLines(
    tx.db,
    tx.factoryId,
    plan.lines,
    startPlace,
    plan.startedProcessIds,
  );
  if (!firstSkippedLine) return null;
  const { reasonId, reason } = givenReason ?? (await resolveReason(tx, start));
  if (reason === null && !start.madeOffline) {
    const { name, partName, orderCode } = firstSkippedLine.process;
    throw makeError(
      'planSkipNeedsReason',
      { name, part: partName, order: orderCode },
      { skipReasonId: { reason: 'required' } },
    );
  }
  return {
    planId: firstSkippedLine.line.planId,
    skippedProcessId: firstSkippedLine.line.processId,
    reasonId,
    reason,
  };
}

/** Stores the skips of the accepted reports of a call. */
export async function writeSkips({ db, factoryId }: Transaction, skips: readonly PlanSkip[]): Promise<void> {
  if (skips.length === 0) return;
  const rows = skips.map(({ reportId, planId, skippedProcessId, reasonId, reason }) => ({
    report_id: reportId,
    plan_id: planId,
    skipped_process_id: skippedProcessId,
    reason_id: reasonId,
    reason,
  }));
  await sql`insert into plan_skip (factory_id, report_id, plan_id, skipped_process_id, reason_id, reason)
    select ${factoryId}::bigint, report_id, plan_id, skipped_process_id, reason_id, reason
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as s (report_id bigint, plan_id bigint,
      skipped_process_id bigint, reason_id bigint, reason text)`.execute(db);
}
