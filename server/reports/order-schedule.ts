import { sql } from 'kysely';
import { GROUP_SCOPE_FIELDS } from '#shared/boards/group-scope.ts';
import { choice, date, moment, number, ref, text } from '#shared/kernel/fields.ts';
import { ORDER_STATES, type OrderState } from '#shared/machines/work-order.ts';
import { calculateLateness, type OrderLatenessData } from '#shared/rules/lateness.ts';
import { toLocalDay } from '#shared/rules/wall-clock.ts';
import { getDatabaseTime } from '../db/clock.ts';
import { DUE_DAY_SQL } from '../ledger/order-lateness.ts';
import { buildCalendarDaySql } from './day-plan.ts';
import { defineReport } from './define-report.ts';
import { buildOrderCondition, GROUP_SCOPE_ENTITIES, loadGroupScope } from './group-scope.ts';
import { rowIdColumn } from './row-columns.ts';

interface OrderScheduleRow {
  id: number;
  position: number;
  code: string;
  name: string;
  customerName: string | null;
  state: OrderState;
  /** The progress in percent. */
  progress: number;
  plannedStart: string | null;
  /** The due date, or else the promised date. */
  dueDate: string | null;
  /** The day of the first report. */
  startedOn: string | null;
  /** The day on which the order was completed. */
  endedOn: string | null;
  /** The day on which the order is expected to finish; null if the order has ended or no day can be estimated. */
  expectedOn: string | null;
  /**
   * The time at which the order is ready according to the applied plan; null without such a plan. If it is
   * null, `expectedOn` is an estimate.
   */
  projectedEnd: string | null;
  /** The days from the due day to today, or to the day on which the order was completed; at least 0. */
  overdueDays: number;
  /** The days from the due day to the expected day; negative if early. */
  expectedDelayDays: number | null;
}
type LoadedOrder = OrderLatenessData & Pick<OrderScheduleRow, 'id' | 'code' | 'name' | 'customerName'>;

/**
 * The planned, the actual and the expected days of orders. The report contains the orders that are released,
 * in progress, suspended or completed today. They are sorted by due day, so the most overdue orders come
 * first. If `orderId` is given, the report shows only this order, in any state.
 */
export const orderSchedule = defineReport<OrderScheduleRow>()({
  name: 'orderSchedule',
  path: '/mes/form/orderSchedule',
  parameters: {
    orderId: ref('workOrder', { label: 'workOrder' }),
    customerId: ref('customer'),
    ...GROUP_SCOPE_FIELDS,
    limit: number({ min: 1, max: 500, decimals: 0, initial: 100, label: 'mostRows' }),
  },
  columns: {
    id: rowIdColumn,
    position: { field: number({ required: true, decimals: 0 }), label: 'queuePosition' },
    code: { field: text({ required: true }), label: 'workOrder' },
    name: { field: text({ required: true }), label: 'name' },
    customerName: { field: text(), label: 'customer' },
    state: { field: choice(ORDER_STATES, { required: true }), label: 'orderState' },
    progress: { field: number({ required: true, unit: 'percent', min: 0, max: 100 }), label: 'progress' },
    plannedStart: { field: date(), label: 'plannedStart' },
    dueDate: { field: date(), label: 'dueDate' },
    startedOn: { field: date(), label: 'startedAt' },
    endedOn: { field: date(), label: 'endedAt' },
    expectedOn: { field: date(), label: 'expectedDay' },
    projectedEnd: { field: moment(), label: 'projectedEnd' },
    overdueDays: { field: number({ required: true, unit: 'days', decimals: 0 }), label: 'daysOverdue' },
    expectedDelayDays: {
      field: number({ unit: 'days', decimals: 0, min: -999_999 }),
      label: 'daysExpectedLate',
    },
  },
  rowKey: ['id'],
  watches: ['workOrder', 'part', 'process', 'customer', ...GROUP_SCOPE_ENTITIES, 'factory'],
  clock: 'minute',
  run: async (db, user, { orderId, customerId, limit, ...otherParams }) => {
    const scope = await loadGroupScope(db, user.factoryId, otherParams);
    const { zone } = user;
    const { rows } = await sql<LoadedOrder>`
      with ${buildCalendarDaySql(zone)}
      select o.id, o.code, o.name, c.short_name as customer_name, o.state, o.progress, o.planned_start, o.due_date,
             o.promised_date, o.started_at, o.ended_at, o.projected_end
      from work_order o
      left join customer c on c.factory_id = o.factory_id and c.id = o.customer_id
      where o.factory_id = ${user.factoryId} and o.deleted_at is null
        and (${customerId}::bigint is null or o.customer_id = ${customerId}::bigint)
        and ${buildOrderCondition(user.factoryId, 'o.id', scope)}
        and case when ${orderId}::bigint is not null then o.id = ${orderId}::bigint
          else o.state in ('released', 'inProgress', 'suspended')
            or o.state = 'completed' and o.ended_at >= (select opens from day) and o.ended_at < (select closes from day)
        end
      order by ${DUE_DAY_SQL} nulls last, o.priority, o.id
      limit ${limit}`.execute(db);
    const now = getDatabaseTime(db).getTime();
    return rows.map((order, index): OrderScheduleRow => {
      const lateness = calculateLateness(order, now, zone);
      const openLateness = lateness?.isDone === false ? lateness : null;
      const delayDays = lateness?.isDone === true ? lateness.delayDays : 0;
      return {
        id: order.id,
        position: index + 1,
        code: order.code,
        name: order.name,
        customerName: order.customerName,
        state: order.state,
        progress: order.progress,
        plannedStart: order.plannedStart,
        dueDate: lateness?.due ?? null,
        startedOn: order.startedAt && toLocalDay(zone, order.startedAt),
        endedOn: order.endedAt && toLocalDay(zone, order.endedAt),
        expectedOn: openLateness?.expectedDay ?? null,
        projectedEnd: openLateness && order.projectedEnd,
        overdueDays: openLateness?.overdueDays ?? Math.max(0, delayDays),
        expectedDelayDays: openLateness?.expectedDelayDays ?? null,
      };
    });
  },
});
