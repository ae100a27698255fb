import type { ProcessState } from '../ledger/process-state.ts';
import type { OrderState } from '../machines/work-order.ts';
import type { Lateness } from '../rules/lateness.ts';

/** The data of an order that its customer can see. */
export interface CustomerVisibleOrder {
  id: number;
  code: string;
  name: string;
  purchasingOrder: string | null;
  state: OrderState;
  quantity: number;
  completedQuantity: number;
  progress: number;
  dueDate: string | null;
  promisedDate: string | null;
  /** The lateness of the order; null for example if the order has no due day. */
  late: Lateness | null;
}

/** A process of an order, as its customer can see it. */
interface CustomerVisibleProcess {
  id: number;
  seq: number;
  name: string;
  state: ProcessState;
  plannedQuantity: number;
  /** The good pieces, including those that are used as they are. */
  good: number;
  plannedEnd: string | null;
}

/** A part of an order, as its customer can see it. */
interface CustomerVisiblePart {
  id: number;
  code: string;
  name: string;
  quantity: number;
  processes: CustomerVisibleProcess[];
}

/** An order with its parts and their processes, as its customer can see it. */
export interface CustomerVisibleRouting extends CustomerVisibleOrder {
  parts: CustomerVisiblePart[];
}

/** The data of an outsourced process that its supplier can see. */
export interface SupplierVisibleProcess {
  id: number;
  partCode: string;
  partName: string;
  name: string | null;
  state: string;
  plannedQuantity: number | null;
  outsourced: number;
  good: number;
  plannedEnd: string | null;
  needBy: string | null;
}
