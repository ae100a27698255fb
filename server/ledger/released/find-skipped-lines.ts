import { findNextStep } from '#shared/ledger/may-begin.ts';
import type { ProcessProgress } from '#shared/ledger/process-progress.ts';
import { isLineIdle, listEarlierLines, type WorkPlace } from '#shared/planning/daily-plan/released-queue.ts';
import type { Db } from '../../db/database.ts';
import { loadProcessProgress } from '../progress.ts';
import type { ReleasedLine } from './released-lines.ts';

/** A process that somebody wants to start, and the place of the work. */
export interface BegunWork extends WorkPlace {
  processId: number;
}

/** A released line that could be started now, with its process. */
export interface StartableLine {
  line: ReleasedLine;
  process: ProcessProgress;
}

/** Selects the lines whose work could be started now and on which nobody works. */
export async function selectStartableLines(
  db: Db,
  factoryId: number,
  lines: readonly ReleasedLine[],
): Promise<StartableLine[]> {
  if (lines.length === 0) return [];
  const processIds = [...new Set(lines.map(({ processId }) => processId))];
  const planned = await loadProcessProgress(db, factoryId, { processIds });
  const partIds = [...new Set(planned.map(({ partId }) => partId))];
  const processes = partIds.length === 0 ? [] : await loadProcessProgress(db, factoryId, { partIds });
  return lines.flatMap((line) => {
    const process = processes.find(({ processId }) => processId === line.processId);
    if (!process || !isLineIdle(line, process.open)) return [];
    const routing = processes.filter(({ partId }) => partId === process.partId);
    return findNextStep(process, routing, null).step === 'start' ? [{ line, process }] : [];
  });
}

/** The number of earlier lines that are checked together. */
const LINES_AT_ONCE = 20;

/**
 * Finds the lines of the released plan that a start of work skips: earlier lines at the same device or group that could
 * be started now. Returns the first of them, and some of the following ones.
 * @param begunTogether the processes that are begun in the same call, which therefore do not count as skipped
 */
export async function findSkippedLines(
  db: Db,
  factoryId: number,
  lines: readonly ReleasedLine[],
  work: BegunWork,
  begunTogether: ReadonlySet<number> = new Set(),
): Promise<StartableLine[]> {
  const earlierLines = listEarlierLines(lines, work, work.processId).filter(
    ({ processId }) => !begunTogether.has(processId),
  );
  for (let index = 0; index < earlierLines.length; index += LINES_AT_ONCE) {
    const startableLines = await selectStartableLines(
      db,
      factoryId,
      earlierLines.slice(index, index + LINES_AT_ONCE),
    );
    if (startableLines.length > 0) return startableLines;
  }
  return [];
}
