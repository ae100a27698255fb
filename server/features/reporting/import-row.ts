import { sql } from 'kysely';
import { postMovement } from '#shared/ledger/ledger.ts';
import { calculateReceivableQuantity, calculateTargetQuantity } from '#shared/ledger/process-state.ts';
import { subtractQuantities, addQuantities } from '#shared/ledger/quantity.ts';
import { createEqualRatios, MAX_REPORT_SECONDS, MIN_REPORT_SECONDS } from '#shared/rules/report-limits.ts';
import type { FieldProblems } from '#shared/kernel/validate.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import type { Transaction } from '../../db/transaction.ts';
import { writeReportSnapshots } from '../../ledger/report-snapshots.ts';
import type { Routing, RoutingProcess } from '../../ledger/routing.ts';

/** A row of an import. It describes a closed report, and its times are local times of the factory. */
export interface ImportRow {
  line: number;
  processId: number;
  deviceId: number | null;
  people: { employeeId: number; ratio: number | null }[];
  phase: 'preparation' | 'run' | 'stop';
  startedAt: string;
  endedAt: string;
  good: number;
  scrap: number;
  hold: number;
  rework: number;
  remark: string | null;
}

/** The violations of the production rules. A row is imported in spite of them. */
export type ImportWarning =
  | 'quantityOutsideRun'
  | 'runWithoutQuantity'
  | 'exceedsPlanned'
  | 'exceedsArrived'
  | 'tooShort'
  | 'tooLong'
  | 'personOverlap'
  | 'deviceOverlap';

/**
 * The report of an imported row. `postImportedRow` posts its quantities to the routing, and `insertReports`
 * inserts it into the database.
 */
export interface ImportedReport {
  row: ImportRow;
  reportId: number;
  kind: 'unfinished' | 'finish';
  excess: number;
  warnings: ImportWarning[];
}

/**
 * Computes the seconds between the start and the end of a row. The result can be larger than the database column
 * allows.
 */
export const computeRowSeconds = (row: ImportRow): number =>
  Math.round((Date.parse(`${row.endedAt}Z`) - Date.parse(`${row.startedAt}Z`)) / 1000);

/**
 * Posts the quantities of an imported row to an open routing. The pieces are taken from machinable
 * first, then from supply, then from surplus.
 */
export function postImportedRow(
  routing: Routing,
  process: RoutingProcess,
  row: ImportRow,
  reportId: number,
): ImportedReport {
  const madeQuantity = addQuantities(row.good, row.scrap, row.hold, row.rework);
  const machinable = Math.min(madeQuantity, process.machinable);
  const supply = Math.min(subtractQuantities(madeQuantity, machinable), calculateReceivableQuantity(process));
  const excess = subtractQuantities(madeQuantity, machinable, supply);
  routing.entries.push(
    ...postMovement(process, 'supply', 'machinable', supply, { reportId }),
    ...postMovement(process, 'machinable', 'inWork', addQuantities(machinable, supply), { reportId }),
    ...postMovement(process, 'surplus', 'inWork', excess, { reportId }),
    ...postMovement(process, 'inWork', 'good', row.good, { reportId }),
    ...postMovement(process, 'inWork', 'scrap', row.scrap, { reportId }),
    ...postMovement(process, 'inWork', 'hold', row.hold, { reportId }),
    ...postMovement(process, 'inWork', 'reworkOpen', row.rework, { reportId }),
  );
  process.hasRun ||= row.phase === 'run' || madeQuantity > 0;
  routing.changedProcesses.add(process);
  const seconds = computeRowSeconds(row);
  const warnings: ImportWarning[] = [];
  if (row.phase !== 'run' && madeQuantity > 0) warnings.push('quantityOutsideRun');
  if (row.phase === 'run' && madeQuantity === 0) warnings.push('runWithoutQuantity');
  if (excess > 0)
    warnings.push(
      addQuantities(process.received, process.excess) > process.plannedQuantity
        ? 'exceedsPlanned'
        : 'exceedsArrived',
    );
  if (seconds < MIN_REPORT_SECONDS) warnings.push('tooShort');
  if (seconds > MAX_REPORT_SECONDS) warnings.push('tooLong');
  const kind =
    row.phase === 'run' && process.good >= calculateTargetQuantity(process) ? 'finish' : 'unfinished';
  return { row, reportId, kind, excess, warnings };
}

/**
 * Finds the rows whose device or people do not exist or are deleted.
 * @returns the wrong fields of each of these rows
 */
export async function findMissingReferences(
  tx: Transaction,
  rows: readonly ImportRow[],
): Promise<Map<ImportRow, FieldProblems>> {
  const findExistingIds = async (table: 'employee' | 'device', ids: number[]) => {
    if (ids.length === 0) return new Set<number>();
    const existingRows = await tx.db
      .selectFrom(table)
      .select('id')
      .where('factoryId', '=', tx.factoryId)
      .where('id', 'in', [...new Set(ids)])
      .where('deletedAt', 'is', null)
      .orderBy('id')
      .forKeyShare()
      .execute();
    return new Set(existingRows.map((row) => row.id));
  };
  const employeeIds = await findExistingIds(
    'employee',
    rows.flatMap((row) => row.people.map((person) => person.employeeId)),
  );
  const deviceIds = await findExistingIds(
    'device',
    rows.flatMap((row) => (row.deviceId === null ? [] : [row.deviceId])),
  );
  const problems = new Map<ImportRow, FieldProblems>();
  for (const row of rows) {
    const rowProblems: Record<string, FieldProblems[string]> = {};
    row.people.forEach((person, index) => {
      if (!employeeIds.has(person.employeeId))
        rowProblems[`people[${index}].employeeId`] = { reason: 'notAReference' };
    });
    if (row.deviceId !== null && !deviceIds.has(row.deviceId))
      rowProblems['deviceId'] = { reason: 'notAReference' };
    if (Object.keys(rowProblems).length > 0) problems.set(row, rowProblems);
  }
  return problems;
}

/**
 * Inserts the reports, their people and their snapshots. The database converts the local times to instants.
 * @returns the process of each report, and its start and end as instants
 */
export async function insertReports(
  tx: Transaction,
  user: CurrentUser,
  importedReports: readonly ImportedReport[],
): Promise<{ processId: number; startedAt: string; endedAt: string }[]> {
  const reportRows = importedReports.map((report) => ({
    id: report.reportId,
    kind: report.kind,
    phase: report.row.phase,
    process_id: report.row.processId,
    device_id: report.row.deviceId,
    started_at: report.row.startedAt,
    ended_at: report.row.endedAt,
    seconds: computeRowSeconds(report.row),
    started: addQuantities(report.row.good, report.row.scrap, report.row.hold, report.row.rework),
    good: report.row.good,
    scrap: report.row.scrap,
    rework: report.row.rework,
    hold: report.row.hold,
    excess: report.excess,
    remark: report.row.remark,
  }));
  const result = await sql<{
    processId: number;
    startedAt: string;
    endedAt: string;
  }>`insert into work_report (factory_id, id, created_by, updated_by, kind, phase, process_id, device_id, started_at, ended_at,
        seconds, started, good, scrap, rework, hold, excess, remark, source)
      select ${tx.factoryId}::bigint, id, ${tx.name}::text, ${tx.name}::text, kind, phase, process_id, device_id,
        started_at at time zone ${user.zone}::text, ended_at at time zone ${user.zone}::text,
        seconds, started, good, scrap, rework, hold, excess, remark, 'import'
      from jsonb_to_recordset(${JSON.stringify(reportRows)}::jsonb) as r (id bigint, kind text, phase text, process_id bigint,
        device_id bigint, started_at timestamp, ended_at timestamp, seconds integer, started numeric, good numeric, scrap numeric,
        rework numeric, hold numeric, excess numeric, remark text)
      returning process_id, started_at, ended_at`.execute(tx.db);
  const personRows = importedReports.flatMap((report) => {
    const ratios = report.row.people.every((person) => person.ratio === null)
      ? createEqualRatios(Math.max(1, report.row.people.length))
      : report.row.people.map((person) => person.ratio ?? 0);
    const seconds = computeRowSeconds(report.row);
    return report.row.people.map((person, position) => ({
      owner_id: report.reportId,
      position,
      employee_id: person.employeeId,
      ratio: ratios[position],
      seconds,
    }));
  });
  await sql`insert into work_report_people (factory_id, owner_id, position, employee_id, ratio, seconds)
    select ${tx.factoryId}::bigint, owner_id, position, employee_id, ratio, seconds
    from jsonb_to_recordset(${JSON.stringify(personRows)}::jsonb) as p (owner_id bigint, position integer, employee_id bigint,
      ratio numeric, seconds integer)`.execute(tx.db);
  await writeReportSnapshots(
    tx,
    importedReports.map((report) => report.reportId),
  );
  return result.rows;
}

/** Records which lines of a source have been imported, and the warnings of each line. */
export async function insertImportedLines(
  tx: Transaction,
  source: string,
  importedReports: readonly ImportedReport[],
): Promise<void> {
  const rows = importedReports.map((report) => ({
    line: report.row.line,
    report_id: report.reportId,
    warnings: report.warnings,
  }));
  await sql`insert into imported_line (factory_id, source, line, report_id, warnings)
    select ${tx.factoryId}::bigint, ${source}::text, line, report_id, warnings
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as l (line integer, report_id bigint, warnings jsonb)`.execute(
    tx.db,
  );
}
