import { sql } from 'kysely';
import type { REPORT_ENTRY_FIELDS } from '#shared/entities/report-entry-fields.ts';
import type { RecordValues } from '#shared/kernel/fields.ts';
import type { Transaction } from '../../../db/transaction.ts';

/** The values that a person has entered in addition to the pieces. */
export type EnteredEntries = RecordValues<typeof REPORT_ENTRY_FIELDS>;

/** The values of an ending report that its entries depend on. */
export interface EndedReport {
  reportId: number;
  isRework: boolean;
  processId: number;
  processName: string;
  partId: number;
  /** Good, scrapped and rework pieces together. */
  pieces: number;
  factoryCode: string;
}

type ReportLinesTable = 'work_report_parameters' | 'work_report_barcodes' | 'work_report_materials';

/** Inserts lines of a report in the given order. The keys of the lines are the names of columns. */
export async function insertReportLines(
  tx: Transaction,
  table: ReportLinesTable,
  reportId: number,
  lines: readonly Record<string, unknown>[],
): Promise<void> {
  if (lines.length === 0) return;
  const columns = Object.keys(lines[0]!).map((name) => sql.ref(name));
  const rows = lines.map((line, position) => ({ ...line, position }));
  await sql`insert into ${sql.table(table)} (factory_id, owner_id, position, ${sql.join(columns)})
    select ${tx.factoryId}::bigint, ${reportId}::bigint, position, ${sql.join(columns)}
    from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb)`.execute(tx.db);
}
