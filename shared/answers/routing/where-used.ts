import type { OrderState } from '../../machines/work-order.ts';
import type { Entity } from '../../entities/index.ts';

/** The maximum number of orders that the answer lists. */
export const MAX_USING_ORDERS = 200;

/** A part of an order that has the searched code. */
export interface OrderWithPart {
  orderId: number;
  orderCode: string;
  orderName: string;
  orderState: OrderState;
  partId: number;
  partName: string;
  /** The assembly that the part goes into; null for a root part. */
  parentName: string | null;
  parentCode: string | null;
  quantity: number;
  /** The good pieces of the part's last process. */
  good: number;
  /** When the last good pieces were reported; null if there are none. */
  lastMadeAt: string | null;
}

/** A standard routing or a procedure that applies to the searched code. */
export interface DocumentOfPart {
  kind: 'processLibrary' | 'sop' | 'sip';
  id: number;
  code: string;
  name: string;
  edition: number;
  state: Entity<'sop'>['state'];
}

/** The time that an operation took for parts with the searched code. */
export interface OperationTime {
  craftId: number;
  craftCode: string;
  name: string;
  /** The number of reports from which the figures are computed. */
  reports: number;
  pieces: number;
  /** The median of the minutes per piece of the reports. */
  medianMinutes: number;
  /** The standard minutes per piece of the newest process; null if it has none. */
  standardMinutes: number | null;
}

/** The orders, documents and operation times in which a part code occurs. */
export interface WhereUsed {
  code: string;
  orders: OrderWithPart[];
  /** The number of all parts with the code. It may be larger than `MAX_USING_ORDERS`. */
  orderCount: number;
  documents: DocumentOfPart[];
  times: OperationTime[];
}
