import { setTimeout as wait } from 'node:timers/promises';
import type { PageAnswer } from '#shared/kernel/wire.ts';
import type { Masters } from './make-masters.ts';
import { processKey, type ProcessIds } from './make-orders.ts';
import type { PatientCaller } from './patient-caller.ts';
import type { LogReport, ProductionLog } from './production-log.ts';
import type { ProgressBar } from './progress-bar.ts';

/** What became of one row. */
interface Verdict {
  line: number | null;
  ok: boolean;
  duplicate?: boolean;
  warnings?: string[];
  code?: string;
  fields?: Record<string, unknown>;
}

/** What became of all of them. */
export interface Filed {
  filed: number;
  /** Rows that an earlier replay had filed. */
  before: number;
  /** How often the log did what the rules forbid, by kind; of the rows that were filed now. */
  warnings: Map<string, number>;
  refused: { line: number | null; why: string }[];
}

/** Rows that one call can take at most. */
export const BATCH = 500;

/** What is remarked on a report that the log marks as work on pieces that had been made before. */
const REWORK = 'Rework';

const rowOf = (report: LogReport, masters: Masters, processes: ProcessIds) => ({
  line: report.line,
  processId: processes.get(processKey(report.order, report.process)) ?? null,
  deviceId: report.device === '' ? null : (masters.devices.get(report.device) ?? null),
  people:
    report.employee === ''
      ? []
      : [{ employeeId: masters.employees.get(report.employee) ?? null, ratio: 100 }],
  phase: report.phase,
  startedAt: report.startedAt,
  endedAt: report.endedAt,
  good: report.good,
  scrap: report.scrap,
  hold: report.hold,
  ...(report.isRework ? { remark: REWORK } : {}),
});

/** How many rows from the first one an earlier replay has certainly or perhaps filed: they are sent without waiting. */
async function perhapsFiled(caller: PatientCaller): Promise<number> {
  const imported = await caller.read<PageAnswer<unknown>>('/mes/report/page', {
    filter: JSON.stringify({ source: 'import' }),
    limit: 1,
  });
  return imported.total;
}

/** How fast the reports go out. */
export interface Pace {
  /** How much faster than the log's own clock; null as fast as the server takes them. */
  speed: number | null;
  /** Most rows of one call. */
  batch: number;
  stopped: AbortSignal;
}

const clockOf = (report: LogReport): number => Date.parse(`${report.endedAt}Z`);

/** The rows that go out together: as many as one call takes, or those that have come due by the log's own clock. */
async function* batches(
  log: ProductionLog,
  { speed, batch, stopped }: Pace,
  ahead: number,
): AsyncGenerator<LogReport[]> {
  const { reports } = log;
  let at = 0;
  const upTo = speed === null ? reports.length : Math.min(ahead, reports.length);
  for (; at < upTo; at += batch) yield reports.slice(at, Math.min(at + batch, upTo));
  at = upTo;
  const first = reports[at];
  if (!first || speed === null) return;
  const began = performance.now();
  const dueIn = (report: LogReport) =>
    (clockOf(report) - clockOf(first)) / speed - (performance.now() - began);
  while (at < reports.length) {
    const pause = dueIn(reports[at]!);
    if (pause > 0) await wait(pause, undefined, { signal: stopped });
    let end = at + 1;
    while (end < reports.length && end - at < batch && dueIn(reports[end]!) <= 0) end += 1;
    yield reports.slice(at, end);
    at = end;
  }
}

function count(into: Filed, verdicts: readonly Verdict[]): void {
  for (const verdict of verdicts) {
    if (!verdict.ok)
      into.refused.push({
        line: verdict.line,
        why: `${verdict.code} ${JSON.stringify(verdict.fields ?? {})}`,
      });
    else if (verdict.duplicate) into.before += 1;
    else {
      into.filed += 1;
      for (const warning of verdict.warnings ?? [])
        into.warnings.set(warning, (into.warnings.get(warning) ?? 0) + 1);
    }
  }
}

/**
 * Files the reports of the log in the order of time. What had been filed before is known by its source and line on the
 * server, so that a replay that was interrupted anywhere goes on without doubling anything.
 */
export async function fileReports(
  caller: PatientCaller,
  log: ProductionLog,
  masters: Masters,
  processes: ProcessIds,
  pace: Pace,
  bar: ProgressBar,
): Promise<Filed> {
  const result: Filed = { filed: 0, before: 0, warnings: new Map(), refused: [] };
  bar.begin('Reports', log.reports.length);
  const ahead = pace.speed === null ? 0 : await perhapsFiled(caller);
  for await (const batch of batches(log, pace, ahead)) {
    pace.stopped.throwIfAborted();
    const rows = JSON.stringify(batch.map((report) => rowOf(report, masters, processes)));
    // No request id: the source and line of every row are what makes it exactly once.
    const { verdicts } = await caller.read<{ verdicts: Verdict[] }>('/mes/report/import', {
      source: log.source,
      rows,
    });
    const before = result.before;
    count(result, verdicts);
    bar.advance(result.before - before, false);
    bar.advance(verdicts.length - (result.before - before));
  }
  return result;
}
