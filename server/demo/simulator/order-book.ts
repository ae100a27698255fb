import type { ProcessProgress } from '#shared/ledger/process-progress.ts';
import { findStartBlocker, calculateStartableQuantity } from '#shared/ledger/may-begin.ts';

/** A process of an open order. The ledger rules need its `id`, which equals `processId`. */
export type OpenProcess = ProcessProgress & { id: number };

/** A released, running or completed order, with its processes. */
export interface OpenOrder {
  id: number;
  version: number;
  code: string;
  state: string;
  dueDate: string | null;
  processes: OpenProcess[];
}

/** The values of a process that the answer to a report contains. */
export type ProcessAnswer = Pick<
  ProcessProgress,
  | 'processId'
  | 'state'
  | 'arrived'
  | 'received'
  | 'receivable'
  | 'machinable'
  | 'inWork'
  | 'good'
  | 'scrap'
  | 'reworkOpen'
>;

/**
 * Returns how many pieces can be started at a process now. It is 0 if the process is outsourced, or if its state or
 * a previous process does not allow a start.
 */
function getStartableQuantity(process: OpenProcess, processes: readonly OpenProcess[]): number {
  if (!process.allowed.includes('start') || process.external) return 0;
  const quantity = calculateStartableQuantity(process);
  return findStartBlocker(process, processes, quantity) ? 0 : quantity;
}

/** Work that a group can start at a process: ordinary work, or the rework of pieces that were found bad. */
export interface ListedWork {
  process: OpenProcess;
  quantity: number;
  isRework: boolean;
}

/** The simulator's copy of the released, running and completed orders. */
export class OrderBook {
  readonly orders = new Map<number, OpenOrder>();

  putOrder(order: OpenOrder): void {
    this.orders.set(order.id, order);
  }

  /** Removes all orders except those with the given ids. */
  keepOnly(ids: ReadonlySet<number>): void {
    for (const id of this.orders.keys()) if (!ids.has(id)) this.orders.delete(id);
  }

  /** Updates a process with the answer to a report. */
  updateProcess(orderId: number, answer: ProcessAnswer): void {
    const process = this.findProcess({ orderId, processId: answer.processId });
    if (process) Object.assign(process, answer);
  }

  /** Finds a process of an order. */
  findProcess({ orderId, processId }: { orderId: number; processId: number }): OpenProcess | undefined {
    return this.orders.get(orderId)?.processes.find(({ id }) => id === processId);
  }

  /**
   * Lists the work that a work group can start: the earliest due date first, and for the same due date the highest
   * sequence number first. Work without a due date comes last.
   */
  listWork(workGroupId: number): ListedWork[] {
    const workList: (ListedWork & { dueDate: string })[] = [];
    for (const order of this.orders.values()) {
      for (const process of order.processes) {
        if (process.workGroupId !== workGroupId) continue;
        const dueDate = order.dueDate ?? '9999';
        const quantity = getStartableQuantity(process, order.processes);
        if (quantity > 0) workList.push({ process, quantity, isRework: false, dueDate });
        const { reworkOpen } = process;
        if (reworkOpen > 0 && process.allowed.includes('rework'))
          workList.push({ process, quantity: reworkOpen, isRework: true, dueDate });
      }
    }
    return workList.sort((a, b) => a.dueDate.localeCompare(b.dueDate) || b.process.seq - a.process.seq);
  }

  /**
   * Whether an order is stuck: it has processes, but nobody works on them, and no work can be started. No pieces are on
   * hold, at a supplier or waiting for rework. This happens, for example, if pieces were scrapped.
   */
  isStuck(order: OpenOrder): boolean {
    return (
      order.processes.length > 0 &&
      order.processes.every(
        (process) =>
          process.openReports === 0 &&
          process.hold === 0 &&
          process.outsourced === 0 &&
          process.reworkOpen === 0 &&
          getStartableQuantity(process, order.processes) === 0,
      )
    );
  }
}
