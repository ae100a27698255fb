import { sql } from 'kysely';
import { makeError } from '#shared/kernel/errors.ts';
import { UNDO_SECONDS } from '#shared/answers/terminal.ts';
import type { Lang } from '#shared/kernel/lang.ts';
import { translateTerm } from '#shared/terms/index.ts';
import type { Transaction } from '../../db/transaction.ts';
import { findReport } from '../../ledger/close-reports.ts';
import { findRoutingProcess } from '../../ledger/routing.ts';
import { assertStateAllows } from './guards.ts';
import { buildProcessAnswer, openReport } from './open-report.ts';
import { closeReportChunk, decideRows } from './report-chunk.ts';
import { openReversalChunk, reverseReport, type ReversalChunk } from './reverse.ts';
import { reopenTaskWork } from './tasks/task-work.ts';

/** The extra time for a request that was sent in time but arrives late, in seconds. */
const UNDO_GRACE_SECONDS = 5;

/** Loads for each report the account that last received, started or ended it. */
async function loadLastAccounts(
  tx: Transaction,
  reportIds: readonly number[],
): Promise<Map<number, number | null>> {
  const { rows } = await sql<{ reportId: number; accountId: number | null }>`
    select i.id as report_id, l.account_id from unnest(${[...reportIds]}::bigint[]) as i (id) cross join lateral (
      select account_id from log
      where factory_id = ${tx.factoryId} and entity = 'workReport' and entity_id = i.id
        and action in ('receive', 'start', 'unfinished', 'finish')
      order by id desc limit 1) l`.execute(tx.db);
  return new Map(rows.map(({ reportId, accountId }) => [reportId, accountId]));
}

/**
 * Undoes a recent report by reversing it, because entries of the ledger never change. If only the end of the
 * report is undone, a new report continues the work with the original start time.
 * @param lastAccountIdByReport for each report, the user account of its last change; only this account may undo the
 * report
 * @returns the id of the new open report, null if there is none; and the state of the process
 * @throws undoTooLate, undoOfOthers, and the errors of `reverseReport`
 */
async function undoReport(
  chunk: ReversalChunk,
  lang: Lang,
  lastAccountIdByReport: ReadonlyMap<number, number | null>,
  input: { reportId: number; reopen: boolean },
) {
  const { tx, routing } = chunk;
  const report = findReport(chunk.reports, input.reportId);
  const ageMs = Date.parse(tx.now) - Date.parse(report.updatedAt);
  if (ageMs > (UNDO_SECONDS + UNDO_GRACE_SECONDS) * 1000)
    throw makeError('undoTooLate', { seconds: UNDO_SECONDS });
  const accountId = lastAccountIdByReport.get(report.id) ?? null;
  if (accountId === null || accountId !== tx.accountId) throw makeError('undoOfOthers');
  const reversal = await reverseReport(chunk, {
    reportId: input.reportId,
    reason: translateTerm(lang, 'undo'),
  });
  if (!input.reopen || report.endedAt === null || report.kind === 'receive')
    return { reportId: null, process: reversal.process };
  if (report.taskId !== null) return { reportId: await reopenTaskWork(tx, report), process: null };
  if (report.processId === null) return { reportId: null, process: reversal.process };

  const process = findRoutingProcess(routing, report.processId);
  assertStateAllows(routing, process, report.isRework ? 'rework' : 'start');
  const reportId = openReport(chunk, process, {
    quantity: report.started,
    deviceId: report.deviceId,
    phase: report.phase,
    isRework: report.isRework,
    source: report.source,
    batchId: report.batchId,
    cardId: report.cardId,
    startedAt: report.startedAt,
    shares: report.people.map(({ employeeId, ratio }) => ({ employeeId, ratio: ratio ?? 0 })),
  });
  chunk.pending.logs.push({
    entity: 'workReport',
    id: reportId,
    action: 'start',
    after: { reopens: input.reportId },
  });
  return { reportId, process: buildProcessAnswer(process) };
}

/**
 * Undoes recent reports, one for each input.
 * @returns the outcome of each input; the refusals are those of `undoReport`
 */
export async function undoReports(
  tx: Transaction,
  lang: Lang,
  inputs: readonly { reportId: number; reopen: boolean }[],
) {
  const reportIds = inputs.map(({ reportId }) => reportId);
  const chunk = await openReversalChunk(tx, reportIds, 2);
  const lastAccountIdByReport = await loadLastAccounts(tx, reportIds);
  const outcomes = await decideRows(chunk, inputs, (input) =>
    undoReport(chunk, lang, lastAccountIdByReport, input),
  );
  await closeReportChunk(chunk);
  return outcomes;
}
