import type { OrderState } from '../machines/work-order.ts';

/** What a customer is told of an order. */
export interface OutsideOrder {
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
}

/** What a supplier is told of a process that it does. */
export interface OutsideWork {
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
