import { sql } from 'kysely';
import { makeError } from '#shared/kernel/errors.ts';
import { UNDO_SECONDS } from '#shared/answers/terminal.ts';
import type { Lang } from '#shared/kernel/lang.ts';
import { translateTerm } from '#shared/terms/index.ts';
import type { Work } from '../../db/work.ts';
import { loadReport } from '../../ledger/close-reports.ts';
import { openRouting, findRoutingProcess } from '../../ledger/routing.ts';
import { assertStateAllows } from './guards.ts';
import { reverseReportUnchecked } from './reverse.ts';
import { buildProcessAnswer, openReport } from './start.ts';

/** The extra time for a request that was sent in time but arrives late, in seconds. */
const UNDO_GRACE_SECONDS = 5;

async function readReportUpdatedAt(work: Work, reportId: number): Promise<string> {
  const row = await work.db
    .selectFrom('workReport')
    .select('updatedAt')
    .where('factoryId', '=', work.factoryId)
    .where('id', '=', reportId)
    .executeTakeFirst();
  if (!row) throw makeError('rowNotFound', {}, { reportId: { reason: 'notAReference' } });
  return row.updatedAt;
}

/** Refuses to undo a report unless the caller's account made or ended it last. */
async function refuseUndoOfOthers(work: Work, reportId: number): Promise<void> {
  const lastAction = await sql<{ accountId: number | null }>`
    select account_id from log
    where factory_id = ${work.factoryId} and entity = 'workReport' and entity_id = ${reportId}
      and action in ('receive', 'start', 'unfinished', 'finish')
    order by id desc limit 1`.execute(work.db);
  const accountId = lastAction.rows[0]?.accountId ?? null;
  if (accountId === null || accountId !== work.accountId) throw makeError('undoOfOthers');
}

/**
 * Undoes a recent report by reversing it, because entries of the ledger never change. If only the end of the
 * report is undone, a new report continues the work with the original start time. Only the account that made
 * or ended the report last may undo the report.
 * @param input.reopen whether only the end of the report is undone, so that the work is open again
 * @returns the id of the new open report, null if there is none; and the state of the process
 * @throws undoTooLate, undoOfOthers, and the errors of `reverseReportUnchecked`
 */
export async function undoReport(work: Work, lang: Lang, input: { reportId: number; reopen: boolean }) {
  const ageMs = Date.parse(work.now) - Date.parse(await readReportUpdatedAt(work, input.reportId));
  if (ageMs > (UNDO_SECONDS + UNDO_GRACE_SECONDS) * 1000)
    throw makeError('undoTooLate', { seconds: UNDO_SECONDS });
  await refuseUndoOfOthers(work, input.reportId);
  const report = await loadReport(work, input.reportId);
  const reversal = await reverseReportUnchecked(work, {
    reportId: input.reportId,
    reason: translateTerm(lang, 'undo'),
  });
  if (!input.reopen || report.endedAt === null || report.kind === 'receive' || report.processId === null)
    return { reportId: null, process: reversal.process };

  const routing = await openRouting(work, [report.processId]);
  const process = findRoutingProcess(routing, report.processId);
  assertStateAllows(routing, process, 'start');
  const reportId = await openReport(work, routing, process, {
    processId: report.processId,
    quantity: report.started,
    deviceId: report.deviceId,
    phase: report.phase,
    source: report.source,
    startedAt: report.startedAt,
    shares: report.people.map(({ employeeId, ratio }) => ({ employeeId, ratio: ratio ?? 0 })),
  });
  work.log({ entity: 'workReport', id: reportId, action: 'start', after: { reopens: input.reportId } });
  return { reportId, process: buildProcessAnswer(process) };
}
