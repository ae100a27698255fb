import { sql } from 'kysely';
import type { Transaction } from '../../db/transaction.ts';
import { computeSecondsBetween, type StoredReport } from '../../ledger/close-reports.ts';
import { takeBackMaterialIssues } from '../../ledger/material-issues.ts';
import { writeReversalSnapshots } from '../../ledger/report-snapshots.ts';

/** A report that is reversed, and the id of the report that reverses it. */
export interface Reversal {
  report: StoredReport;
  reversalId: number;
}

/**
 * Writes the snapshots of reversals, takes back the materials, and marks the reports that they reverse. An open report
 * ends now.
 */
export async function writeReversals(tx: Transaction, reversals: readonly Reversal[]): Promise<void> {
  if (reversals.length === 0) return;
  await writeReversalSnapshots(
    tx,
    reversals.map(({ reversalId }) => reversalId),
  );
  await takeBackMaterialIssues(
    tx,
    reversals.map(({ report, reversalId }) => ({ ofReportId: report.id, reportId: reversalId })),
  );
  const rows = reversals.map(({ report: { id, startedAt, endedAt } }) => ({
    id,
    seconds: endedAt === null ? computeSecondsBetween(startedAt, tx.now) : null,
  }));
  await sql`/* deferred */ update work_report r set version = r.version + 1, reversed_at = ${tx.now}, reversed_by = ${tx.name},
      updated_at = ${tx.now}, updated_by = ${tx.name}, ended_at = coalesce(r.ended_at, ${tx.now}), seconds = coalesce(e.seconds, r.seconds)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as e (id bigint, seconds integer)
    where r.factory_id = ${tx.factoryId} and r.id = e.id`.execute(tx.db);
  tx.announce(
    'report',
    'workReport',
    reversals.map(({ report }) => report.id),
  );
}
