import { isOrderReportable, type OrderState } from '#shared/machines/work-order.ts';
import {
  hasProcessEnded,
  makeWaitFinder,
  type ProcessWait,
  type WaitingReason,
} from '#shared/ledger/waiting.ts';
import type { OrderProcess } from '../../ledger/process-waits.ts';

/** A process at which somebody works, or that waits for something other than another process. */
export interface StandingProcess {
  id: number;
  waiting: ProcessWait | null;
}

/**
 * The reasons for waiting, in the sequence in which waiting processes are listed. Processes that can continue
 * now come first.
 */
const RANKED_WAITING_REASONS: readonly WaitingReason[] = [
  'start',
  'receive',
  'outside',
  'resume',
  'decision',
  'rework',
  'replacement',
];
const getWaitingRank = ({ waiting }: StandingProcess): number =>
  waiting ? RANKED_WAITING_REASONS.indexOf(waiting.for) : -1;

/**
 * Counts the processes of an order and finds its current processes. Running processes come first. Then come the
 * waiting processes, but not those that only wait for another process. Only an order that takes reports or is
 * suspended has current processes.
 */
export function summarizeRouting(
  state: OrderState,
  processes: readonly OrderProcess[],
): { processes: number; done: number; running: number; standingProcesses: StandingProcess[] } {
  const runningProcesses: StandingProcess[] = [];
  const waitingProcesses: StandingProcess[] = [];
  const mayHaveCurrentProcesses = isOrderReportable(state) || state === 'suspended';
  const findWait = makeWaitFinder(processes);
  for (const process of mayHaveCurrentProcesses ? processes : []) {
    const waiting = findWait(process);
    if (process.openReports === 0 && (waiting === null || waiting.for === 'process')) continue;
    (process.openReports > 0 ? runningProcesses : waitingProcesses).push({ id: process.id, waiting });
  }
  return {
    processes: processes.length,
    done: processes.filter((process) => hasProcessEnded(process.state)).length,
    running: runningProcesses.length,
    standingProcesses: [
      ...runningProcesses,
      ...waitingProcesses.sort((a, b) => getWaitingRank(a) - getWaitingRank(b)),
    ],
  };
}
