import { makeError } from '#shared/kernel/errors.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import { LEDGER_BUCKETS } from '#shared/ledger/process-state.ts';
import { postMovement } from '#shared/ledger/ledger.ts';
import { addQuantities } from '#shared/ledger/quantity.ts';
import { markAsTerm } from '#shared/terms/error-message.ts';
import type { Transaction } from '../../db/transaction.ts';
import { loadReport, computeSecondsBetween } from '../../ledger/close-reports.ts';
import { closeRouting, recalculateRouting } from '../../ledger/close-routing.ts';
import { openRouting, findRoutingProcess, type Routing, type RoutingProcess } from '../../ledger/routing.ts';
import { writeReversalSnapshot } from '../../ledger/report-snapshots.ts';
import { assertStateAllows } from './guards.ts';
import { insertReport } from './insert-report.ts';
import { refuseReportOfOthers } from './close.ts';
import { buildProcessAnswer } from './start.ts';

/**
 * Recalculates the processes after a reversal. It refuses the reversal if a quantity in the ledger is negative, or
 * if a process has received more pieces than have arrived at it.
 * @param reversedQuantities the reversed quantity of each ledger bucket, for the error message
 * @throws reverseBlocked
 */
function recalculateAfterReversal(
  routing: Routing,
  process: RoutingProcess,
  reversedQuantities: ReadonlyMap<string, number>,
): void {
  for (const bucket of LEDGER_BUCKETS) {
    if (process[bucket] < 0) {
      const neededQuantity = reversedQuantities.get(bucket) ?? 0;
      throw makeError('reverseBlocked', {
        bucket: markAsTerm(bucket),
        left: addQuantities(process[bucket], neededQuantity),
        needed: neededQuantity,
      });
    }
  }
  recalculateRouting(routing);
  const shortProcess = routing.processes.find(
    (routingProcess) => routingProcess.received > routingProcess.arrived,
  );
  if (shortProcess) {
    throw makeError('reverseBlocked', {
      bucket: markAsTerm('arrived'),
      left: shortProcess.arrived,
      needed: shortProcess.received,
    });
  }
}

async function hasOtherRunReport(
  tx: Transaction,
  processId: number,
  exceptReportId: number,
): Promise<boolean> {
  const otherReport = await tx.db
    .selectFrom('workReport')
    .select('id')
    .where('factoryId', '=', tx.factoryId)
    .where('processId', '=', processId)
    .where('id', '!=', exceptReportId)
    .where('phase', '=', 'run')
    .where('kind', '!=', 'receive')
    .where('reversedAt', 'is', null)
    .where('reversesId', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return otherReport !== undefined;
}

/**
 * Reverses a report by adding a report with the opposite ledger entries. The original report stays and is
 * marked as reversed. A report cannot be reversed if a quantity in the ledger would become negative, or if a
 * later process has already received the pieces.
 * @throws rowNotFound, notYourReport, reportNotOpen if the report has no process, reportReversed, orderState,
 * processState, reverseBlocked
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
    deviceId: report.deviceId,
    startedAt: tx.now,
    endedAt: tx.now,
    reversesId: report.id,
    remark: input.reason,
  });
  await writeReversalSnapshot(tx, reportId);
  routing.reportId = reportId;
  const entries = await tx.db
    .selectFrom('ledgerEntry')
    .selectAll()
    .where('factoryId', '=', tx.factoryId)
    .where('reportId', '=', report.id)
    .orderBy('id', 'desc')
    .execute();
  const reversedQuantities = new Map<string, number>();
  for (const entry of entries) {
    reversedQuantities.set(
      entry.toAccount,
      addQuantities(reversedQuantities.get(entry.toAccount) ?? 0, entry.quantity),
    );
    routing.entries.push(
      ...postMovement(process, entry.toAccount, entry.fromAccount, entry.quantity, {
        reportId,
        reversesId: entry.id,
      }),
    );
  }
  if (isOpen) process.openReports -= 1;
  process.hasRun = await hasOtherRunReport(tx, process.id, report.id);
  routing.changedProcesses.add(process);
  recalculateAfterReversal(routing, process, reversedQuantities);
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
