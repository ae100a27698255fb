import { sql } from 'kysely';
import { makeError } from '#shared/kernel/errors.ts';
import { postMovement } from '#shared/ledger/ledger.ts';
import type { Transaction } from '../db/transaction.ts';
import { computeBatchSeconds } from './batch-seconds.ts';
import { computeBreakSeconds } from './break-seconds.ts';
import { writeReportSnapshots } from './report-snapshots.ts';
import type { Routing, RoutingProcess } from './routing.ts';

/** The end and the quantities with which a report is closed. */
export interface ReportOutcome {
  kind: 'unfinished' | 'finish' | 'outsidePlan';
  endedAt: string;
  good: number;
  scrap: number;
  rework: number;
  excess: number;
  errorClassId: number | null;
  scrapReasonId: number | null;
  remark: string | null;
  /** Values of custom columns; null or undefined keeps the stored values. */
  custom?: Record<string, unknown> | null;
  /** Whether a device ended the report without network, and whether the end time had to be reconstructed. */
  madeOffline?: boolean;
  timeCorrected?: boolean;
}

/** A stored report with its people. */
export interface StoredReport {
  id: number;
  kind: 'receive' | 'start' | 'unfinished' | 'finish' | 'outsidePlan';
  phase: 'preparation' | 'run' | 'stop';
  isRework: boolean;
  processId: number | null;
  taskId: number | null;
  cardId: number | null;
  deviceId: number | null;
  startedAt: string;
  endedAt: string | null;
  started: number;
  good: number;
  scrap: number;
  rework: number;
  reversedAt: string | null;
  reversesId: number | null;
  batchId: string | null;
  source: 'screen' | 'barcode' | 'kiosk' | 'offline' | 'import' | 'api';
  updatedAt: string;
  updatedBy: string;
  people: { position: number; employeeId: number; ratio: number | null }[];
}

/** Computes the rounded seconds between two instants; 0 if the end is before the start. */
export const computeSecondsBetween = (start: string, end: string): number =>
  Math.max(0, Math.round((Date.parse(end) - Date.parse(start)) / 1000));

/** Loads the reports that meet an SQL condition on the alias `r`, sorted by id. */
async function loadReports(tx: Transaction, condition: ReturnType<typeof sql>): Promise<StoredReport[]> {
  const result =
    await sql<StoredReport>`select r.id, r.kind, r.phase, r.is_rework, r.process_id, r.task_id, r.card_id, r.device_id, r.started_at, r.ended_at,
      r.started, r.good, r.scrap, r.rework, r.reversed_at, r.reverses_id, r.batch_id, r.source, r.updated_at, r.updated_by,
      (select coalesce(json_agg(json_build_object('position', w.position, 'employeeId', w.employee_id, 'ratio', w.ratio) order by w.position), '[]'::json)
        from work_report_people w where w.factory_id = r.factory_id and w.owner_id = r.id) as people
    from work_report r where r.factory_id = ${tx.factoryId} and ${condition} order by r.id`.execute(tx.db);
  return result.rows;
}

/** Loads the reports with the given ids, by id. Reports of other factories are left out. */
export async function loadReportsById(
  tx: Transaction,
  ids: readonly number[],
): Promise<Map<number, StoredReport>> {
  const reports = await loadReports(tx, sql`r.id = any(${[...ids]}::bigint[])`);
  return new Map(reports.map((report) => [report.id, report]));
}

/**
 * Finds a report in a map of loaded reports.
 * @throws rowNotFound
 */
export function findReport(reports: ReadonlyMap<number, StoredReport>, id: number): StoredReport {
  const report = reports.get(id);
  if (!report) throw makeError('rowNotFound', {}, { reportId: { reason: 'notAReference' } });
  return report;
}

/** An open report and how it ends. */
export interface ReportEnd {
  report: StoredReport;
  outcome: ReportOutcome;
}

/**
 * Computes the working time of the people of ended reports, in seconds, by the id of the report: the time of the whole
 * report without breaks, or its share in the time of its batch.
 */
async function computeWorkingSeconds(
  tx: Transaction,
  ends: readonly ReportEnd[],
): Promise<Map<number, number>> {
  const reports = ends.map(({ report, outcome }) => ({ ...report, endedAt: outcome.endedAt }));
  const seconds = await computeBatchSeconds(
    tx,
    reports.flatMap(({ batchId, ...report }) => (batchId === null ? [] : [{ ...report, batchId }])),
  );
  const singleReports = reports.filter(({ batchId }) => batchId === null);
  const breakSeconds = await computeBreakSeconds(tx, singleReports);
  for (const { id, startedAt, endedAt } of singleReports)
    seconds.set(id, Math.max(0, computeSecondsBetween(startedAt, endedAt) - (breakSeconds.get(id) ?? 0)));
  return seconds;
}

/** Writes the ends and the quantities of open reports, the working time of their people and their snapshots. */
export async function writeReportEnds(tx: Transaction, ends: readonly ReportEnd[]): Promise<void> {
  if (ends.length === 0) return;
  const seconds = await computeWorkingSeconds(tx, ends);
  const rows = ends.map(({ report: { id }, outcome }) => ({
    id,
    kind: outcome.kind,
    ended_at: outcome.endedAt,
    seconds: seconds.get(id)!,
    good: outcome.good,
    scrap: outcome.scrap,
    rework: outcome.rework,
    excess: outcome.excess,
    error_class_id: outcome.errorClassId,
    scrap_reason_id: outcome.scrapReasonId,
    remark: outcome.remark,
    custom: outcome.custom ?? undefined,
    made_offline: outcome.madeOffline ?? false,
    time_corrected: outcome.timeCorrected ?? false,
  }));
  await sql`/* deferred */ with ended as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as e (id bigint, kind text, ended_at timestamptz,
        seconds integer, good numeric, scrap numeric, rework numeric, excess numeric, error_class_id bigint,
        scrap_reason_id bigint, remark text, custom jsonb, made_offline boolean, time_corrected boolean)
    ), timed as (
      update work_report_people w set seconds = e.seconds from ended e
      where w.factory_id = ${tx.factoryId} and w.owner_id = e.id
    )
    update work_report r set version = r.version + 1, updated_at = now(), updated_by = ${tx.name}, kind = e.kind,
      ended_at = e.ended_at, seconds = e.seconds, good = e.good, scrap = e.scrap, rework = e.rework, excess = e.excess,
      error_class_id = e.error_class_id, scrap_reason_id = e.scrap_reason_id, remark = e.remark,
      source = case when e.made_offline then 'offline' else r.source end,
      time_corrected = r.time_corrected or e.time_corrected,
      custom_values = coalesce(e.custom, r.custom_values)
    from ended e where r.factory_id = ${tx.factoryId} and r.id = e.id`.execute(tx.db);
  const ids = rows.map(({ id }) => id);
  await writeReportSnapshots(tx, ids);
  tx.announce('report', 'workReport', ids);
}

/**
 * Closes the running reports of a process as unfinished, with quantities of 0. Their pieces become machinable
 * again, or wait for rework again.
 * @returns the ids of the closed reports
 */
export async function closeRunningReports(
  tx: Transaction,
  routing: Routing,
  process: RoutingProcess,
): Promise<number[]> {
  const openReports = await loadReports(
    tx,
    sql`r.process_id = ${process.id} and r.ended_at is null and r.reversed_at is null`,
  );
  const zeroQuantities = {
    good: 0,
    scrap: 0,
    rework: 0,
    excess: 0,
    errorClassId: null,
    scrapReasonId: null,
    remark: null,
  };
  for (const { id: reportId, isRework, started } of openReports)
    routing.entries.push(
      ...(isRework
        ? postMovement(process, 'inRework', 'reworkOpen', started, { reportId })
        : postMovement(process, 'inWork', 'machinable', started, { reportId })),
    );
  await writeReportEnds(
    tx,
    openReports.map((report) => ({
      report,
      outcome: { kind: 'unfinished', endedAt: tx.now, ...zeroQuantities },
    })),
  );
  process.openReports = 0;
  routing.changedProcesses.add(process);
  return openReports.map(({ id }) => id);
}
