import { sql } from 'kysely';
import { makeError } from '#shared/kernel/errors.ts';
import { postMovement } from '#shared/ledger/ledger.ts';
import type { Transaction } from '../db/transaction.ts';
import { computeBatchSeconds } from './batch-seconds.ts';
import { computeBreakSeconds } from './break-seconds.ts';
import { writeReportSnapshots } from './report-snapshots.ts';
import type { Routing, RoutingProcess } from './routing.ts';

/** The end and the quantities with which a report is closed. */
interface ReportOutcome {
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
  /** Whether a device made the end of the report without network, and whether its time had to be worked out. */
  madeOffline?: boolean;
  timeCorrected?: boolean;
}

/** A stored report with its people. */
export interface StoredReport {
  id: number;
  kind: 'receive' | 'start' | 'unfinished' | 'finish' | 'outsidePlan';
  phase: 'preparation' | 'run' | 'stop';
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
  updatedBy: string;
  people: { position: number; employeeId: number; ratio: number | null }[];
}

/** Computes the rounded seconds between two instants; 0 if the end is before the start. */
export const computeSecondsBetween = (start: string, end: string): number =>
  Math.max(0, Math.round((Date.parse(end) - Date.parse(start)) / 1000));

/** Loads the reports that meet an SQL condition on the alias `r`, sorted by id. */
async function loadReports(tx: Transaction, condition: ReturnType<typeof sql>): Promise<StoredReport[]> {
  const found =
    await sql<StoredReport>`select r.id, r.kind, r.phase, r.process_id, r.task_id, r.card_id, r.device_id, r.started_at, r.ended_at,
      r.started, r.good, r.scrap, r.rework, r.reversed_at, r.reverses_id, r.batch_id, r.source, r.updated_by,
      (select coalesce(json_agg(json_build_object('position', w.position, 'employeeId', w.employee_id, 'ratio', w.ratio) order by w.position), '[]'::json)
        from work_report_people w where w.factory_id = r.factory_id and w.owner_id = r.id) as people
    from work_report r where r.factory_id = ${tx.factoryId} and ${condition} order by r.id`.execute(tx.db);
  return found.rows;
}

/**
 * Loads one report of the factory.
 * @throws rowNotFound
 */
export async function loadReport(tx: Transaction, id: number): Promise<StoredReport> {
  const [report] = await loadReports(tx, sql`r.id = ${id}`);
  if (!report) throw makeError('rowNotFound', {}, { reportId: { reason: 'notAReference' } });
  return report;
}

/**
 * Writes the end and the quantities of an open report, the working time of its people without breaks, and its
 * snapshot. The time is that of the whole report for each person, or the share of the report in the time of its batch.
 */
export async function writeReportEnd(
  tx: Transaction,
  report: StoredReport,
  outcome: ReportOutcome,
): Promise<void> {
  const { batchId } = report;
  const seconds =
    batchId === null
      ? Math.max(
          0,
          computeSecondsBetween(report.startedAt, outcome.endedAt) -
            (await computeBreakSeconds(tx, report, outcome.endedAt)),
        )
      : await computeBatchSeconds(tx, { ...report, batchId }, outcome.endedAt);
  await sql`/* deferred */ with timed as (
      update work_report_people set seconds = ${seconds} where factory_id = ${tx.factoryId} and owner_id = ${report.id}
    )
    update work_report set version = version + 1, updated_at = now(), updated_by = ${tx.name}, kind = ${outcome.kind},
      ended_at = ${outcome.endedAt}, seconds = ${seconds}, good = ${outcome.good}, scrap = ${outcome.scrap},
      rework = ${outcome.rework}, excess = ${outcome.excess}, error_class_id = ${outcome.errorClassId},
      scrap_reason_id = ${outcome.scrapReasonId}, remark = ${outcome.remark},
      source = case when ${outcome.madeOffline ?? false} then 'offline' else source end,
      time_corrected = time_corrected or ${outcome.timeCorrected ?? false},
      custom_values = coalesce(${outcome.custom ? JSON.stringify(outcome.custom) : null}::jsonb, custom_values)
    where factory_id = ${tx.factoryId} and id = ${report.id}`.execute(tx.db);
  await writeReportSnapshots(tx, [report.id]);
  tx.announce('report', 'workReport', [report.id]);
}

/**
 * Closes the running reports of a process as unfinished, with quantities of 0. Their pieces become machinable
 * again.
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
  for (const report of openReports) {
    routing.entries.push(
      ...postMovement(process, 'inWork', 'machinable', report.started, { reportId: report.id }),
    );
    await writeReportEnd(tx, report, { kind: 'unfinished', endedAt: tx.now, ...zeroQuantities });
  }
  process.openReports = 0;
  routing.changedProcesses.add(process);
  return openReports.map(({ id }) => id);
}
