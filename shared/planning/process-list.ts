import { choice, date, flag, number, ref, refs, type FieldMap } from '#shared/kernel/fields.ts';
import { entities } from '#shared/entities/index.ts';
import { ORDER_STATES } from '#shared/machines/work-order.ts';
import type { ProcessProgressRow } from '../answers/progress-query.ts';

/** The filters of the process list that apply to the work order of a process, and the filter for late processes. */
export const PROCESS_LIST_ORDER_FILTERS = {
  orderId: refs('workOrder', { label: 'workOrder' }),
  customerId: refs('customer'),
  orderGroupId: refs('orderGroup'),
  orderState: choice(ORDER_STATES, { label: 'orderState' }),
  dueDate: date(),
  late: flag({ label: 'processOverdue' }),
} as const satisfies FieldMap;

/**
 * The columns by which the process list can be sorted, in addition to the columns of a process: columns of the work
 * order, and the days by which the process is overdue.
 */
export const PROCESS_LIST_ORDER_SORTS = [
  'orderCode',
  'customerName',
  'dueDate',
  'priority',
  'overdueDays',
] as const;

/** A process as the list of processes shows it. */
export interface ListedProcess extends ProcessProgressRow {
  /**
   * How many days have passed since the planned end or, if no end is planned, since the due day of the order; 0 if the
   * process is not late.
   */
  overdueDays: number;
}

const { workGroupId, deviceId, plannedPeople, plannedStart, plannedEnd } = entities.process.fields;

/** The values of a process that planners change for many processes at once. */
export const BATCH_PLAN_FIELDS = { workGroupId, deviceId, plannedPeople, plannedStart, plannedEnd };
export type BatchPlanField = keyof typeof BATCH_PLAN_FIELDS;

/** The maximum number of days by which planned dates move at once. */
const MAX_SHIFT_DAYS = 366;

/** By how many days the planned dates move; a negative number moves them to an earlier day. */
export const SHIFT_DAYS_FIELD = number({
  min: -MAX_SHIFT_DAYS,
  max: MAX_SHIFT_DAYS,
  decimals: 0,
  unit: 'days',
  label: 'shiftDays',
});

/** The maximum number of processes that are planned together. */
export const MAX_PLANNED_PROCESSES = 500;

/** A chosen process, with the version that the planner has seen. */
export const CHOSEN_PROCESS_FIELDS = {
  processId: ref('process', { required: true }),
  version: number({ required: true, min: 1, max: 2_000_000_000, decimals: 0 }),
} as const satisfies FieldMap;

/** The outcome of planning one process: its planned values, whether they changed, and a reason to check them. */
export interface PlannedProcess {
  isChanged: boolean;
  plannedPeople: number | null;
  plannedStart: string | null;
  plannedEnd: string | null;
  workGroupName: string | null;
  deviceName: string | null;
  /** The name of the craft that the planned work group does not have; null if the group has the craft. */
  craftNotOfGroup: string | null;
}

/** The columns of a process that the list shows, in this order, unless somebody has arranged the columns. */
export const PROCESS_LIST_COLUMNS: readonly string[] = [
  'seq',
  'name',
  'state',
  'workGroupId',
  'deviceId',
  'plannedStart',
  'plannedEnd',
  'whereItStands',
  'plannedQuantity',
  'arrived',
  'machinable',
  'inWork',
  'good',
  'scrap',
];

/** The columns of a process that the list leaves out. It shows the part in a column of its own. */
export const PROCESS_LIST_OMITTED_COLUMNS: readonly string[] = ['partId'];
