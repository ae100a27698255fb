import { makeError } from '#shared/kernel/errors.ts';
import { hasPermission } from '#shared/kernel/permissions.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import type { CustomColumn } from '#shared/rules/columns.ts';
import { addQuantities } from '#shared/ledger/quantity.ts';
import {
  MIN_FINISHED_QUANTITY,
  MAX_REPORT_SECONDS,
  MIN_REPORT_SECONDS,
} from '#shared/rules/report-limits.ts';
import type { Transaction } from '../../db/transaction.ts';
import {
  computeSecondsBetween,
  findReport,
  loadReportsById,
  type StoredReport,
} from '../../ledger/close-reports.ts';
import { addCardWork, findReportingCard } from '../../ledger/cards/reporting-cards.ts';
import { extendOrderSpan, findRoutingProcess } from '../../ledger/routing.ts';
import { findFailedFirstArticles, refuseFailedFirstArticle } from '../../ledger/quality.ts';
import { resolveReportTime } from '../../ledger/report-time.ts';
import { assertStateAllows } from './guards.ts';
import { refuseWrongClassifications } from '../../crud/classification-values.ts';
import { lockReferencedRows } from '../../crud/references.ts';
import { REPORT_INPUT_FIELDS, type OfflineMarks } from './report-fields.ts';
import { applyEndFormSettings } from './form-defaults.ts';
import { buildProcessAnswer } from './open-report.ts';
import {
  changeProcess,
  closeReportChunk,
  decideRows,
  loadChunkCards,
  moveCardPieces,
  openReportChunk,
  type ReportChunk,
} from './report-chunk.ts';
import { lockCustomColumns } from '../../crud/custom-columns.ts';
import { mergeCustomValues, type CustomValues } from '../../crud/custom-values.ts';
import { parseJsonObject } from '../../crud/parse-object.ts';
import type { EnteredEntries } from './entries/report-lines.ts';
import { keepReportEntries } from './report-way.ts';
import { allocateReportedPieces } from './pieces/reported-pieces.ts';
import { allocateReworkedPieces, moveReworkedCardPieces } from './pieces/rework.ts';

/**
 * Parses the values of the custom columns of a report.
 * @param json the values as a JSON object, keyed by column id
 * @returns the values; null if the factory has no such columns and no values are given
 * @throws fieldsInvalid, in which the fields are named 'custom.<id>'
 */
function parseCustomValues(
  columns: readonly CustomColumn[],
  json: string | null | undefined,
): CustomValues | null {
  if (columns.length === 0 && !json) return null;
  return mergeCustomValues(columns, {}, parseJsonObject('custom', json ?? null), { isNew: true });
}

interface CloseReportInput extends OfflineMarks, EnteredEntries {
  reportId: number;
  good: number;
  scrap: number;
  rework: number;
  errorClassId: number | null;
  scrapReasonId: number | null;
  at: string | null;
  /** A free text, which the form settings of the factory may require. */
  remark: string | null;
  /** The values of custom columns as a JSON object, keyed by column id. */
  custom?: string | null;
}

/**
 * Refuses a user who is not one of the people of the report, and does not have the given permission.
 * @throws notYourReport
 */
export function refuseReportOfOthers(
  user: CurrentUser,
  report: StoredReport,
  permission: 'TASK_REPORT_TEAM' | 'TASK_REPORT_REVERSE',
): void {
  if (hasPermission(user, permission)) return;
  if (!report.people.some((person) => person.employeeId === user.employeeId))
    throw makeError('notYourReport');
}

/** Refuses a duration outside the limits. @throws startAfterEnd, durationTooShort, durationTooLong */
export function assertReportDurationAllowed(startedAt: string, endedAt: string): void {
  if (endedAt < startedAt) throw makeError('startAfterEnd', {}, { at: { reason: 'notADate' } });
  const seconds = computeSecondsBetween(startedAt, endedAt);
  if (seconds < MIN_REPORT_SECONDS) throw makeError('durationTooShort', { seconds });
  if (seconds > MAX_REPORT_SECONDS) throw makeError('durationTooLong', { seconds });
}

/**
 * Locks the error class and the scrap reason of a report until the commit, and refuses wrong ones.
 * @throws referenceMissing, fieldsInvalid
 */
async function lockReasons(
  tx: Transaction,
  reasons: Pick<CloseReportInput, 'errorClassId' | 'scrapReasonId'>,
): Promise<void> {
  await lockReferencedRows(tx, REPORT_INPUT_FIELDS, reasons);
  await refuseWrongClassifications(tx, REPORT_INPUT_FIELDS, reasons);
}

/** The reports that a chunk closes, and the data that decides whether they can be closed. */
interface ClosingReports {
  kind: 'unfinished' | 'finish';
  reports: ReadonlyMap<number, StoredReport>;
  /** The failed first articles, by the id of the process. */
  failedFirstArticles: ReadonlyMap<number, { id: number; code: string }>;
  customColumns: readonly CustomColumn[];
}

/** Decides whether a report can end, and ends it. */
async function prepareEnd(
  chunk: ReportChunk,
  user: CurrentUser,
  { kind, reports, failedFirstArticles, customColumns }: ClosingReports,
  input: CloseReportInput,
) {
  const { tx, routing, pending } = chunk;
  const report = findReport(reports, input.reportId);
  if (report.processId === null || report.kind === 'receive') throw makeError('reportNotOpen');
  refuseReportOfOthers(user, report, 'TASK_REPORT_TEAM');
  const process = findRoutingProcess(routing, report.processId);
  if (report.reversedAt !== null || report.reversesId !== null) throw makeError('reportReversed');
  if (report.endedAt !== null)
    throw makeError('reportClosed', { by: report.updatedBy, good: report.good, scrap: report.scrap });
  if (pending.ends.some((end) => end.report.id === report.id))
    throw makeError('reportClosed', { by: tx.name, good: input.good, scrap: input.scrap });
  assertStateAllows(routing, process, kind);
  if (kind === 'finish') refuseFailedFirstArticle(process.name, failedFirstArticles.get(process.id));
  const endedAt = resolveReportTime(input.at, tx.now, user, input.madeOffline);
  assertReportDurationAllowed(report.startedAt, endedAt);
  const total = addQuantities(input.good, input.scrap, input.rework);
  if (kind === 'finish' && total < MIN_FINISHED_QUANTITY) {
    throw makeError(
      'quantityBelowMinimum',
      { min: MIN_FINISHED_QUANTITY },
      { good: { reason: 'tooSmall', params: { min: MIN_FINISHED_QUANTITY } } },
    );
  }
  if (input.scrapReasonId !== null && input.scrap === 0)
    throw makeError('scrapReasonWithoutScrap', {}, { scrapReasonId: { reason: 'notAChoice' } });
  const values = await applyEndFormSettings(tx, input);
  const reasons = { errorClassId: values.errorClassId, scrapReasonId: values.scrapReasonId };
  await lockReasons(tx, reasons);
  const custom = parseCustomValues(customColumns, input.custom);

  const reportId = report.id;
  const reportingCard = await findReportingCard(tx, routing, chunk.cards, process, report.cardId);
  const allocation = report.isRework
    ? allocateReworkedPieces(process, report, input)
    : allocateReportedPieces(process, report, input, reportingCard);
  const { parameters, barcodes, materials } = input;
  const entries = { parameters, barcodes, materials };
  // `keepReportEntries` also writes, so it is called after all other checks of the row.
  await keepReportEntries(tx, user, process, { ...report, reportId, pieces: total }, entries);
  const { good, scrap, rework, remark } = values;
  changeProcess(chunk, process, reportId, () => {
    process.openReports -= 1;
    return allocation.post();
  });
  pending.ends.push({
    report,
    outcome: {
      kind,
      endedAt,
      good,
      scrap,
      rework,
      excess: allocation.excess,
      ...reasons,
      remark,
      custom,
      madeOffline: input.madeOffline ?? false,
      timeCorrected: input.timeCorrected ?? false,
    },
  });
  if (report.isRework) moveReworkedCardPieces(chunk, process, report, values);
  else addCardWork(chunk.cards, report.cardId, process.id, -report.started);
  if (!report.isRework && reportingCard && reportingCard.cards.length > 1) {
    const { id: cardId, partId } = reportingCard.card;
    moveCardPieces(chunk, { cardId, processId: process.id, reportId, good, scrap, rework }, partId);
  }
  extendOrderSpan(routing, process, report.startedAt, endedAt);
  pending.logs.push({
    entity: 'workReport',
    id: reportId,
    action: kind,
    before: { endedAt: null },
    after: { ...values, custom, endedAt },
  });
  return { reportId, endedAt, process: buildProcessAnswer(process) };
}

/**
 * Ends reports, one for each input. Their pieces move from in work to good, scrap and rework. Pieces that were started
 * but not reported return to machinable. Reworked pieces move to good and scrap, or go through the process again; those
 * that were not reported wait for rework again. If two people end the same report at the same time, the second request
 * is refused.
 * @returns the outcome of each input. Refusals: rowNotFound, reportNotOpen, notYourReport, reportReversed,
 * reportClosed, orderState, processState, firstArticleFailed, startAfterEnd, durationTooShort, durationTooLong,
 * quantityBelowMinimum, quantityExceedsStarted, scrapReasonWithoutScrap, and those of `resolveReportTime`, the form
 * settings, the references, the custom columns and `keepReportEntries`
 */
export async function closeReports(
  tx: Transaction,
  user: CurrentUser,
  kind: 'unfinished' | 'finish',
  inputs: readonly CloseReportInput[],
) {
  const reportIds = inputs.map(({ reportId }) => reportId);
  const unlockedReports = [...(await loadReportsById(tx, reportIds)).values()];
  const chunk = await openReportChunk(
    tx,
    unlockedReports.flatMap(({ processId }) => processId ?? []),
    { newReportCount: 0, mayChangeLosses: inputs.some(({ scrap }) => scrap > 0) },
  );
  await loadChunkCards(
    chunk,
    new Set(
      unlockedReports.flatMap(({ cardId, isRework, processId }) =>
        cardId === null && !isRework ? [] : (processId ?? []),
      ),
    ),
  );
  // The reports are read again under the lock, because another request may have closed them.
  const reports = await loadReportsById(tx, reportIds);
  const processIds = [...reports.values()].flatMap(({ processId }) => processId ?? []);
  const failedFirstArticles = await findFailedFirstArticles(tx, processIds);
  const customColumns = await lockCustomColumns(tx, 'report');
  const outcomes = await decideRows(chunk, inputs, (input) =>
    prepareEnd(chunk, user, { kind, reports, failedFirstArticles, customColumns }, input),
  );
  await closeReportChunk(chunk);
  return outcomes;
}
