import { createHash } from 'node:crypto';
import { buildRowKey, type ReportRow } from '#shared/kernel/report.ts';

/** Computes a digest of rows. The order of the rows does not matter. */
export function computeRowsDigest(rowKey: readonly string[], rows: readonly ReportRow[]): string {
  const lines = rows.map((row) => `${buildRowKey(rowKey, row)}\n${JSON.stringify(row)}\n`).sort();
  const hash = createHash('sha256');
  for (const line of lines) hash.update(line);
  return hash.digest('hex');
}
