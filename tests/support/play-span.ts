import type { RecordedSpan } from '#shared/answers/boards/recording.ts';
import { buildRowKey, type ReportRow } from '#shared/kernel/report.ts';

/** Computes the rows of a recorded span at a moment, by their keys. @param at ISO 8601 */
export function playSpan(span: RecordedSpan, at: string): Map<string, ReportRow> {
  const rows = new Map(span.rows.map((row) => [buildRowKey(span.rowKey, row), row]));
  for (const change of span.changes) {
    if (change.at > at) break;
    for (const key of change.remove) rows.delete(key);
    for (const row of change.upsert) rows.set(buildRowKey(span.rowKey, row), row);
  }
  return rows;
}
