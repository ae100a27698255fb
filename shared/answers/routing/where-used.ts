import type { OrderState } from '../../machines/work-order.ts';
import type { Entity } from '../../entities/index.ts';

/** The most orders that the answer lists. */
export const MAX_USING_ORDERS = 200;

/** A part of an order with the code. */
export interface UsingOrder {
  orderId: number;
  orderCode: string;
  orderName: string;
  orderState: OrderState;
  partId: number;
  partName: string;
  /** The assembly that the part goes into; null if it goes into none. */
  parentName: string | null;
  parentCode: string | null;
  quantity: number;
  /** The good pieces of the part's last process. */
  good: number;
  /** When the last good pieces were reported; null if there are none. */
  lastMadeAt: string | null;
}

/** A standard routing or a procedure for the code. */
export interface UsingDocument {
  kind: 'processLibrary' | 'sop' | 'sip';
  id: number;
  code: string;
  name: string;
  edition: number;
  state: Entity<'sop'>['state'];
}

/** How long an operation of parts with the code has taken. */
export interface UsedTime {
  craftId: number;
  craftCode: string;
  name: string;
  /** How many reports the figures are from. */
  reports: number;
  pieces: number;
  /** The median of the minutes per piece of the reports. */
  medianMinutes: number;
  /** The standard minutes per piece of the newest process; null if it has none. */
  standardMinutes: number | null;
}

/** Where a part code occurs. */
export interface WhereUsed {
  code: string;
  orders: UsingOrder[];
  /** How many parts have the code, also those beyond `MAX_USING_ORDERS`. */
  orderCount: number;
  documents: UsingDocument[];
  times: UsedTime[];
}
