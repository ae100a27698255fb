import { sql } from 'kysely';
import { choice, date, moment, number, quantity, ref, text } from '#shared/kernel/fields.ts';
import { addQuantities } from '#shared/ledger/quantity.ts';
import type { ProcessProgress } from '#shared/ledger/process-progress.ts';
import { PROCESS_STATES, type ProcessState } from '#shared/ledger/process-state.ts';
import {
  makeWaitFinder,
  hasProcessEnded,
  WAITING_REASONS,
  type WaitingReason,
} from '#shared/ledger/waiting.ts';
import { ORDER_STATES, type OrderState } from '#shared/machines/work-order.ts';
import { countDaysBetween } from '#shared/rules/days.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import { getToday } from '../db/clock.ts';
import type { Db } from '../db/database.ts';
import { buildOverdueDaysSql, DUE_DAY_SQL } from '../ledger/order-lateness.ts';
import { loadProcessProgress } from '../ledger/progress.ts';
import { defineReport } from './define-report.ts';

type WaitingReasonTerm = `heldBy.${WaitingReason}`;

/**
 * The row of the order, or the row of one of its processes. A column that exists only for the other kind of row is
 * null.
 */
interface FlowRow {
  /** The id of the process; 0 in the row of the order. */
  id: number;
  /** The name of the order or the process. */
  name: string;
  /** The good pieces of the process, or the completed pieces of the order. */
  good: number;
  /** The pieces that the process must deliver, or the quantity of the order. */
  target: number;
  dueDate: string | null;
  /** The days from the due date to today; at least 0, and 0 for a process that has ended. */
  overdueDays: number;
  orderCode: string | null;
  orderState: OrderState | null;
  customerName: string | null;
  /**
   * The position of the process in the flow, from 1. Processes of a part come before the processes of the
   * part into which it goes.
   */
  position: number | null;
  partId: number | null;
  partName: string | null;
  /** The name of the part into which this part goes. */
  parentName: string | null;
  seq: number | null;
  state: ProcessState | null;
  groupName: string | null;
  people: string | null;
  /** The time since which somebody has been working on the process; null if nobody is. */
  since: string | null;
  inWork: number | null;
  /** The pieces that are at the process and not being worked on: ready to start or to receive. */
  atProcess: number | null;
  reworkOpen: number | null;
  hold: number | null;
  outsourced: number | null;
  scrap: number | null;
  waitsFor: WaitingReasonTerm | null;
}

interface FlowOrder {
  id: number;
  name: string;
  good: number;
  target: number;
  dueDate: string | null;
  overdueDays: number;
  orderCode: string;
  orderState: OrderState;
  customerName: string | null;
}

/** Loads an order; if the id is null, the open order with the earliest due day. */
async function loadFlowOrder(db: Db, user: CurrentUser, orderId: number | null): Promise<FlowOrder | null> {
  const { rows } = await sql<FlowOrder>`
    select o.id, o.name, o.completed_quantity as good, o.quantity as target, ${DUE_DAY_SQL} as due_date,
           coalesce(${buildOverdueDaysSql(user.zone)}, 0) as overdue_days, o.code as order_code, o.state as order_state,
           c.short_name as customer_name
    from work_order o
    left join customer c on c.factory_id = o.factory_id and c.id = o.customer_id
    where o.factory_id = ${user.factoryId} and o.deleted_at is null
      and ${orderId === null ? sql`o.state in ('released', 'inProgress')` : sql`o.id = ${orderId}`}
    order by ${DUE_DAY_SQL} nulls last, o.priority, o.id
    limit 1`.execute(db);
  return rows[0] ?? null;
}

/**
 * Sorts the processes of an order. The processes of a part come before the processes of the part into which
 * it goes. Within a part, the order is that of the routing.
 */
function sortByFlow(processes: readonly ProcessProgress[]): ProcessProgress[] {
  const routingsByPartId = new Map<number, ProcessProgress[]>();
  for (const process of processes)
    routingsByPartId.set(process.partId, [...(routingsByPartId.get(process.partId) ?? []), process]);
  const firstProcesses = [...routingsByPartId.values()].map(([first]) => first!);
  const sortedProcesses: ProcessProgress[] = [];
  const visitedPartIds = new Set<number>();
  const addPart = (firstProcess: ProcessProgress) => {
    if (visitedPartIds.has(firstProcess.partId)) return;
    visitedPartIds.add(firstProcess.partId);
    for (const child of firstProcesses) if (child.parentId === firstProcess.partId) addPart(child);
    sortedProcesses.push(...routingsByPartId.get(firstProcess.partId)!);
  };
  for (const firstProcess of firstProcesses)
    if (firstProcess.parentId === null || !routingsByPartId.has(firstProcess.parentId)) addPart(firstProcess);
  // Parts that belong to no root part come last.
  for (const firstProcess of firstProcesses) addPart(firstProcess);
  return sortedProcesses;
}

const EMPTY_ORDER_COLUMNS = { orderCode: null, orderState: null, customerName: null } as const;
const EMPTY_PROCESS_COLUMNS = {
  position: null,
  partId: null,
  partName: null,
  parentName: null,
  seq: null,
  state: null,
  groupName: null,
  people: null,
  since: null,
  inWork: null,
  atProcess: null,
  reworkOpen: null,
  hold: null,
  outsourced: null,
  scrap: null,
  waitsFor: null,
} as const;

/** Describes the processes of an order, in the order of the flow. */
function describeProcesses(processes: readonly ProcessProgress[], today: string): FlowRow[] {
  const routing = sortByFlow(processes).map((process) => ({ ...process, id: process.processId }));
  const findWait = makeWaitFinder(routing);
  const partNames = new Map(routing.map(({ partId, partName }) => [partId, partName]));
  return routing.map((process, index): FlowRow => {
    const wait = findWait(process);
    const hasEnded = hasProcessEnded(process.state);
    const names = process.open.flatMap(({ people }) => people.map(({ name }) => name));
    return {
      ...EMPTY_ORDER_COLUMNS,
      id: process.processId,
      name: process.name,
      good: process.good,
      target: process.target,
      dueDate: process.plannedEnd,
      overdueDays:
        hasEnded || process.plannedEnd === null
          ? 0
          : Math.max(0, countDaysBetween(process.plannedEnd, today)),
      position: index + 1,
      partId: process.partId,
      partName: process.partName,
      parentName: process.parentId === null ? null : (partNames.get(process.parentId) ?? null),
      seq: process.seq,
      state: process.state,
      groupName: process.workGroupName,
      people: names.length > 0 ? [...new Set(names)].join(', ') : null,
      since: process.open.map(({ startedAt }) => startedAt).toSorted()[0] ?? null,
      inWork: addQuantities(process.inWork, process.inRework),
      atProcess: addQuantities(process.machinable, process.receivable),
      reworkOpen: process.reworkOpen,
      hold: process.hold,
      outsourced: process.outsourced,
      scrap: process.scrap,
      waitsFor: wait && `heldBy.${wait.for}`,
    };
  });
}

/**
 * The flow of one order: a row for the order, and a row for each process with its state and with the places of its
 * pieces. If no order is given, the report shows the open order with the earliest due day.
 */
export const orderFlow = defineReport<FlowRow>()({
  name: 'orderFlow',
  path: '/mes/form/orderFlow',
  parameters: { orderId: ref('workOrder', { label: 'workOrder' }) },
  columns: {
    id: { field: number({ required: true, decimals: 0 }), label: 'rowNumber', hidden: true },
    name: { field: text({ required: true }), label: 'name' },
    good: { field: quantity({ required: true }), label: 'good' },
    target: { field: quantity({ required: true }), label: 'target' },
    dueDate: { field: date(), label: 'dueDate' },
    overdueDays: { field: number({ required: true, unit: 'days', decimals: 0 }), label: 'daysOverdue' },
    orderCode: { field: text(), label: 'workOrder' },
    orderState: { field: choice(ORDER_STATES), label: 'orderState' },
    customerName: { field: text(), label: 'customer' },
    position: { field: number({ decimals: 0 }), label: 'queuePosition' },
    partId: { field: number({ decimals: 0 }), label: 'part', hidden: true },
    partName: { field: text(), label: 'part' },
    parentName: { field: text(), label: 'parent' },
    seq: { field: number({ decimals: 0 }), label: 'seq' },
    state: { field: choice(PROCESS_STATES), label: 'processState' },
    groupName: { field: text(), label: 'workGroup' },
    people: { field: text(), label: 'people' },
    since: { field: moment(), label: 'startedAt' },
    inWork: { field: quantity(), label: 'inWork' },
    atProcess: { field: quantity(), label: 'machinable' },
    reworkOpen: { field: quantity(), label: 'reworkOpen' },
    hold: { field: quantity(), label: 'hold' },
    outsourced: { field: quantity(), label: 'outsourced' },
    scrap: { field: quantity(), label: 'scrap' },
    waitsFor: {
      field: choice(WAITING_REASONS.map((reason): WaitingReasonTerm => `heldBy.${reason}`)),
      label: 'waitsForWhat',
    },
  },
  rowKey: ['id'],
  watches: [
    'workReport',
    'process',
    'part',
    'workOrder',
    'craft',
    'workGroup',
    'device',
    'customer',
    'employee',
  ],
  clock: 'day',
  run: async (db, user, { orderId }) => {
    const flowOrder = await loadFlowOrder(db, user, orderId);
    if (!flowOrder) return [];
    const processes = await loadProcessProgress(db, user.factoryId, { orderId: flowOrder.id });
    const order: FlowRow = { ...EMPTY_PROCESS_COLUMNS, ...flowOrder, id: 0 };
    return [order, ...describeProcesses(processes, getToday(db, user.zone))];
  },
});
