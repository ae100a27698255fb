import type { ProcessProgress } from '#shared/ledger/process-progress.ts';
import type { LedgerPart } from '#shared/ledger/ledger.ts';
import { isOrderReportable, type OrderState } from '#shared/machines/work-order.ts';
import type { CurrentProcess } from '#shared/answers/progress-query.ts';
import {
  hasProcessEnded,
  buildPartsOfRouting,
  findProcessWait,
  type RoutedProcess,
  type ProcessWait,
  type WaitingReason,
} from '#shared/ledger/waiting.ts';
import type { Db } from '../../db/database.ts';
import { loadProcessProgress } from '../../ledger/progress.ts';

/** The processes of an order, and the parts to which they belong. */
interface OrderRouting {
  processes: (ProcessProgress & RoutedProcess)[];
  parts: ReadonlyMap<number, LedgerPart>;
}

/** Reads the routings of the given orders, keyed by order id. */
export async function readRoutings(
  db: Db,
  factoryId: number,
  orderIds: readonly number[],
): Promise<Map<number, OrderRouting>> {
  const rows = orderIds.length > 0 ? await loadProcessProgress(db, factoryId, { orderIds }) : [];
  const processesByOrder = new Map<number, OrderRouting['processes']>();
  for (const row of rows) {
    const orderProcesses = processesByOrder.get(row.orderId) ?? [];
    processesByOrder.set(row.orderId, orderProcesses);
    orderProcesses.push({ ...row, id: row.processId });
  }
  return new Map(
    [...processesByOrder].map(([id, processes]) => [
      id,
      { processes, parts: buildPartsOfRouting(processes) },
    ]),
  );
}

export const findWhatProcessWaitsFor = (
  routing: OrderRouting,
  process: OrderRouting['processes'][number],
): ProcessWait | null => findProcessWait(process, routing.processes, routing.parts);

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
const getWaitingRank = ({ waiting }: CurrentProcess): number =>
  waiting ? RANKED_WAITING_REASONS.indexOf(waiting.for) : -1;

/**
 * Counts the processes of an order and lists its current processes. Running processes come first. Then come the
 * waiting processes, but not those that only wait for another process. Only an order that takes reports or is
 * suspended has current processes.
 */
export function summarizeRouting(
  state: OrderState,
  routing: OrderRouting | undefined,
): { processes: number; done: number; running: number; currentProcesses: CurrentProcess[] } {
  const processes = routing?.processes ?? [];
  const runningProcesses: CurrentProcess[] = [];
  const waitingProcesses: CurrentProcess[] = [];
  const mayHaveCurrentProcesses = isOrderReportable(state) || state === 'suspended';
  for (const process of mayHaveCurrentProcesses ? processes : []) {
    const wait = findWhatProcessWaitsFor(routing!, process);
    if (process.openReports === 0 && (wait === null || wait.for === 'process')) continue;
    (process.openReports > 0 ? runningProcesses : waitingProcesses).push({
      processId: process.processId,
      seq: process.seq,
      name: process.name,
      partId: process.partId,
      partName: process.partName,
      state: process.state,
      workGroupName: process.workGroupName,
      open: process.open,
      waiting: wait,
    });
  }
  return {
    processes: processes.length,
    done: processes.filter((process) => hasProcessEnded(process.state)).length,
    running: runningProcesses.length,
    currentProcesses: [
      ...runningProcesses,
      ...waitingProcesses.sort((a, b) => getWaitingRank(a) - getWaitingRank(b)),
    ],
  };
}
