import type { MovementKind, OutsourcedQuantities } from '../ledger/outsourcing.ts';
import type { ProcessState } from '../ledger/process-state.ts';
import type { OutsourcingState } from '../machines/outsourcing-order.ts';
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
  /**
   * The lateness of the order; null if it cannot be computed, for example because the order has no due day.
   */
  late: Lateness | null;
}

/** A process of an order, as its customer can see it. */
interface CustomerVisibleProcess {
  id: number;
  seq: number;
  name: string;
  state: ProcessState;
  plannedQuantity: number;
  /** The good pieces and the pieces in special acceptance. */
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

/** A process that is or can be outsourced, with its display data. */
interface OutsourceableProcess {
  processId: number;
  seq: number;
  name: string;
  partCode: string;
  partName: string;
  orderId: number;
  orderCode: string;
  state: ProcessState;
  plannedQuantity: number;
  /** How many pieces could be sent to the supplier now. The outsourcing order may name another quantity. */
  sendable: number;
}

/** A process that can be added to an outsourcing order. */
export interface OutsourcingCandidate extends OutsourceableProcess {
  /** Whether the process is planned to be done by a supplier. */
  external: boolean;
}

/** A line of an outsourcing order, with its sent and returned quantities. */
export interface OutsourcingDetailLine extends OutsourceableProcess, OutsourcedQuantities {
  /** The price per piece or of the whole line, in the currency of the factory; null if it is not agreed. */
  unitPrice: number | null;
  lumpSum: number | null;
  remark: string | null;
}

/**
 * The quantities of one process that were sent or returned in one movement. The quantities of a reversal are negative.
 */
export interface MovedLine {
  processId: number;
  sent: number;
  returnedGood: number;
  returnedHold: number;
  takenBack: number;
}

/** A shipment to a supplier, a return, or a reversal of one of them. */
export interface OutsourcingMovement {
  id: number;
  kind: MovementKind;
  at: string;
  byName: string;
  deliveryNote: string | null;
  remark: string | null;
  /** The movement that this movement reverses. */
  reversesId: number | null;
  /** The movement that reverses this movement. */
  reversedById: number | null;
  lines: MovedLine[];
}

/** The lines and movements of an outsourcing order, the latest movement first. */
export interface OutsourcingDetail {
  lines: OutsourcingDetailLine[];
  movements: OutsourcingMovement[];
}

/** Work that was ordered from a supplier, as the supplier can see it. */
export interface SupplierVisibleOutsourcing extends OutsourcedQuantities {
  /** The id of the outsourcing order. */
  id: number;
  version: number;
  code: string;
  state: OutsourcingState;
  processId: number;
  name: string;
  partCode: string;
  partName: string;
  expectedDate: string | null;
  confirmedDate: string | null;
  remark: string | null;
}
