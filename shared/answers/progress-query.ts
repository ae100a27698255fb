import { choice, flag, refs, type FieldMap } from '#shared/kernel/fields.ts';
import type { RowBase } from '#shared/kernel/entity.ts';
import { PROCESS_STATES, type ProcessState } from '#shared/ledger/process-state.ts';
import type { OpenReport, ProcessProgress } from '#shared/ledger/process-progress.ts';
import { ORDER_STATES, type OrderState } from '#shared/machines/work-order.ts';
import type { ProcessWait, ProcessIdentity } from '../ledger/waiting.ts';

/** The groupings of the progress query. */
export const PROGRESS_GROUPINGS = [
  'workOrder',
  'part',
  'workGroup',
  'device',
  'employee',
  'customer',
  'orderGroup',
] as const;
export type ProgressGrouping = (typeof PROGRESS_GROUPINGS)[number];

/** The sort fields of the progress query; '-' before a field sorts in descending order. */
export const PROGRESS_SORT_FIELDS = [
  'dueDate',
  'late',
  'code',
  'priority',
  'progress',
  'plannedStart',
] as const;

/** The order states that the progress query shows by default. */
export const DEFAULT_PROGRESS_ORDER_STATES: readonly OrderState[] = ['released', 'inProgress', 'suspended'];

/** For how many days after its end a work report counts as recent work of its people and its device. */
export const RECENT_REPORT_DAYS = 7;

/**
 * The filters of the progress query. An order matches if the order and one of its processes together match all
 * given filters.
 */
export const progressFilters = {
  customerId: refs('customer'),
  orderGroupId: refs('orderGroup'),
  workGroupId: refs('workGroup'),
  state: choice(PROCESS_STATES, { label: 'processState' }),
  late: flag({ label: 'lateOnly' }),
  orderState: choice(ORDER_STATES, { label: 'orderState' }),
  orderId: refs('workOrder', { label: 'workOrder' }),
  partId: refs('part'),
  craftId: refs('craft'),
  deviceId: refs('device'),
  employeeId: refs('employee'),
} as const satisfies FieldMap;

/**
 * A process that shows where an order stands: people are working at the process, or the process waits for
 * something other than another process.
 */
export interface CurrentProcess extends ProcessIdentity {
  state: ProcessState;
  workGroupName: string | null;
  open: OpenReport[];
  waiting: ProcessWait | null;
}

/** An order as the progress query shows it. */
export interface OrderProgressRow {
  id: number;
  code: string;
  name: string;
  customerName: string | null;
  state: OrderState;
  priority: number;
  quantity: number;
  completedQuantity: number;
  /** The progress in percent. */
  progress: number;
  plannedStart: string | null;
  dueDate: string | null;
  promisedDate: string | null;
  startedAt: string | null;
  endedAt: string | null;
  /** When the order is ready by the applied plan, ISO 8601; null if no plan has all its open processes. */
  projectedEnd: string | null;
  parts: number;
  processes: number;
  done: number;
  running: number;
  /** The first current processes of the order. `standing` is the number of all its current processes. */
  currentProcesses: CurrentProcess[];
  standing: number;
}

/** The work in progress of one part, work group, device, person, customer or order group. */
export interface GroupProgressRow {
  /**
   * The id of the group. It is null in the row for work without a work group, customer or order group. The other
   * groupings have no such row.
   */
  id: number | null;
  code: string | null;
  name: string | null;
  orders: number;
  lateOrders: number;
  processes: number;
  done: number;
  running: number;
  /** The number of processes that have pieces to work on, but no running report, and are not suspended. */
  ready: number;
}

/** A process, and what it waits for; null if it has a running report or has ended. */
export interface ProcessWithWait extends ProcessProgress {
  waiting: ProcessWait | null;
}

/** A process as the progress query shows it. */
export interface ProcessProgressRow extends ProcessWithWait {
  /** The row of the process with all its fields and custom columns. */
  record: RowBase & Record<string, unknown> & { labels: Record<string, string> };
  customerName: string | null;
  dueDate: string | null;
  priority: number;
}
