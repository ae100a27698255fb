import type { QueuedProcess } from '#shared/answers/terminal.ts';
import { getReportWayRules } from '#shared/entities/report-ways.ts';

/** Whether a process can be reported together with others: its reports have no entries of their own. Rework is reported alone. */
const mayBeBatched = ({ next, reportWay }: QueuedProcess): boolean =>
  next.step !== null && next.step !== 'rework' && !getReportWayRules(reportWay).isSingle;

/**
 * Whether a process can be reported together with the chosen ones: it has the same operation type, state and step.
 */
export function fitsBatch(process: QueuedProcess, chosen: readonly QueuedProcess[]): boolean {
  if (!mayBeBatched(process)) return false;
  const [first] = chosen;
  return (
    first === undefined ||
    (process.craftId === first.craftId &&
      process.state === first.state &&
      process.next.step === first.next.step)
  );
}

/** Finds the processes that are synchronised with a process and can be reported together with it. */
export const findSynchronised = (process: QueuedProcess, rows: readonly QueuedProcess[]): QueuedProcess[] =>
  !process.syncKey || !mayBeBatched(process)
    ? []
    : rows.filter(
        (row) =>
          row.syncKey === process.syncKey && row.processId !== process.processId && fitsBatch(row, [process]),
      );

/** Adds a process to the chosen processes, or removes it if it is chosen. */
export const toggleProcess = (chosen: readonly QueuedProcess[], process: QueuedProcess): QueuedProcess[] =>
  chosen.some(({ processId }) => processId === process.processId)
    ? chosen.filter(({ processId }) => processId !== process.processId)
    : [...chosen, process];
