import { sql } from 'kysely';
import { post } from '#shared/ledger/ledger.ts';
import { receivableOf, targetOf } from '#shared/ledger/process-state.ts';
import { minus, sum } from '#shared/ledger/quantity.ts';
import {
  equalRatios,
  MAX_REPORT_SECONDS,
  MIN_REPORT_SECONDS,
  shareSeconds,
} from '#shared/rules/report-limits.ts';
import type { FieldProblems } from '#shared/kernel/validate.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import type { Work } from '../../db/work.ts';
import type { Routing, RoutingProcess } from '../../ledger/routing.ts';

/** A report of the past: closed, with wall-clock times of the factory. */
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

/** What the log did and the rules forbid. */
export type Warning =
  | 'quantityOutsideRun'
  | 'runWithoutQuantity'
  | 'exceedsPlanned'
  | 'exceedsArrived'
  | 'tooShort'
  | 'tooLong'
  | 'personOverlap'
  | 'deviceOverlap';

/** A row that was filed, on its way into the database. */
export interface Filed {
  row: ImportRow;
  reportId: number;
  kind: 'unfinished' | 'finish';
  excess: number;
  warnings: Warning[];
}

/** Seconds between two wall-clock times; nothing is cut from the past. */
export const wallSeconds = (row: ImportRow): number =>
  Math.round((Date.parse(`${row.endedAt}Z`) - Date.parse(`${row.startedAt}Z`)) / 1000);

/** Posts one report of the past to an open routing: machinable first, then what has arrived, then surplus. */
export function fileRow(routing: Routing, process: RoutingProcess, row: ImportRow, reportId: number): Filed {
  const made = sum(row.good, row.scrap, row.hold, row.rework);
  const machinable = Math.min(made, process.machinable);
  const supply = Math.min(minus(made, machinable), receivableOf(process));
  const excess = minus(made, machinable, supply);
  routing.entries.push(
    ...post(process, 'supply', 'machinable', supply, { reportId }),
    ...post(process, 'machinable', 'inWork', sum(machinable, supply), { reportId }),
    ...post(process, 'surplus', 'inWork', excess, { reportId }),
    ...post(process, 'inWork', 'good', row.good, { reportId }),
    ...post(process, 'inWork', 'scrap', row.scrap, { reportId }),
    ...post(process, 'inWork', 'hold', row.hold, { reportId }),
    ...post(process, 'inWork', 'reworkOpen', row.rework, { reportId }),
  );
  process.hasRun ||= row.phase === 'run' || made > 0;
  routing.touched.add(process);
  const seconds = wallSeconds(row);
  const warnings: Warning[] = [];
  if (row.phase !== 'run' && made > 0) warnings.push('quantityOutsideRun');
  if (row.phase === 'run' && made === 0) warnings.push('runWithoutQuantity');
  if (excess > 0)
    warnings.push(
      sum(process.received, process.excess) > process.plannedQuantity ? 'exceedsPlanned' : 'exceedsArrived',
    );
  if (seconds < MIN_REPORT_SECONDS) warnings.push('tooShort');
  if (seconds > MAX_REPORT_SECONDS) warnings.push('tooLong');
  const kind = row.phase === 'run' && process.good >= targetOf(process) ? 'finish' : 'unfinished';
  return { row, reportId, kind, excess, warnings };
}

/** The rows that refer to a person or a device that is not there, and where. */
export async function findUnknown(
  work: Work,
  rows: readonly ImportRow[],
): Promise<Map<ImportRow, FieldProblems>> {
  const living = async (table: 'employee' | 'device', ids: number[]) => {
    if (ids.length === 0) return new Set<number>();
    const found = await work.db
      .selectFrom(table)
      .select('id')
      .where('factoryId', '=', work.factoryId)
      .where('id', 'in', [...new Set(ids)])
      .where('deletedAt', 'is', null)
      .orderBy('id')
      .forKeyShare()
      .execute();
    return new Set(found.map((row) => row.id));
  };
  const people = await living(
    'employee',
    rows.flatMap((row) => row.people.map((person) => person.employeeId)),
  );
  const devices = await living(
    'device',
    rows.flatMap((row) => (row.deviceId === null ? [] : [row.deviceId])),
  );
  const unknown = new Map<ImportRow, FieldProblems>();
  for (const row of rows) {
    const stranger = row.people.findIndex((person) => !people.has(person.employeeId));
    if (stranger >= 0) unknown.set(row, { [`people[${stranger}].employeeId`]: { reason: 'notAReference' } });
    if (row.deviceId !== null && !devices.has(row.deviceId))
      unknown.set(row, { deviceId: { reason: 'notAReference' } });
  }
  return unknown;
}

/** As many ids as there are rows, in ascending order. */
export async function takeIds(work: Work, count: number): Promise<number[]> {
  const taken = await sql<{
    id: number;
  }>`select nextval('id_sequence') as id from generate_series(1, ${count})`.execute(work.db);
  return taken.rows.map((row) => row.id);
}

/**
 * Writes the reports and their people in two statements; wall-clock times become instants of the factory's zone.
 * @returns of each report its process and its instants
 */
export async function writeFiled(
  work: Work,
  user: CurrentUser,
  filed: readonly Filed[],
): Promise<{ processId: number; startedAt: string; endedAt: string }[]> {
  const reports = filed.map((one) => ({
    id: one.reportId,
    kind: one.kind,
    phase: one.row.phase,
    process_id: one.row.processId,
    device_id: one.row.deviceId,
    started_at: one.row.startedAt,
    ended_at: one.row.endedAt,
    seconds: wallSeconds(one.row),
    started: sum(one.row.good, one.row.scrap, one.row.hold, one.row.rework),
    good: one.row.good,
    scrap: one.row.scrap,
    rework: one.row.rework,
    hold: one.row.hold,
    excess: one.excess,
    remark: one.row.remark,
  }));
  const written = await sql<{
    processId: number;
    startedAt: string;
    endedAt: string;
  }>`insert into work_report (factory_id, id, created_by, updated_by, kind, phase, process_id, device_id, started_at, ended_at,
        seconds, started, good, scrap, rework, hold, excess, remark, source)
      select ${work.factoryId}::bigint, id, ${work.name}::text, ${work.name}::text, kind, phase, process_id, device_id,
        started_at at time zone ${user.zone}::text, ended_at at time zone ${user.zone}::text,
        seconds, started, good, scrap, rework, hold, excess, remark, 'import'
      from jsonb_to_recordset(${JSON.stringify(reports)}::jsonb) as r (id bigint, kind text, phase text, process_id bigint,
        device_id bigint, started_at timestamp, ended_at timestamp, seconds integer, started numeric, good numeric, scrap numeric,
        rework numeric, hold numeric, excess numeric, remark text)
      returning process_id, started_at, ended_at`.execute(work.db);
  const people = filed.flatMap((one) => {
    const ratios = one.row.people.every((person) => person.ratio === null)
      ? equalRatios(Math.max(1, one.row.people.length))
      : one.row.people.map((person) => person.ratio ?? 0);
    const seconds = shareSeconds(wallSeconds(one.row), ratios);
    return one.row.people.map((person, position) => ({
      owner_id: one.reportId,
      position,
      employee_id: person.employeeId,
      ratio: ratios[position],
      seconds: seconds[position],
    }));
  });
  await sql`insert into work_report_people (factory_id, owner_id, position, employee_id, ratio, seconds)
    select ${work.factoryId}::bigint, owner_id, position, employee_id, ratio, seconds
    from jsonb_to_recordset(${JSON.stringify(people)}::jsonb) as p (owner_id bigint, position integer, employee_id bigint,
      ratio numeric, seconds integer)`.execute(work.db);
  return written.rows;
}

/** Keeps that the lines of a source were filed, and with which warnings. */
export async function writeLines(work: Work, source: string, filed: readonly Filed[]): Promise<void> {
  const rows = filed.map((one) => ({ line: one.row.line, report_id: one.reportId, warnings: one.warnings }));
  await sql`insert into imported_line (factory_id, source, line, report_id, warnings)
    select ${work.factoryId}::bigint, ${source}::text, line, report_id, warnings
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as l (line integer, report_id bigint, warnings jsonb)`.execute(
    work.db,
  );
}
