import type { Entity } from '#shared/entities/index.ts';

type WorkReport = Entity<'workReport'>;
type WorkReportPerson = {
  employeeId: number;
  ratio: number | null;
  seconds: number | null;
  labels?: { employeeId?: string };
};

export interface ReportHistoryRow {
  id: number;
  report: WorkReport;
  processId: number | null;
  people: WorkReportPerson[];
  /** The quantity that the report received or started. */
  begunQuantity: number;
  /** Who reversed the report, when and why; null if nobody has reversed the report. */
  reversal: { by: string; at: string; reason: string | null } | null;
}

/**
 * Builds the rows of the report history in the order of the reports. A reversal has no row of its own;
 * its reason is in the row of the report that it reverses.
 */
export function buildHistoryRows(reports: readonly WorkReport[]): ReportHistoryRow[] {
  const reasonsByReportId = new Map(
    reports
      .filter((report) => report.reversesId !== null)
      .map((report) => [report.reversesId, report.remark]),
  );
  return reports
    .filter((report) => report.reversesId === null)
    .map((report) => ({
      id: report.id,
      report,
      processId: report.processId,
      people: report.people as WorkReportPerson[],
      begunQuantity: report.kind === 'receive' ? report.received : report.started,
      reversal:
        report.reversedAt === null
          ? null
          : {
              by: report.reversedBy ?? '',
              at: report.reversedAt,
              reason: reasonsByReportId.get(report.id) ?? null,
            },
    }));
}

/**
 * Finds the latest report of a process, leaving out reversed reports.
 * @param rows the report history, latest report first
 */
export const findLastValidReport = (
  rows: readonly ReportHistoryRow[],
  processId: number,
): ReportHistoryRow | undefined => rows.find((row) => row.processId === processId && row.reversal === null);
