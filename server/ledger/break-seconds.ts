import { sql } from 'kysely';
import type { Transaction } from '../db/transaction.ts';

/** The people, device and times of a report. */
interface ReportedWork {
  id: number;
  people: readonly { employeeId: number }[];
  deviceId: number | null;
  startedAt: string;
  endedAt: string;
}

/**
 * Computes the break time within reports, in seconds, by the id of the report. It uses the shift in which a report
 * begins: the shift of the report's first employee, or the shift of the device if the report names nobody. Without a
 * shift the break time is 0.
 */
export async function computeBreakSeconds(
  tx: Transaction,
  reports: readonly ReportedWork[],
): Promise<Map<number, number>> {
  if (reports.length === 0) return new Map();
  const rows = reports.map(({ id, people, deviceId, startedAt, endedAt }) => ({
    id,
    employee_id: people[0]?.employeeId ?? null,
    device_id: deviceId,
    started_at: startedAt,
    ended_at: endedAt,
  }));
  const result = await sql<{ id: number; seconds: number }>`
    select r.id, break_seconds(f.id, f.zone, r.employee_id, r.device_id, r.started_at, r.ended_at) as seconds
    from factory f, jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id bigint, employee_id bigint,
      device_id bigint, started_at timestamptz, ended_at timestamptz)
    where f.id = ${tx.factoryId}`.execute(tx.db);
  return new Map(result.rows.map(({ id, seconds }) => [id, seconds]));
}
