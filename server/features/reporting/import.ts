import type { ErrorCode } from '#shared/kernel/error-catalogue.ts';
import { makeError, type ErrorParams } from '#shared/kernel/errors.ts';
import { choice, date, lines, number, quantity, ref, text } from '#shared/kernel/fields.ts';
import { validateRecord, type FieldProblems } from '#shared/kernel/validate.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import type { Db } from '../../db/database.ts';
import { waitForLock } from '../../db/lock.ts';
import type { Transaction } from '../../db/transaction.ts';
import { closeRouting, recalculateAffectedParts } from '../../ledger/close-routing.ts';
import { extendOrderSpan, openRouting } from '../../ledger/routing.ts';
import { addOverlapWarnings } from './import-overlaps.ts';
import { allocateIds } from './insert-report.ts';
import { findRowProblem, computeLatestAllowedEnd } from './import-limits.ts';
import {
  postImportedRow,
  findMissingReferences,
  insertReports,
  insertImportedLines,
  type ImportedReport,
  type ImportRow,
} from './import-row.ts';

/** The maximum number of rows in one request. */
const MAX_IMPORT_ROWS = 500;
/** The maximum length of the rows of one request, in characters of JSON. */
export const MAX_IMPORT_CHARACTERS = 4_000_000;

/** Matches a local time without a zone: 'YYYY-MM-DDTHH:mm' or 'YYYY-MM-DDTHH:mm:ss'. */
const LOCAL_TIME_PATTERN = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/;

const dayField = date({ required: true });

/**
 * Whether a text is a valid local time. The day is validated as a date field, because `Date.parse`
 * accepts 31 April. The date field also limits the year.
 */
function isLocalTime(text: string): boolean {
  if (!LOCAL_TIME_PATTERN.test(text)) return false;
  return validateRecord({ day: dayField }, { day: text.slice(0, 10) }).problems === undefined;
}

const IMPORT_ROW_FIELDS = {
  line: number({ required: true, min: 0, max: 2_000_000_000, decimals: 0 }),
  processId: ref('process', { required: true }),
  deviceId: ref('device'),
  people: lines(
    { employeeId: ref('employee', { required: true }), ratio: number({ min: 0.01, max: 100 }) },
    { max: 50 },
  ),
  phase: choice(['preparation', 'run', 'stop'], { required: true }),
  startedAt: text({ required: true, max: 19 }),
  endedAt: text({ required: true, max: 19 }),
  good: quantity({ initial: 0 }),
  scrap: quantity({ initial: 0 }),
  hold: quantity({ initial: 0 }),
  rework: quantity({ initial: 0 }),
  remark: text({ max: 500 }),
};

export interface ImportRowResult {
  line: number | null;
  ok: boolean;
  reportId?: number;
  /** Whether the line had been imported before, so that nothing was written for this row. */
  duplicate?: boolean;
  warnings?: string[];
  code?: ErrorCode;
  params?: ErrorParams;
  fields?: FieldProblems;
}

function parseRows(rowsJson: string): unknown[] {
  let rows: unknown;
  try {
    rows = JSON.parse(rowsJson);
  } catch {
    throw makeError('fieldsInvalid', {}, { rows: { reason: 'notAList' } });
  }
  if (!Array.isArray(rows)) throw makeError('fieldsInvalid', {}, { rows: { reason: 'notAList' } });
  if (rows.length > MAX_IMPORT_ROWS)
    throw makeError(
      'importTooMany',
      { max: MAX_IMPORT_ROWS },
      { rows: { reason: 'tooMany', params: { max: MAX_IMPORT_ROWS } } },
    );
  return rows;
}

function validateRow(rawRow: unknown): { row: ImportRow } | { verdict: ImportRowResult } {
  const line =
    typeof (rawRow as { line?: unknown } | null)?.line === 'number'
      ? (rawRow as { line: number }).line
      : null;
  const { values, problems } = validateRecord(IMPORT_ROW_FIELDS, rawRow);
  if (problems) return { verdict: { line, ok: false, code: 'fieldsInvalid', fields: problems } };
  for (const name of ['startedAt', 'endedAt'] as const) {
    if (!isLocalTime(values[name])) {
      return {
        verdict: { line, ok: false, code: 'fieldsInvalid', fields: { [name]: { reason: 'notADate' } } },
      };
    }
  }
  if (values.startedAt > values.endedAt) return { verdict: { line, ok: false, code: 'startAfterEnd' } };
  return { row: values };
}

/**
 * Finds the lines of a source that were imported before. It locks the source, so that two imports
 * from the same source run one after the other.
 * @returns the id of the report by line
 */
async function findImportedLines(
  tx: Transaction,
  source: string,
  lineNumbers: number[],
): Promise<Map<number, number>> {
  await waitForLock(tx, 'importedLog', source);
  const rows = await tx.db
    .selectFrom('importedLine')
    .select(['line', 'reportId'])
    .where('factoryId', '=', tx.factoryId)
    .where('source', '=', source)
    .where('line', 'in', lineNumbers)
    .execute();
  return new Map(rows.map((row) => [row.line, row.reportId]));
}

/** Counts the lines of a source that were imported. */
export async function countImportedLines(
  db: Db,
  factoryId: number,
  source: string,
): Promise<{ count: number }> {
  const { count } = await db
    .selectFrom('importedLine')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('factoryId', '=', factoryId)
    .where('source', '=', source)
    .executeTakeFirstOrThrow();
  return { count };
}

/**
 * Imports past reports, which are all closed. A violation of the production rules only becomes a warning.
 * Pieces that the process could not have received are recorded in `excess`. Each line of a source is imported
 * only once.
 * @param source the name of the log that the rows come from
 * @param rowsJson the rows as a JSON array, at most MAX_IMPORT_ROWS
 * @returns one verdict per row, in the same order; a refused row does not affect the others
 * @throws fieldsInvalid if `rowsJson` is not a JSON array; importTooMany
 */
export async function importReports(
  tx: Transaction,
  user: CurrentUser,
  source: string,
  rowsJson: string,
): Promise<{ verdicts: ImportRowResult[] }> {
  const results = parseRows(rowsJson).map(validateRow);
  const rows = results.flatMap((result) => ('row' in result ? [result.row] : []));
  if (rows.length === 0)
    return {
      verdicts: results.map((result) => ('verdict' in result ? result.verdict : { line: null, ok: false })),
    };

  const reportIdsByLine = await findImportedLines(
    tx,
    source,
    rows.map((row) => row.line),
  );
  const missingReferences = await findMissingReferences(tx, rows);
  const routing = await openRouting(tx, [...new Set(rows.map((row) => row.processId))], {
    mayChangeLosses: true,
  });
  const processesById = new Map(routing.processes.map((process) => [process.id, process]));
  const newReportIds = await allocateIds(tx, rows.length);
  const latestEnd = computeLatestAllowedEnd(tx.now, user.zone);
  const importedReports: ImportedReport[] = [];
  const verdicts = results.map((result): ImportRowResult => {
    if ('verdict' in result) return result.verdict;
    const { row } = result;
    const reportId = reportIdsByLine.get(row.line);
    if (reportId !== undefined) return { line: row.line, ok: true, reportId, duplicate: true };
    const process = processesById.get(row.processId);
    const fieldProblems = missingReferences.get(row);
    if (fieldProblems || !process) {
      return {
        line: row.line,
        ok: false,
        code: 'referenceMissing',
        fields: fieldProblems ?? { processId: { reason: 'notAReference' } },
      };
    }
    const refusal = findRowProblem(row, process, latestEnd);
    if (refusal) return { line: row.line, ok: false, ...refusal };
    const report = postImportedRow(routing, process, row, newReportIds[importedReports.length]!);
    routing.reportId = report.reportId;
    recalculateAffectedParts(routing, process);
    importedReports.push(report);
    reportIdsByLine.set(row.line, report.reportId);
    return { line: row.line, ok: true, reportId: report.reportId, warnings: report.warnings };
  });
  if (importedReports.length === 0) return { verdicts };
  const insertedReports = await insertReports(tx, user, importedReports);
  for (const { processId, startedAt, endedAt } of insertedReports) {
    extendOrderSpan(routing, processesById.get(processId)!, startedAt, endedAt);
  }
  await addOverlapWarnings(tx, importedReports);
  await insertImportedLines(tx, source, importedReports);
  await closeRouting(tx, routing);
  tx.announce(
    'report',
    'workReport',
    importedReports.map((report) => report.reportId),
  );
  tx.log({
    entity: 'workReport',
    id: null,
    action: 'import',
    after: { source, rows: importedReports.length },
  });
  return { verdicts };
}
