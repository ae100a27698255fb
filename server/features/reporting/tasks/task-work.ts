import { makeError } from '#shared/kernel/errors.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import { sql } from 'kysely';
import { makeReferenceMissingError } from '../../../call/field-refusals.ts';
import type { Transaction } from '../../../db/transaction.ts';
import {
  findReport,
  loadReportsById,
  writeReportEnds,
  type StoredReport,
} from '../../../ledger/close-reports.ts';
import { assertReportDurationAllowed, refuseReportOfOthers } from '../close.ts';
import { applyEndFormSettings } from '../form-defaults.ts';
import { resolveReportTime } from '../../../ledger/report-time.ts';
import { assertStartRecent } from '../guards.ts';
import { allocateIds, insertReports } from '../insert-report.ts';
import { lockWorkforce, refuseUnavailablePeople, resolvePersonShares, type PersonShare } from '../people.ts';
import type { OfflineMarks } from '../report-fields.ts';
import type { StartReportInput } from '../open-report.ts';
import {
  adjustExtraProcess,
  finishExtraProcess,
  lockExtraProcess,
  refuseOrderOfExtraProcess,
} from './extra-process.ts';
import { lockDevices, refuseUnusableDevice } from '../start-resources.ts';
import { writeReversals } from '../write-reversals.ts';

interface StartTaskWorkInput extends Pick<StartReportInput, 'people' | 'at' | 'source'>, OfflineMarks {
  taskId: number;
  /** The device of an extra process; null or absent if it has none. */
  deviceId?: number | null;
}

interface FinishTaskWorkInput extends OfflineMarks {
  reportId: number;
  at: string | null;
  remark: string | null;
}

/** Locks a task until the transaction ends. @throws referenceMissing, taskNotActive, extraProcessFinished */
async function lockActiveTask(tx: Transaction, taskId: number): Promise<{ isExtraProcess: boolean }> {
  const extraProcess = await lockExtraProcess(tx, taskId);
  const task = await tx.db
    .selectFrom('task')
    .select(['name', 'active'])
    .where('factoryId', '=', tx.factoryId)
    .where('id', '=', taskId)
    .where('deletedAt', 'is', null)
    .forShare()
    .executeTakeFirst();
  if (!task) throw makeReferenceMissingError('taskId', 'task');
  if (!task.active || extraProcess?.isFinished)
    throw makeError(
      extraProcess ? 'extraProcessFinished' : 'taskNotActive',
      { name: task.name },
      { taskId: { reason: 'notAChoice' } },
    );
  return { isExtraProcess: extraProcess !== null };
}

/** Locks a report on a task until the transaction ends, and loads it. @throws rowNotFound, reportNotOpen */
async function lockTaskReport(tx: Transaction, reportId: number): Promise<StoredReport> {
  await sql`select id from work_report where factory_id = ${tx.factoryId} and id = ${reportId} for update`.execute(
    tx.db,
  );
  const report = findReport(await loadReportsById(tx, [reportId]), reportId);
  if (report.taskId === null) throw makeError('reportNotOpen');
  if (report.reversedAt !== null || report.reversesId !== null) throw makeError('reportReversed');
  return report;
}

/** Inserts an open report on a task. @returns the id of the report */
async function openTaskReport(
  tx: Transaction,
  values: Pick<StoredReport, 'taskId' | 'deviceId' | 'startedAt' | 'source'> & { timeCorrected?: boolean },
  shares: readonly PersonShare[],
): Promise<number> {
  const [id] = await allocateIds(tx, 1);
  const reportId = id!;
  await insertReports(tx, [{ id: reportId, kind: 'outsidePlan', ...values, people: shares }]);
  tx.announce('report', 'workReport', [reportId]);
  return reportId;
}

/**
 * Starts work on a task. The work is outside the plan, so it has no process and no pieces. Only the task of
 * an extra process can have a device, and its order must allow reports.
 * @param endedAt when the work ended, if that is known already
 * @returns the id of the report and its start
 * @throws referenceMissing, taskNotActive, extraProcessFinished, fieldsInvalid, deviceNotNormal, orderState,
 * and the errors of `resolvePersonShares`, `resolveReportTime`, `assertStartRecent` and
 * `refuseUnavailablePeople`
 */
export async function startTaskWork(
  tx: Transaction,
  user: CurrentUser,
  input: StartTaskWorkInput,
  endedAt: string | null = null,
) {
  const { taskId, deviceId = null, madeOffline = false, timeCorrected = false } = input;
  const source = madeOffline ? 'offline' : input.source;
  const shares = resolvePersonShares(input.people, user);
  const startedAt = resolveReportTime(input.at, tx.now, user, madeOffline);
  assertStartRecent(startedAt, tx.now);
  const { isExtraProcess } = await lockActiveTask(tx, taskId);
  if (deviceId !== null) {
    if (!isExtraProcess) throw makeError('fieldsInvalid', {}, { deviceId: { reason: 'notAChoice' } });
    refuseUnusableDevice((await lockDevices(tx, [deviceId])).get(deviceId));
  }
  const employeeIds = shares.map(({ employeeId }) => employeeId);
  const workforce = await lockWorkforce(tx, employeeIds, startedAt, null);
  const times = { startedAt, endedAt, batchId: null };
  await refuseUnavailablePeople(tx, workforce, shares, times, { manMachineRatio: null });
  // The order is locked last. A report on a process also locks the order last, so two such requests never
  // wait for each other.
  if (isExtraProcess) await refuseOrderOfExtraProcess(tx, taskId);
  const reportId = await openTaskReport(tx, { taskId, deviceId, startedAt, source, timeCorrected }, shares);
  tx.log({ entity: 'workReport', id: reportId, action: 'start', after: { ...input, startedAt } });
  return { reportId, startedAt };
}

/**
 * Ends work on a task. If the task has an extra process, this process is finished too, unless `verb` is
 * `unfinished`.
 * @returns the id of the report and its end
 * @throws rowNotFound, reportNotOpen if the report is not on a task, notYourReport, reportReversed,
 * reportClosed, startAfterEnd, durationTooShort, durationTooLong, and the errors of `resolveReportTime` and
 * the form settings
 */
export async function finishTaskWork(
  tx: Transaction,
  user: CurrentUser,
  input: FinishTaskWorkInput,
  verb: 'finish' | 'unfinished' = 'finish',
) {
  const report = await lockTaskReport(tx, input.reportId);
  refuseReportOfOthers(user, report, 'TASK_REPORT_TEAM');
  if (report.endedAt !== null) throw makeError('reportClosed', { by: report.updatedBy });
  const endedAt = resolveReportTime(input.at, tx.now, user, input.madeOffline);
  assertReportDurationAllowed(report.startedAt, endedAt);
  const { remark } = await applyEndFormSettings(tx, { remark: input.remark, scrap: 0, rework: 0 });
  await writeReportEnds(tx, [
    {
      report,
      outcome: {
        kind: 'outsidePlan',
        endedAt,
        good: 0,
        scrap: 0,
        rework: 0,
        excess: 0,
        errorClassId: null,
        scrapReasonId: null,
        remark,
        madeOffline: input.madeOffline ?? false,
        timeCorrected: input.timeCorrected ?? false,
      },
    },
  ]);
  if (verb === 'finish') await finishExtraProcess(tx, report);
  tx.log({
    entity: 'workReport',
    id: report.id,
    action: verb,
    before: { endedAt: null },
    after: { remark, endedAt },
  });
  return { reportId: report.id, endedAt };
}

/**
 * Reports finished work on a task in one step.
 * @param input.minutes the duration in minutes. It is used only if `startedAt` is null, and is then required.
 * @returns the id of the report and its end
 * @throws fieldsInvalid, and the errors of `startTaskWork` and `finishTaskWork`
 */
export async function recordTaskWork(
  tx: Transaction,
  user: CurrentUser,
  input: Omit<StartTaskWorkInput, 'at'> & {
    minutes: number | null;
    startedAt: string | null;
    endedAt: string | null;
    remark: string | null;
  },
) {
  const { minutes, startedAt, endedAt, remark, ...startInput } = input;
  const end = resolveReportTime(endedAt, tx.now, user, input.madeOffline);
  if (minutes === null && startedAt === null)
    throw makeError('fieldsInvalid', {}, { minutes: { reason: 'required' } });
  const at = startedAt ?? new Date(Date.parse(end) - minutes! * 60_000).toISOString();
  const { reportId } = await startTaskWork(tx, user, { ...startInput, at }, end);
  return finishTaskWork(tx, user, { reportId, at: end, remark, madeOffline: input.madeOffline ?? false });
}

/**
 * Reverses a report on a task by adding a report with the opposite figures, without checking whose report
 * it is. An open report ends now. If the reversed report finished an extra process, the extra process is
 * open again. If all reports of the extra process are reversed, it is deleted.
 * @returns the ids of both reports
 * @throws rowNotFound, reportNotOpen if the report is not on a task, reportReversed
 */
export async function reverseTaskWork(tx: Transaction, input: { reportId: number; reason: string }) {
  const report = await lockTaskReport(tx, input.reportId);
  const [id] = await allocateIds(tx, 1);
  const reportId = id!;
  await insertReports(tx, [
    {
      id: reportId,
      kind: report.kind,
      phase: report.phase,
      taskId: report.taskId,
      deviceId: report.deviceId,
      startedAt: tx.now,
      endedAt: tx.now,
      reversesId: report.id,
      remark: input.reason,
    },
  ]);
  await writeReversals(tx, [{ report, reversalId: reportId }]);
  await adjustExtraProcess(tx, report);
  tx.announce('report', 'workReport', [reportId]);
  tx.log({
    entity: 'workReport',
    id: report.id,
    action: 'reverse',
    before: { ...report },
    after: { reason: input.reason, by: reportId },
  });
  return { reportId, reverses: report.id, process: null };
}

/**
 * Opens a report on a task again after its end was undone: a new report continues the work from the original start.
 * @returns the id of the new report
 */
export async function reopenTaskWork(tx: Transaction, report: StoredReport): Promise<number> {
  const shares = report.people.map(({ employeeId, ratio }) => ({ employeeId, ratio: ratio ?? 0 }));
  const { taskId, deviceId, startedAt, source } = report;
  const reportId = await openTaskReport(tx, { taskId, deviceId, startedAt, source }, shares);
  await adjustExtraProcess(tx, report);
  tx.log({ entity: 'workReport', id: reportId, action: 'start', after: { reopens: report.id } });
  return reportId;
}
