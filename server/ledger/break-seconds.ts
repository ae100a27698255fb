import { sql } from 'kysely';
import type { Transaction } from '../db/transaction.ts';

/** The people, device and start of a report. */
interface ReportedWork {
  people: readonly { employeeId: number }[];
  deviceId: number | null;
  startedAt: string;
}

/**
 * Computes the break time within a report, in seconds. It uses the shift in which the report begins: the
 * shift of the report's first employee, or the shift of the device if the report names nobody. Without a
 * shift the break time is 0.
 */
export async function computeBreakSeconds(
  tx: Transaction,
  report: ReportedWork,
  endedAt: string,
): Promise<number> {
  const found = await sql<{ seconds: number }>`
    select break_seconds(f.id, f.zone, ${report.people[0]?.employeeId ?? null}::bigint, ${report.deviceId}::bigint,
      ${report.startedAt}::timestamptz, ${endedAt}::timestamptz) as seconds
    from factory f where f.id = ${tx.factoryId}`.execute(tx.db);
  return found.rows[0]?.seconds ?? 0;
}
