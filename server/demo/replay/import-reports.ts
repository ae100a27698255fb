import { setTimeout as wait } from 'node:timers/promises';
import type { ReplayMasterDataIds } from './make-masters.ts';
import { makeProcessKey, type ProcessIds } from './make-orders.ts';
import type { RetryingCaller } from './retrying-caller.ts';
import type { LogReport, ProductionLog } from './production-log.ts';
import type { ProgressBar } from './progress-bar.ts';

interface ImportRowAnswer {
  line: number | null;
  ok: boolean;
  duplicate?: boolean;
  warnings?: string[];
  code?: string;
  fields?: Record<string, unknown>;
}

export interface ImportTotals {
  importedCount: number;
  /** The number of rows that an earlier replay imported. */
  earlierCount: number;
  /** The number of warnings by kind. Rows that an earlier replay imported are not counted. */
  warnings: Map<string, number>;
  refused: { line: number | null; reason: string }[];
}

/** The maximum number of rows that the server accepts in one call. */
export const MAX_ROWS_PER_CALL = 500;

/** The remark on a report that is marked as rework in the log. */
const REWORK_REMARK = 'Rework';

const makeImportRow = (report: LogReport, masterDataIds: ReplayMasterDataIds, processes: ProcessIds) => ({
  line: report.line,
  processId: processes.get(makeProcessKey(report.order, report.process)) ?? null,
  deviceId: report.device === '' ? null : (masterDataIds.devices.get(report.device) ?? null),
  people:
    report.employee === ''
      ? []
      : [{ employeeId: masterDataIds.employees.get(report.employee) ?? null, ratio: 100 }],
  phase: report.phase,
  startedAt: report.startedAt,
  endedAt: report.endedAt,
  good: report.good,
  scrap: report.scrap,
  hold: report.hold,
  ...(report.isRework ? { remark: REWORK_REMARK } : {}),
});

/** Counts the reports of a log that earlier replays have imported. */
async function countImportedReports(caller: RetryingCaller, source: string): Promise<number> {
  const { count } = await caller.read<{ count: number }>('/mes/report/importedCount', { source });
  return count;
}

/** How fast the replay sends reports, and the signal that stops it. */
export interface ReplayPace {
  /** The factor by which time passes faster than in the log; null to send as fast as possible. */
  speed: number | null;
  /** The maximum number of rows that this replay sends in one call. */
  batchSize: number;
  stopSignal: AbortSignal;
}

const getEndTime = (report: LogReport): number => Date.parse(`${report.endedAt}Z`);

/**
 * Splits the reports into batches, one for each call. Without a speed, it yields all batches at once. With a
 * speed, it yields the first `importedCount` reports at once, because an earlier replay has imported them. It
 * yields each later batch when the first report of the batch is due. The batch contains all reports that are
 * due by then.
 */
async function* yieldBatchesWhenDue(
  log: ProductionLog,
  { speed, batchSize, stopSignal }: ReplayPace,
  importedCount: number,
): AsyncGenerator<LogReport[]> {
  const { reports } = log;
  let start = 0;
  const immediateCount = speed === null ? reports.length : Math.min(importedCount, reports.length);
  for (; start < immediateCount; start += batchSize)
    yield reports.slice(start, Math.min(start + batchSize, immediateCount));
  start = immediateCount;
  const firstDelayed = reports[start];
  if (!firstDelayed || speed === null) return;
  const startedAt = performance.now();
  const getDelayMs = (report: LogReport) =>
    (getEndTime(report) - getEndTime(firstDelayed)) / speed - (performance.now() - startedAt);
  while (start < reports.length) {
    const delayMs = getDelayMs(reports[start]!);
    if (delayMs > 0) await wait(delayMs, undefined, { signal: stopSignal });
    let end = start + 1;
    while (end < reports.length && end - start < batchSize && getDelayMs(reports[end]!) <= 0) end += 1;
    yield reports.slice(start, end);
    start = end;
  }
}

function addToTotals(totals: ImportTotals, verdicts: readonly ImportRowAnswer[]): void {
  for (const verdict of verdicts) {
    if (!verdict.ok)
      totals.refused.push({
        line: verdict.line,
        reason: `${verdict.code} ${JSON.stringify(verdict.fields ?? {})}`,
      });
    else if (verdict.duplicate) totals.earlierCount += 1;
    else {
      totals.importedCount += 1;
      for (const warning of verdict.warnings ?? [])
        totals.warnings.set(warning, (totals.warnings.get(warning) ?? 0) + 1);
    }
  }
}

/**
 * Imports the reports of the log in the order of their end times. The server recognizes imported rows by source and
 * line. An interrupted replay can therefore continue without duplicates.
 */
export async function importReports(
  caller: RetryingCaller,
  log: ProductionLog,
  masterDataIds: ReplayMasterDataIds,
  processes: ProcessIds,
  pace: ReplayPace,
  bar: ProgressBar,
): Promise<ImportTotals> {
  const result: ImportTotals = { importedCount: 0, earlierCount: 0, warnings: new Map(), refused: [] };
  bar.begin('Reports', log.reports.length);
  const importedCount = pace.speed === null ? 0 : await countImportedReports(caller, log.source);
  for await (const batch of yieldBatchesWhenDue(log, pace, importedCount)) {
    pace.stopSignal.throwIfAborted();
    const rows = JSON.stringify(batch.map((report) => makeImportRow(report, masterDataIds, processes)));
    // The call needs no request id, because the server recognizes each row by source and line.
    const { verdicts } = await caller.read<{ verdicts: ImportRowAnswer[] }>('/mes/report/import', {
      source: log.source,
      rows,
    });
    const countBefore = result.earlierCount;
    addToTotals(result, verdicts);
    bar.advance(result.earlierCount - countBefore, false);
    bar.advance(verdicts.length - (result.earlierCount - countBefore));
  }
  return result;
}
