import { makeError } from '#shared/kernel/errors.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import type { Transaction } from '../../db/transaction.ts';
import { loadReport, computeSecondsBetween } from '../../ledger/close-reports.ts';
import { takeBackCardPieces } from '../../ledger/cards.ts';
import { closeRouting } from '../../ledger/close-routing.ts';
import { hasRunOrShipment } from '../../ledger/outsourcing.ts';
import { postReversal, recalculateAfterReversal } from '../../ledger/reverse-entries.ts';
import { openRouting, findRoutingProcess } from '../../ledger/routing.ts';
import { writeReversalSnapshot } from '../../ledger/report-snapshots.ts';
import { assertStateAllows } from './guards.ts';
import { insertReport } from './insert-report.ts';
import { refuseReportOfOthers } from './close.ts';
import { buildProcessAnswer } from './start.ts';
import { reverseTaskWork } from './task-work.ts';

/**
 * Reverses a report by adding a report with the opposite ledger entries. The original report stays and is
 * marked as reversed. A report cannot be reversed if a quantity in the ledger would become negative, or if a
 * later process has already received the pieces.
 * @throws rowNotFound, notYourReport, reportNotOpen if the report has no process, reportReversed, orderState,
 * processState, reverseBlocked, cardPiecesUsed
 */
export async function reverseReport(
  tx: Transaction,
  user: CurrentUser,
  input: { reportId: number; reason: string },
) {
  refuseReportOfOthers(user, await loadReport(tx, input.reportId), 'TASK_REPORT_REVERSE');
  return reverseReportUnchecked(tx, input);
}

/** Reverses a report without checking whose report it is. */
export async function reverseReportUnchecked(tx: Transaction, input: { reportId: number; reason: string }) {
  const unlockedReport = await loadReport(tx, input.reportId);
  if (unlockedReport.taskId !== null) return reverseTaskWork(tx, input);
  if (unlockedReport.processId === null) throw makeError('reportNotOpen');
  const routing = await openRouting(tx, [unlockedReport.processId], { mayChangeLosses: true });
  const process = findRoutingProcess(routing, unlockedReport.processId);
  const report = await loadReport(tx, input.reportId);
  if (report.reversedAt !== null || report.reversesId !== null) throw makeError('reportReversed');
  assertStateAllows(routing, process, 'reverse');

  const isOpen = report.endedAt === null;
  const reportId = await insertReport(tx, {
    kind: report.kind,
    phase: report.phase,
    processId: report.processId,
    cardId: report.cardId,
    deviceId: report.deviceId,
    startedAt: tx.now,
    endedAt: tx.now,
    reversesId: report.id,
    remark: input.reason,
  });
  await writeReversalSnapshot(tx, reportId);
  routing.reportId = reportId;
  const reversedQuantities = await postReversal(tx, routing, { reportId: report.id }, { reportId });
  if (isOpen) process.openReports -= 1;
  process.hasRun = await hasRunOrShipment(tx, process.id, { reportId: report.id });
  routing.changedProcesses.add(process);
  recalculateAfterReversal(routing, reversedQuantities);
  await takeBackCardPieces(tx, routing, process, report, reportId);
  await tx.db
    .updateTable('workReport')
    .set({ reversedAt: tx.now, reversedBy: tx.name, updatedAt: tx.now, updatedBy: tx.name })
    .set((eb) => ({
      version: eb('version', '+', 1),
      ...(isOpen ? { endedAt: tx.now, seconds: computeSecondsBetween(report.startedAt, tx.now) } : {}),
    }))
    .where('factoryId', '=', tx.factoryId)
    .where('id', '=', report.id)
    .execute();
  await closeRouting(tx, routing);
  tx.announce('report', 'workReport', [report.id, reportId]);
  tx.log({
    entity: 'workReport',
    id: report.id,
    action: 'reverse',
    before: { ...report },
    after: { reason: input.reason, by: reportId },
  });
  return { reportId, reverses: report.id, process: buildProcessAnswer(process) };
}
