import type { ProcessProgress } from '#shared/ledger/process-progress.ts';
import { findStartBlocker, startable } from '#shared/ledger/may-begin.ts';

/** A process in the book, named as the rules of the ledger want it. */
export type BookedProcess = ProcessProgress & { id: number };

/** An order in the book. */
export interface BookedOrder {
  id: number;
  version: number;
  code: string;
  state: string;
  dueDate: string | null;
  processes: BookedProcess[];
}

/** What a report answers about its process. */
export type Standing = Pick<
  ProcessProgress,
  'processId' | 'state' | 'arrived' | 'received' | 'receivable' | 'machinable' | 'inWork' | 'good' | 'scrap'
>;

/** How many pieces could be started at a process now; 0 where its state or the process before forbids it. */
function workAt(process: BookedProcess, processes: readonly BookedProcess[]): number {
  if (!process.allowed.includes('start') || process.external) return 0;
  const quantity = startable(process);
  return findStartBlocker(process, processes, quantity) ? 0 : quantity;
}

/** What the people of the floor know of the open orders: they look at the lists before they act, as at a terminal. */
export class Book {
  readonly orders = new Map<number, BookedOrder>();

  put(order: BookedOrder): void {
    this.orders.set(order.id, order);
  }

  /** What is no longer open is forgotten. */
  keepOnly(ids: ReadonlySet<number>): void {
    for (const id of this.orders.keys()) if (!ids.has(id)) this.orders.delete(id);
  }

  /** Takes over what a report answered. */
  note(orderId: number, standing: Standing): void {
    const process = this.orders.get(orderId)?.processes.find((one) => one.id === standing.processId);
    if (process) Object.assign(process, standing);
  }

  /** The work that a group could begin, what is due first at the head. */
  workFor(workGroupId: number): { process: BookedProcess; quantity: number }[] {
    const found: { process: BookedProcess; quantity: number; due: string }[] = [];
    for (const order of this.orders.values()) {
      for (const process of order.processes) {
        if (process.workGroupId !== workGroupId) continue;
        const quantity = workAt(process, order.processes);
        if (quantity > 0) found.push({ process, quantity, due: order.dueDate ?? '9999' });
      }
    }
    return found.sort((a, b) => a.due.localeCompare(b.due) || b.process.seq - a.process.seq);
  }

  /** Whether nothing can happen at an order any more: what is short of it was scrapped. */
  isStuck(order: BookedOrder): boolean {
    return (
      order.processes.length > 0 &&
      order.processes.every(
        (one) => one.openReports === 0 && one.hold === 0 && workAt(one, order.processes) === 0,
      )
    );
  }
}
