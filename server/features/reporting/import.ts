import { makeError, type ErrorCode, type ErrorParams } from '#shared/kernel/errors.ts';
import { choice, date, lines, number, quantity, ref, text } from '#shared/kernel/fields.ts';
import { validateRecord, type FieldProblems } from '#shared/kernel/validate.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import { waitForLock } from '../../db/lock.ts';
import type { Work } from '../../db/work.ts';
import {
  closeRouting,
  extendOrderSpan,
  recalculateAffectedParts,
  openRouting,
} from '../../ledger/routing.ts';
import { addOverlapWarnings } from './import-overlaps.ts';
import { findRowProblem, computeLatestAllowedEnd } from './import-limits.ts';
import {
  postImportedRow,
  findMissingReferences,
  allocateIds,
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

function parseRows(text: string): unknown[] {
  let rows: unknown;
  try {
    rows = JSON.parse(text);
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

function validateRow(raw: unknown): { row: ImportRow } | { verdict: ImportRowResult } {
  const line =
    typeof (raw as { line?: unknown } | null)?.line === 'number' ? (raw as { line: number }).line : null;
  const { values, problems } = validateRecord(IMPORT_ROW_FIELDS, raw);
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
  work: Work,
  source: string,
  numbers: number[],
): Promise<Map<number, number>> {
  await waitForLock(work, 'importedLog', source);
  const rows = await work.db
    .selectFrom('importedLine')
    .select(['line', 'reportId'])
    .where('factoryId', '=', work.factoryId)
    .where('source', '=', source)
    .where('line', 'in', numbers)
    .execute();
  return new Map(rows.map((row) => [row.line, row.reportId]));
}

/**
 * Imports past reports, which are all closed. A violation of the production rules only becomes a warning.
 * Pieces that the process could not have received are recorded in `excess`. Each line of a source is imported
 * only once.
 * @param source the name of the log that the rows come from
 * @param text the rows as a JSON array, of at most MAX_IMPORT_ROWS rows
 * @returns one verdict per row, in the same order; a refused row does not affect the others
 * @throws fieldsInvalid if the text is no JSON array; importTooMany
 */
export async function importReports(
  work: Work,
  user: CurrentUser,
  source: string,
  text: string,
): Promise<{ verdicts: ImportRowResult[] }> {
  const results = parseRows(text).map(validateRow);
  const rows = results.flatMap((one) => ('row' in one ? [one.row] : []));
  if (rows.length === 0)
    return { verdicts: results.map((one) => ('verdict' in one ? one.verdict : { line: null, ok: false })) };

  const reportIds = await findImportedLines(
    work,
    source,
    rows.map((row) => row.line),
  );
  const missing = await findMissingReferences(work, rows);
  const routing = await openRouting(work, [...new Set(rows.map((row) => row.processId))], { losses: true });
  const byId = new Map(routing.processes.map((process) => [process.id, process]));
  const ids = await allocateIds(work, rows.length);
  const latestEnd = computeLatestAllowedEnd(work.now, user.zone);
  const imported: ImportedReport[] = [];
  const verdicts = results.map((one): ImportRowResult => {
    if ('verdict' in one) return one.verdict;
    const { row } = one;
    const reportId = reportIds.get(row.line);
    if (reportId !== undefined) return { line: row.line, ok: true, reportId, duplicate: true };
    const process = byId.get(row.processId);
    const problem = missing.get(row);
    if (problem || !process) {
      return {
        line: row.line,
        ok: false,
        code: 'referenceMissing',
        fields: problem ?? { processId: { reason: 'notAReference' } },
      };
    }
    const refusal = findRowProblem(row, process, latestEnd);
    if (refusal) return { line: row.line, ok: false, ...refusal };
    const report = postImportedRow(routing, process, row, ids[imported.length]!);
    recalculateAffectedParts(routing, process);
    imported.push(report);
    reportIds.set(row.line, report.reportId);
    return { line: row.line, ok: true, reportId: report.reportId, warnings: report.warnings };
  });
  if (imported.length === 0) return { verdicts };
  const inserted = await insertReports(work, user, imported);
  for (const { processId, startedAt, endedAt } of inserted) {
    extendOrderSpan(routing, byId.get(processId)!, startedAt, endedAt);
  }
  await addOverlapWarnings(work, imported);
  await insertImportedLines(work, source, imported);
  await closeRouting(work, routing);
  work.announce(
    'report',
    'workReport',
    imported.map((one) => one.reportId),
  );
  work.log({ entity: 'workReport', id: null, action: 'import', after: { source, rows: imported.length } });
  return { verdicts };
}
