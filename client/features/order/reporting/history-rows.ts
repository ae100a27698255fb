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
  /** What it counts at its beginning: what was received or started. */
  begun: number;
  /** Who took it back, when and why; null where it still stands. */
  reversed: { by: string; at: string; reason: string | null } | null;
}

/**
 * The reports of a part as its history shows them, in the order given: a reversal is not a line of its own,
 * it strikes through the report that it takes back.
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
