import type { ProcessProgress } from '#shared/ledger/process-progress.ts';
import type { LedgerPart } from '#shared/ledger/ledger.ts';
import { isReportable, type OrderState } from '#shared/machines/work-order.ts';
import type { Standing } from '#shared/answers/progress-query.ts';
import {
  isProcessOver,
  partsOf,
  waitingOf,
  type RoutedProcess,
  type Waiting,
  type WaitsFor,
} from '#shared/ledger/waiting.ts';
import type { Db } from '../../db/database.ts';
import { progress } from '../../ledger/progress.ts';

/** The whole routing of an order. */
interface OrderRouting {
  processes: (ProcessProgress & RoutedProcess)[];
  parts: ReadonlyMap<number, LedgerPart>;
}

/** The routings of some orders, by order. */
export async function readRoutings(
  db: Db,
  factoryId: number,
  orderIds: readonly number[],
): Promise<Map<number, OrderRouting>> {
  const rows = orderIds.length > 0 ? await progress(db, factoryId, { orderIds }) : [];
  const byOrder = new Map<number, OrderRouting['processes']>();
  for (const row of rows) {
    const own = byOrder.get(row.orderId) ?? [];
    byOrder.set(row.orderId, own);
    own.push({ ...row, id: row.processId });
  }
  return new Map([...byOrder].map(([id, processes]) => [id, { processes, parts: partsOf(processes) }]));
}

/** What a process of a routing waits for. */
export const waitingIn = (
  routing: OrderRouting,
  process: OrderRouting['processes'][number],
): Waiting | null => waitingOf(process, routing.processes, routing.parts);

/** What can go on at once is said before what somebody has to clear up. */
const RANKS: readonly WaitsFor[] = [
  'start',
  'receive',
  'outside',
  'resume',
  'decision',
  'rework',
  'replacement',
];
const rankOf = ({ waiting }: Standing): number => (waiting ? RANKS.indexOf(waiting.for) : -1);

/**
 * Where an order stands: first the processes that somebody is at, then those at the head of what waits; behind them
 * nothing can go on.
 */
export function standingOf(
  state: OrderState,
  routing: OrderRouting | undefined,
): { processes: number; done: number; running: number; at: Standing[] } {
  const processes = routing?.processes ?? [];
  const at: Standing[] = [];
  const heads: Standing[] = [];
  const isAlive = isReportable(state) || state === 'suspended';
  for (const process of isAlive ? processes : []) {
    const waiting = waitingIn(routing!, process);
    if (process.openReports === 0 && (waiting === null || waiting.for === 'process')) continue;
    (process.openReports > 0 ? at : heads).push({
      processId: process.processId,
      seq: process.seq,
      name: process.name,
      partId: process.partId,
      partName: process.partName,
      state: process.state,
      workGroupName: process.workGroupName,
      open: process.open,
      waiting,
    });
  }
  return {
    processes: processes.length,
    done: processes.filter((one) => isProcessOver(one.state)).length,
    running: at.length,
    at: [...at, ...heads.sort((a, b) => rankOf(a) - rankOf(b))],
  };
}
