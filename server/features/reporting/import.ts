import { fail, type ErrorCode, type ErrorParams } from '#shared/kernel/errors.ts';
import { choice, date, lines, number, quantity, ref, text } from '#shared/kernel/fields.ts';
import { validate, type FieldProblems } from '#shared/kernel/validate.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import { lockName } from '../../db/lock.ts';
import type { Work } from '../../db/work.ts';
import { closeRouting, extendSpan, deriveAround, openRouting } from '../../ledger/routing.ts';
import { findOverlaps } from './import-overlaps.ts';
import { refuseRow, wallClockOf } from './import-limits.ts';
import {
  fileRow,
  findUnknown,
  takeIds,
  writeFiled,
  writeLines,
  type Filed,
  type ImportRow,
} from './import-row.ts';

/** Most rows of one call. */
const IMPORT_ROWS = 500;
/** Longest text of the rows of one call. */
export const IMPORT_BYTES = 4_000_000;

/** A wall-clock time of the factory: 'YYYY-MM-DDTHH:mm', seconds optional, without a zone. */
const WALL_CLOCK = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/;

const day = date({ required: true });

/**
 * JavaScript rolls the 31st of a short month over; the year is held to what every other date of the wire is
 * held to.
 */
function isWallClock(text: string): boolean {
  if (!WALL_CLOCK.test(text)) return false;
  return validate({ day }, { day: text.slice(0, 10) }).problems === undefined;
}

const rowFields = {
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

/** What became of one row. */
export interface Verdict {
  line: number | null;
  ok: boolean;
  reportId?: number;
  /** It had been filed before; nothing was written. */
  duplicate?: boolean;
  warnings?: string[];
  code?: ErrorCode;
  params?: ErrorParams;
  fields?: FieldProblems;
}

function parse(text: string): unknown[] {
  let rows: unknown;
  try {
    rows = JSON.parse(text);
  } catch {
    throw fail('fieldsInvalid', {}, { rows: { reason: 'notAList' } });
  }
  if (!Array.isArray(rows)) throw fail('fieldsInvalid', {}, { rows: { reason: 'notAList' } });
  if (rows.length > IMPORT_ROWS)
    throw fail(
      'importTooMany',
      { max: IMPORT_ROWS },
      { rows: { reason: 'tooMany', params: { max: IMPORT_ROWS } } },
    );
  return rows;
}

function check(raw: unknown): { row: ImportRow } | { verdict: Verdict } {
  const line =
    typeof (raw as { line?: unknown } | null)?.line === 'number' ? (raw as { line: number }).line : null;
  const { values, problems } = validate(rowFields, raw);
  if (problems) return { verdict: { line, ok: false, code: 'fieldsInvalid', fields: problems } };
  for (const name of ['startedAt', 'endedAt'] as const) {
    if (!isWallClock(values[name])) {
      return {
        verdict: { line, ok: false, code: 'fieldsInvalid', fields: { [name]: { reason: 'notADate' } } },
      };
    }
  }
  if (values.startedAt > values.endedAt) return { verdict: { line, ok: false, code: 'startAfterEnd' } };
  return { row: values };
}

/**
 * What of these lines was filed before, under the lock of the source: two imports of one source wait for each
 * other.
 */
async function filedBefore(work: Work, source: string, numbers: number[]): Promise<Map<number, number>> {
  await lockName(work, 'importedLog', source);
  const found = await work.db
    .selectFrom('importedLine')
    .select(['line', 'reportId'])
    .where('factoryId', '=', work.factoryId)
    .where('source', '=', source)
    .where('line', 'in', numbers)
    .execute();
  return new Map(found.map((row) => [row.line, row.reportId]));
}

/**
 * Files reports of the past, each closed and complete. The guards of the flow are skipped: what the rules
 * would forbid
 * is kept, and counted as a warning; surplus stands in `excess`. A line of a source is filed exactly once.
 * @param text JSON array of at most IMPORT_ROWS rows
 * @returns one verdict a row, in their order; a row that is refused leaves the others as they are
 */
export async function importReports(
  work: Work,
  user: CurrentUser,
  source: string,
  text: string,
): Promise<{ verdicts: Verdict[] }> {
  const checked = parse(text).map(check);
  const rows = checked.flatMap((one) => ('row' in one ? [one.row] : []));
  if (rows.length === 0)
    return { verdicts: checked.map((one) => ('verdict' in one ? one.verdict : { line: null, ok: false })) };

  const before = await filedBefore(
    work,
    source,
    rows.map((row) => row.line),
  );
  const unknown = await findUnknown(work, rows);
  const routing = await openRouting(work, [...new Set(rows.map((row) => row.processId))], { losses: true });
  const byId = new Map(routing.processes.map((process) => [process.id, process]));
  const ids = await takeIds(work, rows.length);
  const now = wallClockOf(work.now, user.zone);
  const filed: Filed[] = [];
  const verdicts = checked.map((one): Verdict => {
    if ('verdict' in one) return one.verdict;
    const { row } = one;
    const earlier = before.get(row.line);
    if (earlier !== undefined) return { line: row.line, ok: true, reportId: earlier, duplicate: true };
    const process = byId.get(row.processId);
    const problem = unknown.get(row);
    if (problem || !process) {
      return {
        line: row.line,
        ok: false,
        code: 'referenceMissing',
        fields: problem ?? { processId: { reason: 'notAReference' } },
      };
    }
    const refused = refuseRow(row, process, now);
    if (refused) return { line: row.line, ok: false, ...refused };
    const done = fileRow(routing, process, row, ids[filed.length]!);
    deriveAround(routing, process);
    filed.push(done);
    before.set(row.line, done.reportId);
    return { line: row.line, ok: true, reportId: done.reportId, warnings: done.warnings };
  });
  if (filed.length === 0) return { verdicts };
  const written = await writeFiled(work, user, filed);
  for (const { processId, startedAt, endedAt } of written) {
    extendSpan(routing, byId.get(processId)!, startedAt, endedAt);
  }
  await findOverlaps(work, filed);
  await writeLines(work, source, filed);
  await closeRouting(work, routing);
  work.announce(
    'report',
    'workReport',
    filed.map((one) => one.reportId),
  );
  work.log({ entity: 'workReport', id: null, action: 'import', after: { source, rows: filed.length } });
  return { verdicts };
}
