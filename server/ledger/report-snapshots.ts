import { sql } from 'kysely';
import type { Transaction } from '../db/transaction.ts';

/**
 * Writes the snapshots of reports that have just been closed: their work day and shift, the standard times of the
 * process, the rates and costs of the day, and the group, department and wage grade of each person. Reports about the
 * past read the snapshots, so that later changes of master data change no past figure.
 */
export async function writeReportSnapshots(tx: Transaction, reportIds: readonly number[]): Promise<void> {
  // The function is called once per day, so that it compares reports only with the shifts of their day.
  await sql`/* deferred */ select write_report_snapshots(${tx.factoryId}::bigint, d.ids) from (
      select array_agg(r.id) as ids from work_report r join factory f on f.id = r.factory_id
      where r.factory_id = ${tx.factoryId} and r.id = any(${[...reportIds]}::bigint[])
      group by (r.started_at at time zone f.zone)::date
    ) d`.execute(tx.db);
}

/** Writes the snapshots of reversals: the negative figures of the reports that they reverse. */
export async function writeReversalSnapshots(tx: Transaction, reversalIds: readonly number[]): Promise<void> {
  await sql`/* deferred */ select write_reversal_snapshots(${tx.factoryId}::bigint, ${[...reversalIds]}::bigint[])`.execute(
    tx.db,
  );
}
