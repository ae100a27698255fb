import { makeError } from '#shared/kernel/errors.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import { groupBy } from '#shared/planning/group-by.ts';
import type { Transaction } from '../../db/transaction.ts';
import { findReport, loadReportsById, type StoredReport } from '../../ledger/close-reports.ts';
import { recalculateAffectedParts } from '../../ledger/close-routing.ts';
import { addCardWork, takeBackCardPieces } from '../../ledger/cards/reporting-cards.ts';
import { findProcessesWithRuns } from '../../ledger/outsourcing.ts';
import { loadLoopedProcessEntries, type EntriesByProcess } from '../../ledger/reversal-order.ts';
import { loadEntries, postReversal, recalculateAfterReversal } from '../../ledger/reverse-entries.ts';
import { findExceptionsOfReports, refuseReportUnderException } from '../../ledger/quality.ts';
import { findRoutingProcess, type RoutingProcess } from '../../ledger/routing.ts';
import { assertStateAllows } from './guards.ts';
import { refuseReportOfOthers } from './close.ts';
import { buildProcessAnswer } from './open-report.ts';
import {
  closeReportChunk,
  decideRows,
  loadChunkCards,
  moveCardPieces,
  openReportChunk,
  rememberProcesses,
  takeReportId,
  type ReportChunk,
} from './report-chunk.ts';
import { takeBackReworkedCardPieces } from './pieces/rework.ts';
import { reverseTaskWork } from './tasks/task-work.ts';

/** A chunk whose rows reverse reports. */
export interface ReversalChunk extends ReportChunk {
  reports: ReadonlyMap<number, StoredReport>;
  entriesByReport: ReadonlyMap<number, Awaited<ReturnType<typeof loadEntries>>>;
  exceptionByReport: Awaited<ReturnType<typeof findExceptionsOfReports>>;
  loopedProcessEntries: EntriesByProcess;
  /**
   * The processes that have a report in the phase `run`, or a shipment, and this report or shipment is not in
   * the chunk.
   */
  processIdsWithOtherRuns: ReadonlySet<number>;
}

/**
 * Locks and loads the data that the reversal of reports changes.
 * @param newReportsPerRow the maximum number of reports that a row creates
 */
export async function openReversalChunk(
  tx: Transaction,
  reportIds: readonly number[],
  newReportsPerRow: number,
): Promise<ReversalChunk> {
  const unlockedReports = [...(await loadReportsById(tx, reportIds)).values()];
  const processIds = unlockedReports.flatMap(({ processId }) => processId ?? []);
  const chunk = await openReportChunk(tx, processIds, {
    newReportCount: reportIds.length * newReportsPerRow,
    mayChangeLosses: true,
  });
  await loadChunkCards(chunk, new Set(processIds));
  // The reports are read again under the lock, because another request may have reversed them.
  const reports = await loadReportsById(tx, reportIds);
  const entries = await loadEntries(tx, 'reportId', reportIds);
  return Object.assign(chunk, {
    reports,
    entriesByReport: groupBy(entries, ({ sourceId }) => sourceId),
    exceptionByReport: await findExceptionsOfReports(tx, reportIds),
    loopedProcessEntries: await loadLoopedProcessEntries(tx, processIds),
    processIdsWithOtherRuns: await findProcessesWithRuns(tx, processIds, { reportIds }),
  });
}

/** Whether a process has a report in the phase `run`, or a shipment, that is not reversed. */
function hasUnreversedRun(
  { processIdsWithOtherRuns, reports, pending }: ReversalChunk,
  process: RoutingProcess,
): boolean {
  const isRunReportOfProcess = ({
    processId,
    phase,
    kind,
  }: Pick<StoredReport, 'processId' | 'phase' | 'kind'>) =>
    processId === process.id && phase === 'run' && kind !== 'receive';
  const reversedIds = new Set(pending.reversals.map(({ report }) => report.id));
  return (
    processIdsWithOtherRuns.has(process.id) ||
    [...reports.values()].some(
      (report) =>
        isRunReportOfProcess(report) &&
        report.reversedAt === null &&
        report.reversesId === null &&
        !reversedIds.has(report.id),
    ) ||
    pending.newReports.some(
      ({ reversesId, phase = 'run', processId = null, kind }) =>
        !reversesId && isRunReportOfProcess({ phase, processId, kind }),
    )
  );
}

/**
 * Reverses a report of the chunk by adding a report with the opposite ledger entries, without checking whose report it
 * is. The original report stays and is marked as reversed. A report cannot be reversed if a quantity in the ledger
 * would become negative, or if a later process has already received the pieces.
 * @throws rowNotFound, reportNotOpen if the report has no process, reportReversed, orderState, processState,
 * reportUnderException, cardPiecesUsed, and the errors of `recalculateAfterReversal`
 */
export async function reverseReport(chunk: ReversalChunk, input: { reportId: number; reason: string }) {
  const { tx, routing, pending } = chunk;
  const report = findReport(chunk.reports, input.reportId);
  if (report.taskId !== null) return reverseTaskWork(tx, input);
  if (report.processId === null) throw makeError('reportNotOpen');
  const process = findRoutingProcess(routing, report.processId);
  const isReversedInChunk = pending.reversals.some((reversal) => reversal.report.id === report.id);
  if (report.reversedAt !== null || report.reversesId !== null || isReversedInChunk)
    throw makeError('reportReversed');
  assertStateAllows(routing, process, 'reverse');
  refuseReportUnderException(chunk.exceptionByReport.get(report.id));

  const reportId = takeReportId(chunk);
  pending.newReports.push({
    id: reportId,
    kind: report.kind,
    phase: report.phase,
    isRework: report.isRework,
    processId: report.processId,
    cardId: report.cardId,
    deviceId: report.deviceId,
    startedAt: tx.now,
    endedAt: tx.now,
    reversesId: report.id,
    remark: input.reason,
  });
  pending.reversals.push({ report, reversalId: reportId });
  rememberProcesses(chunk, process);
  routing.reportId = reportId;
  const entries = chunk.entriesByReport.get(report.id) ?? [];
  const quantities = postReversal(routing, entries, { reportId });
  if (report.endedAt === null) {
    process.openReports -= 1;
    if (!report.isRework) addCardWork(chunk.cards, report.cardId, process.id, -report.started);
  }
  process.hasRun = hasUnreversedRun(chunk, process);
  routing.changedProcesses.add(process);
  await recalculateAfterReversal(tx, routing, chunk.loopedProcessEntries, {
    kind: 'report',
    id: report.id,
    quantities,
  });
  recalculateAffectedParts(routing, process);
  const movements = report.isRework
    ? await takeBackReworkedCardPieces(chunk, process, report, { reportId })
    : await takeBackCardPieces(tx, routing, chunk.cards, process, report, { reportId });
  for (const movement of movements) moveCardPieces(chunk, movement, process.partId);
  pending.logs.push({
    entity: 'workReport',
    id: report.id,
    action: 'reverse',
    before: { ...report },
    after: { reason: input.reason, by: reportId },
  });
  return { reportId, reverses: report.id, process: buildProcessAnswer(process) };
}

/**
 * Reverses reports, one for each input.
 * @returns the outcome of each input. Refusals: notYourReport, and those of `reverseReport`
 */
export async function reverseReports(
  tx: Transaction,
  user: CurrentUser,
  inputs: readonly { reportId: number; reason: string }[],
) {
  const chunk = await openReversalChunk(
    tx,
    inputs.map(({ reportId }) => reportId),
    1,
  );
  const outcomes = await decideRows(chunk, inputs, async (input) => {
    refuseReportOfOthers(user, findReport(chunk.reports, input.reportId), 'TASK_REPORT_REVERSE');
    return reverseReport(chunk, input);
  });
  await closeReportChunk(chunk);
  return outcomes;
}
