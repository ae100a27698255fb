import { getBatchPath, type BatchAnswer } from '#shared/answers/batch.ts';
import { send } from '#client/kit/wire/call.ts';

const UNDO_PATH = '/mes/report/undo';

/**
 * Undoes a report, or each report of a batch.
 * @param reopensReports whether only the end of the reports is undone, so that the work continues
 * @returns null if all reports were undone; otherwise the number of undone and of refused reports, and the
 * reason of the first refusal
 * @throws CallError if there is only one report and the server refuses to undo it
 */
export async function undoReports(
  reportIds: readonly number[],
  reopensReports: boolean,
  workerToken?: string | null,
): Promise<{ done: number; refused: number; reason: string } | null> {
  if (reportIds.length === 1) {
    await send(UNDO_PATH, { reportId: reportIds[0], reopen: reopensReports }, { workerToken });
    return null;
  }
  // The reports are undone in reverse order: the latest report first.
  const rows = reportIds.toReversed().map((id) => ({ id, reportId: id, reopen: reopensReports }));
  const answer = await send<BatchAnswer>(
    getBatchPath(UNDO_PATH),
    { rows: JSON.stringify(rows) },
    { workerToken },
  );
  const refusals = answer.rows.flatMap(({ answer: row }) => (row.success ? [] : [row.message]));
  return refusals.length === 0
    ? null
    : { done: rows.length - refusals.length, refused: refusals.length, reason: refusals[0]! };
}
