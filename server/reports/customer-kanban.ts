import { sql } from 'kysely';
import type { KanbanField, KanbanLayout } from '#shared/entities/customer-kanban.ts';
import { makeError } from '#shared/kernel/errors.ts';
import { choice, date, number, quantity, text } from '#shared/kernel/fields.ts';
import { ORDER_STATES, type OrderState } from '#shared/machines/work-order.ts';
import { countDaysBetween } from '#shared/rules/days.ts';
import { calculateLateness, type OrderLatenessData } from '#shared/rules/lateness.ts';
import { toLocalDay } from '#shared/rules/wall-clock.ts';
import { getDatabaseTime } from '../db/clock.ts';
import type { Db } from '../db/database.ts';
import { DUE_DAY_SQL } from '../ledger/order-lateness.ts';
import { defineReport } from './define-report.ts';

/** The maximum number of orders that are loaded. No customer has that many open orders. */
const MAX_ORDERS = 10_000;
/** The maximum number of orders that a column lists. The count of the column includes all orders. */
const MAX_ORDERS_PER_COLUMN = 100;
/** The column of finished orders in the layouts by state and by milestone. */
const DONE_COLUMN = 'completed';
/** An order that is due within this number of days from today is in the column `kanbanThisWeek`. */
const SOON_DAYS = 7;

/** The columns of the layout by delivery day, in display order. */
const COUNTDOWN_COLUMNS = [
  'kanbanOverdue',
  'kanbanThisWeek',
  'kanbanLater',
  'kanbanNoDay',
  'kanbanDone',
] as const;
/** The columns of the layout by state, in display order. */
const STATE_COLUMNS = ['released', 'inProgress', 'suspended', DONE_COLUMN] as const;
const COLUMN_NAMES = [...STATE_COLUMNS, ...COUNTDOWN_COLUMNS] as const;
type ColumnName = (typeof COLUMN_NAMES)[number];

interface KanbanRow {
  /** The position of the column on the kanban, from 0. */
  columnIndex: number;
  /** The position of the order, from 1: open orders first, then by due day; 0 in the row of a column. */
  position: number;
  /** The name of the column; null for the column of a milestone. */
  columnName: ColumnName | null;
  /** The name that the factory has given the milestone. */
  milestone: string | null;
  /** The number of orders in the column; null in the row of an order. */
  orderCount: number | null;
  /** The number of the order; null in the row that holds the count of a column. */
  orderCode: string | null;
  purchasingOrder: string | null;
  name: string | null;
  orderState: OrderState | null;
  quantity: number | null;
  completed: number | null;
  /** The progress in percent. */
  progress: number | null;
  dueDate: string | null;
  /** The days from today to the due day, negative if it has passed; null for a finished order. */
  daysLeft: number | null;
  expectedDay: string | null;
}

interface Kanban {
  customerId: number;
  layout: KanbanLayout;
  completedDays: number;
  fields: KanbanField[];
  milestones: { id: number; name: string }[];
}

interface LoadedOrder extends OrderLatenessData {
  code: string;
  name: string;
  purchasingOrder: string | null;
  quantity: number;
  completedQuantity: number;
  /** The ids of the milestones in `milestoneIds` that the order has not passed. */
  openMilestoneIds: number[];
  /** The ids of the milestones for which the order has processes. */
  milestoneIds: number[];
}

async function loadKanban(db: Db, factoryId: number, id: number): Promise<Kanban> {
  const { rows } = await sql<Kanban>`select k.customer_id, k.layout, k.completed_days,
      array_to_json(array(select field from customer_kanban_shown_fields f
        where f.factory_id = k.factory_id and f.owner_id = k.id order by position)) as fields,
      coalesce((select json_agg(json_build_object('id', n.id, 'name', n.name) order by m.position)
        from customer_kanban_milestone_ids m
        join master_plan_node n on n.factory_id = m.factory_id and n.id = m.target_id and n.deleted_at is null
        where m.factory_id = k.factory_id and m.owner_id = k.id), '[]') as milestones
    from customer_kanban k
    where k.factory_id = ${factoryId} and k.id = ${id} and k.deleted_at is null`.execute(db);
  if (!rows[0]) throw makeError('rowNotFound');
  return rows[0];
}

/**
 * Loads the customer's released orders, and those that ended in the last `completedDays` days. An order
 * that was closed before all its pieces were done is left out, because it would be shown as completed.
 */
async function loadOrders(db: Db, factoryId: number, kanban: Kanban): Promise<LoadedOrder[]> {
  const milestoneIds = kanban.layout === 'ordersByMilestone' ? kanban.milestones.map(({ id }) => id) : [];
  const { rows } = await sql<LoadedOrder>`
    with found as (
      select o.* from work_order o
      where o.factory_id = ${factoryId} and o.customer_id = ${kanban.customerId} and o.deleted_at is null
        and o.state in ('released', 'inProgress', 'suspended')
      union all
      select o.* from work_order o
      where o.factory_id = ${factoryId} and o.customer_id = ${kanban.customerId} and o.deleted_at is null
        and o.state in ('completed', 'closed') and o.ended_at > now() - make_interval(days => ${kanban.completedDays})
        and (o.state = 'completed' or o.completed_quantity >= o.quantity)
    ), wanted as (
      select o.*, row_number() over (
        order by o.state in ('completed', 'closed'), ${DUE_DAY_SQL} nulls last, o.priority, o.id
      ) as rank
      from found o order by rank limit ${MAX_ORDERS}
    ), passed as (
      select w.id as order_id, m.owner_id as milestone_id, bool_and(p.state in ('completed', 'specialAcceptance', 'scrapped')) as is_passed
      from wanted w
      join part on part.factory_id = w.factory_id and part.order_id = w.id and part.deleted_at is null
      join process p on p.factory_id = part.factory_id and p.part_id = part.id and p.deleted_at is null
      join master_plan_node_craft_ids m on m.factory_id = p.factory_id and m.target_id = p.craft_id
      where m.owner_id = any(${milestoneIds}::bigint[])
      group by w.id, m.owner_id
    )
    select w.code, w.name, w.purchasing_order, w.state, w.quantity, w.completed_quantity, w.progress, w.planned_start,
      w.due_date, w.promised_date, w.started_at, w.ended_at, w.projected_end,
      array_to_json(array(select milestone_id from passed where order_id = w.id)) as milestone_ids,
      array_to_json(array(select milestone_id from passed where order_id = w.id and not is_passed)) as open_milestone_ids
    from wanted w
    order by w.rank`.execute(db);
  return rows;
}

type Column = Pick<KanbanRow, 'columnName' | 'milestone'>;

const makeNamedColumn = (columnName: ColumnName): Column => ({ columnName, milestone: null });

function listColumns({ layout, milestones }: Kanban): Column[] {
  if (layout === 'ordersByState') return STATE_COLUMNS.map(makeNamedColumn);
  if (layout === 'deliveryCountdown') return COUNTDOWN_COLUMNS.map(makeNamedColumn);
  return [
    ...milestones.map(({ name }) => ({ columnName: null, milestone: name })),
    makeNamedColumn(DONE_COLUMN),
  ];
}

const isFinished = ({ state }: LoadedOrder): boolean => state === 'completed' || state === 'closed';

function findCountdownColumn(
  order: LoadedOrder,
  daysLeft: number | null,
): (typeof COUNTDOWN_COLUMNS)[number] {
  if (isFinished(order)) return 'kanbanDone';
  if (daysLeft === null) return 'kanbanNoDay';
  if (daysLeft < 0) return 'kanbanOverdue';
  return daysLeft <= SOON_DAYS ? 'kanbanThisWeek' : 'kanbanLater';
}

/**
 * Finds the column of an order. In the layout by milestone, it is the first milestone that the order has
 * not passed. An unfinished order that has passed all its milestones stays in its last milestone.
 */
function findColumnIndex(kanban: Kanban, order: LoadedOrder, daysLeft: number | null): number {
  if (kanban.layout === 'deliveryCountdown')
    return COUNTDOWN_COLUMNS.indexOf(findCountdownColumn(order, daysLeft));
  if (kanban.layout === 'ordersByState')
    return isFinished(order)
      ? STATE_COLUMNS.indexOf(DONE_COLUMN)
      : STATE_COLUMNS.findIndex((state) => state === order.state);
  const { milestones } = kanban;
  if (isFinished(order) || milestones.length === 0) return milestones.length;
  const nextIndex = milestones.findIndex(({ id }) => order.openMilestoneIds.includes(id));
  return nextIndex !== -1
    ? nextIndex
    : Math.max(
        0,
        milestones.findLastIndex(({ id }) => order.milestoneIds.includes(id)),
      );
}

/** Makes the row of an order with the fields that the customer may see. All other fields are null. */
function makeOrderRow(
  order: LoadedOrder,
  position: number,
  kanban: Kanban,
  columns: readonly Column[],
  nowMs: number,
  zone: string,
): KanbanRow {
  const lateness = calculateLateness(order, nowMs, zone);
  const dueDate = lateness?.due ?? null;
  const daysLeft =
    dueDate === null || isFinished(order) ? null : countDaysBetween(toLocalDay(zone, nowMs), dueDate);
  const columnIndex = findColumnIndex(kanban, order, daysLeft);
  const keepIfShown = <T>(field: KanbanField, value: T): T | null =>
    kanban.fields.includes(field) ? value : null;
  // The layout by delivery day shows the days left even if `dueDate` is not one of the shown fields.
  const areDaysLeftShown = kanban.layout === 'deliveryCountdown' || kanban.fields.includes('dueDate');
  return {
    columnIndex,
    position,
    ...columns[columnIndex]!,
    orderCount: null,
    orderCode: order.code,
    purchasingOrder: keepIfShown('purchasingOrder', order.purchasingOrder),
    name: keepIfShown('name', order.name),
    orderState: keepIfShown('orderState', order.state),
    quantity: keepIfShown('quantity', order.quantity),
    completed: keepIfShown('completed', order.completedQuantity),
    progress: keepIfShown('progress', order.progress),
    dueDate: keepIfShown('dueDate', dueDate),
    daysLeft: areDaysLeftShown ? daysLeft : null,
    expectedDay: keepIfShown('expectedDay', lateness?.isDone === false ? lateness.expectedDay : null),
  };
}

const makeColumnRow = (column: Column, columnIndex: number, orderCount: number): KanbanRow => ({
  columnIndex,
  position: 0,
  ...column,
  orderCount,
  orderCode: null,
  purchasingOrder: null,
  name: null,
  orderState: null,
  quantity: null,
  completed: null,
  progress: null,
  dueDate: null,
  daysLeft: null,
  expectedDay: null,
});

/**
 * The orders of one customer as a customer kanban shows them: in the columns of its layout, and only with
 * the fields that the customer may see. Each column has a row with the number of its orders, and a row for
 * each order that it lists. All viewers get the same rows.
 */
export const customerKanban = defineReport<KanbanRow>()({
  name: 'customerKanban',
  path: '/mes/form/customerKanban',
  permission: 'CUSTOMER_KANBAN_MANAGE',
  kanbanParameter: 'kanbanId',
  words: {
    kanbanColumn: ['列', 'Column', '欄', '列'],
    kanbanTimeLeft: ['剩余时间', 'Time left', '剩餘時間', '残り時間'],
  },
  // The field is a number instead of a reference. With a reference, every employee could list all customer kanbans.
  parameters: {
    kanbanId: number({ min: 1, max: Number.MAX_SAFE_INTEGER, decimals: 0, label: 'customerKanban' }),
  },
  columns: {
    columnIndex: { field: number({ required: true, decimals: 0 }), label: 'kanbanColumn', hidden: true },
    position: { field: number({ required: true, decimals: 0 }), label: 'queuePosition', hidden: true },
    columnName: { field: choice(COLUMN_NAMES), label: 'kanbanColumn' },
    milestone: { field: text(), label: 'kanbanMilestones' },
    orderCount: { field: number({ decimals: 0 }), label: 'cardCount' },
    orderCode: { field: text(), label: 'workOrder' },
    purchasingOrder: { field: text(), label: 'purchasingOrder' },
    name: { field: text(), label: 'name' },
    orderState: { field: choice(ORDER_STATES), label: 'orderState' },
    quantity: { field: quantity(), label: 'quantity' },
    completed: { field: quantity(), label: 'completed' },
    progress: { field: number({ unit: 'percent', min: 0, max: 100 }), label: 'progress' },
    dueDate: { field: date(), label: 'dueDate' },
    daysLeft: { field: number({ unit: 'days', decimals: 0, min: -999_999 }), label: 'kanbanTimeLeft' },
    expectedDay: { field: date(), label: 'expectedDay' },
  },
  rowKey: ['columnIndex', 'orderCode'],
  watches: ['workOrder', 'process', 'customerKanban', 'masterPlanNode', 'factory'],
  clock: 'minute',
  run: async (db, user, { kanbanId }) => {
    if (kanbanId === null) return [];
    const kanban = await loadKanban(db, user.factoryId, kanbanId);
    const orders = await loadOrders(db, user.factoryId, kanban);
    const columns = listColumns(kanban);
    const nowMs = getDatabaseTime(db).getTime();
    const rows = orders.map((order, index) =>
      makeOrderRow(order, index + 1, kanban, columns, nowMs, user.zone),
    );
    return columns.flatMap((column, index) => {
      const columnRows = rows.filter(({ columnIndex }) => columnIndex === index);
      return [makeColumnRow(column, index, columnRows.length), ...columnRows.slice(0, MAX_ORDERS_PER_COLUMN)];
    });
  },
});
