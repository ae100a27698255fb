import { sql } from 'kysely';
import type { Transaction } from '../../db/transaction.ts';
import type { StoredReport } from '../../ledger/close-reports.ts';
import type { PersonShare } from './people.ts';

/** A report to insert. An absent field is stored as null or as 0. */
export interface NewReport extends Partial<
  Pick<
    StoredReport,
    | 'isRework'
    | 'processId'
    | 'taskId'
    | 'cardId'
    | 'deviceId'
    | 'endedAt'
    | 'started'
    | 'source'
    | 'batchId'
    | 'reversesId'
  >
> {
  /** An id that `allocateIds` has returned. */
  id: number;
  kind: StoredReport['kind'];
  phase?: StoredReport['phase'];
  startedAt: string;
  received?: number;
  timeCorrected?: boolean;
  remark?: string;
  people?: readonly PersonShare[];
  /** The duration of the report, in seconds. It is stored with each of the people. Null while the report is open. */
  seconds?: number | null;
}

/** Takes new ids from the database sequence that numbers the rows of all tables. */
export async function allocateIds(tx: Transaction, count: number): Promise<number[]> {
  const result = await sql<{
    id: number;
  }>`select nextval('id_sequence') as id from generate_series(1, ${count})`.execute(tx.db);
  return result.rows.map((row) => row.id);
}

/** Inserts reports with their people. */
export async function insertReports(
  { db, factoryId, name }: Transaction,
  reports: readonly NewReport[],
): Promise<void> {
  if (reports.length === 0) return;
  const rows = reports.map((report) => ({
    id: report.id,
    kind: report.kind,
    phase: report.phase ?? 'run',
    is_rework: report.isRework ?? false,
    process_id: report.processId,
    task_id: report.taskId,
    card_id: report.cardId,
    device_id: report.deviceId,
    started_at: report.startedAt,
    ended_at: report.endedAt,
    received: report.received ?? 0,
    started: report.started ?? 0,
    source: report.source ?? 'screen',
    batch_id: report.batchId,
    time_corrected: report.timeCorrected ?? false,
    reverses_id: report.reversesId,
    remark: report.remark,
  }));
  const people = reports.flatMap(({ id, people: shares = [], seconds = null }) =>
    shares.map(({ employeeId, ratio }, position) => ({
      report_id: id,
      position,
      employee_id: employeeId,
      ratio,
      seconds,
    })),
  );
  await sql`/* deferred */ insert into work_report (factory_id, created_by, updated_by, id, kind, phase, is_rework, process_id, task_id, card_id,
      device_id, started_at, ended_at, received, started, source, batch_id, time_corrected, reverses_id, remark)
    select ${factoryId}::bigint, ${name}::text, ${name}::text, id, kind, phase, is_rework, process_id, task_id, card_id,
      device_id, started_at, ended_at, received, started, source, batch_id, time_corrected, reverses_id, remark
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id bigint, kind text, phase text, is_rework boolean, process_id bigint,
      task_id bigint, card_id bigint, device_id bigint, started_at timestamptz, ended_at timestamptz, received numeric,
      started numeric, source text, batch_id text, time_corrected boolean, reverses_id bigint, remark text)`.execute(
    db,
  );
  if (people.length === 0) return;
  await sql`/* deferred */ insert into work_report_people (factory_id, owner_id, position, employee_id, ratio, seconds)
    select ${factoryId}::bigint, report_id, position, employee_id, ratio, seconds
    from jsonb_to_recordset(${JSON.stringify(people)}::jsonb) as p (report_id bigint, position integer, employee_id bigint,
      ratio numeric, seconds integer)`.execute(db);
}
