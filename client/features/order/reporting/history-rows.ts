import type { Entity } from '#shared/entities/index.ts';

type Report = Entity<'workReport'>;
type Worker = {
  employeeId: number;
  ratio: number | null;
  seconds: number | null;
  labels?: { employeeId?: string };
};

/** A report as the history shows it. */
export interface HistoryRow {
  id: number;
  report: Report;
  processId: number | null;
  people: Worker[];
  /** The quantity at the beginning: received or started. */
  begun: number;
  /** Who reversed it, when and why; null if it has not been reversed. */
  reversed: { by: string; at: string; reason: string | null } | null;
}

/**
 * Builds the history rows of a part in the given order: a reversal has no row of its own,
 * it marks the report that it reverses.
 */
export function historyRows(reports: readonly Report[]): HistoryRow[] {
  const reasons = new Map(
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
      people: report.people as Worker[],
      begun: report.kind === 'receive' ? report.received : report.started,
      reversed:
        report.reversedAt === null
          ? null
          : { by: report.reversedBy ?? '', at: report.reversedAt, reason: reasons.get(report.id) ?? null },
    }));
}
