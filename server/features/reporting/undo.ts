import { sql } from 'kysely';
import { makeError } from '#shared/kernel/errors.ts';
import { UNDO_SECONDS } from '#shared/answers/terminal.ts';
import type { Lang } from '#shared/kernel/lang.ts';
import { translateTerm } from '#shared/terms/index.ts';
import type { Transaction } from '../../db/transaction.ts';
import { loadReport } from '../../ledger/close-reports.ts';
import { openRouting, findRoutingProcess } from '../../ledger/routing.ts';
import { assertStateAllows } from './guards.ts';
import { reverseReportUnchecked } from './reverse.ts';
import { buildProcessAnswer, openReport } from './start.ts';
import { reopenTaskWork } from './task-work.ts';

/** The extra time for a request that was sent in time but arrives late, in seconds. */
const UNDO_GRACE_SECONDS = 5;

async function readReportUpdatedAt(tx: Transaction, reportId: number): Promise<string> {
  const row = await tx.db
    .selectFrom('workReport')
    .select('updatedAt')
    .where('factoryId', '=', tx.factoryId)
    .where('id', '=', reportId)
    .executeTakeFirst();
  if (!row) throw makeError('rowNotFound', {}, { reportId: { reason: 'notAReference' } });
  return row.updatedAt;
}

/** Refuses to undo a report unless the caller's account made or ended it last. */
async function refuseUndoOfOthers(tx: Transaction, reportId: number): Promise<void> {
  const lastAction = await sql<{ accountId: number | null }>`
    select account_id from log
    where factory_id = ${tx.factoryId} and entity = 'workReport' and entity_id = ${reportId}
      and action in ('receive', 'start', 'unfinished', 'finish')
    order by id desc limit 1`.execute(tx.db);
  const accountId = lastAction.rows[0]?.accountId ?? null;
  if (accountId === null || accountId !== tx.accountId) throw makeError('undoOfOthers');
}

/**
 * Undoes a recent report by reversing it, because entries of the ledger never change. If only the end of the
 * report is undone, a new report continues the work with the original start time. Only the account that made
 * or ended the report last may undo the report.
 * @param input.reopen whether only the end of the report is undone, so that the work is open again
 * @returns the id of the new open report, null if there is none; and the state of the process
 * @throws undoTooLate, undoOfOthers, and the errors of `reverseReportUnchecked`
 */
export async function undoReport(tx: Transaction, lang: Lang, input: { reportId: number; reopen: boolean }) {
  const ageMs = Date.parse(tx.now) - Date.parse(await readReportUpdatedAt(tx, input.reportId));
  if (ageMs > (UNDO_SECONDS + UNDO_GRACE_SECONDS) * 1000)
    throw makeError('undoTooLate', { seconds: UNDO_SECONDS });
  await refuseUndoOfOthers(tx, input.reportId);
  const report = await loadReport(tx, input.reportId);
  const reversal = await reverseReportUnchecked(tx, {
    reportId: input.reportId,
    reason: translateTerm(lang, 'undo'),
  });
  if (!input.reopen || report.endedAt === null || report.kind === 'receive')
    return { reportId: null, process: reversal.process };
  if (report.taskId !== null) return { reportId: await reopenTaskWork(tx, report), process: null };
  if (report.processId === null) return { reportId: null, process: reversal.process };

  const routing = await openRouting(tx, [report.processId]);
  const process = findRoutingProcess(routing, report.processId);
  assertStateAllows(routing, process, 'start');
  const reportId = await openReport(tx, routing, process, {
    processId: report.processId,
    quantity: report.started,
    deviceId: report.deviceId,
    phase: report.phase,
    source: report.source,
    batchId: report.batchId,
    cardId: report.cardId,
    startedAt: report.startedAt,
    shares: report.people.map(({ employeeId, ratio }) => ({ employeeId, ratio: ratio ?? 0 })),
  });
  tx.log({ entity: 'workReport', id: reportId, action: 'start', after: { reopens: input.reportId } });
  return { reportId, process: buildProcessAnswer(process) };
}
