import { sql } from 'kysely';
import { GROUP_SCOPE_FIELDS } from '#shared/boards/group-scope.ts';
import { choice, date, number, quantity, ref, text } from '#shared/kernel/fields.ts';
import { ORDER_STATES, type OrderState } from '#shared/machines/work-order.ts';
import { DUE_DAY_SQL, buildExpectedDelayDaysSql, buildOverdueDaysSql } from '../ledger/order-lateness.ts';
import { defineReport } from './define-report.ts';
import { buildOrderCondition, GROUP_SCOPE_ENTITIES, loadGroupScope } from './group-scope.ts';
import { rowIdColumn } from './row-columns.ts';

interface OrderProgressRow {
  id: number;
  code: string;
  name: string;
  customerName: string | null;
  quantity: number;
  completedQuantity: number;
  /** The progress in percent. */
  progress: number;
  dueDate: string | null;
  /** The days from the due day to today, or to the day on which the order was completed; at least 0. */
  lateDays: number;
  /**
   * The days from the due day to the expected day of finishing, negative if early; null for a completed order. If
   * that day cannot be estimated, the value is `lateDays`, or null if the order is not overdue.
   */
  expectedDelayDays: number | null;
  state: OrderState;
}

/**
 * The progress of the orders that are released, in progress, suspended or completed today, the most overdue first.
 * Today is the current day in the time zone of the factory.
 */
export const orderProgress = defineReport<OrderProgressRow>()({
  name: 'orderProgress',
  path: '/mes/form/orderProgress',
  page: 'order/progress',
  words: {
    lateDays: ['已逾期', 'Overdue', '已逾期', '納期超過'],
    expectedDelayDays: ['预计延迟', 'Expected delay', '預計延遲', '遅れ見込み'],
  },
  parameters: {
    customerId: ref('customer'),
    ...GROUP_SCOPE_FIELDS,
    limit: number({ min: 1, max: 1000, decimals: 0, initial: 500, label: 'mostRows' }),
  },
  columns: {
    id: rowIdColumn,
    code: { field: text({ required: true }), label: 'workOrder' },
    name: { field: text({ required: true }), label: 'name' },
    customerName: { field: text(), label: 'customer' },
    quantity: { field: quantity({ required: true }), label: 'quantity', total: true },
    completedQuantity: {
      field: quantity({ required: true }),
      label: 'completed',
      total: true,
    },
    progress: { field: number({ required: true, unit: 'percent', min: 0, max: 100 }), label: 'progress' },
    dueDate: { field: date(), label: 'dueDate' },
    lateDays: { field: number({ required: true, unit: 'days', decimals: 0 }), label: 'lateDays' },
    expectedDelayDays: { field: number({ unit: 'days', decimals: 0 }), label: 'expectedDelayDays' },
    state: { field: choice(ORDER_STATES, { required: true }), label: 'orderState' },
  },
  rowKey: ['id'],
  watches: ['workOrder', 'part', 'process', 'customer', ...GROUP_SCOPE_ENTITIES],
  clock: 'minute',
  chart: { label: 'code', bars: ['progress'] },
  run: async (db, user, { customerId, limit, ...otherParams }) => {
    const scope = await loadGroupScope(db, user.factoryId, otherParams);
    const { rows } = await sql<OrderProgressRow>`
      with day as (
        select today, today::timestamp at time zone ${user.zone} as opens,
               (today + 1)::timestamp at time zone ${user.zone} as closes
        from (select (now() at time zone ${user.zone})::date as today) d
      ), wanted as (
        select id, code, name, customer_id, quantity, completed_quantity, progress, ${DUE_DAY_SQL} as due_date, priority, state,
               ${buildOverdueDaysSql(user.zone)} as late_days, ${buildExpectedDelayDaysSql(user.zone)} as expected_delay_days
        from work_order o
        where factory_id = ${user.factoryId} and deleted_at is null
          and (${customerId}::bigint is null or customer_id = ${customerId}::bigint)
          and ${buildOrderCondition(user.factoryId, 'o.id', scope)}
          and (state in ('released', 'inProgress', 'suspended')
            or state = 'completed' and ended_at >= (select opens from day) and ended_at < (select closes from day))
        order by late_days desc, ${DUE_DAY_SQL} nulls last, priority, id
        limit ${limit}
      )
      select o.id, o.code, o.name, c.short_name as customer_name, o.quantity, o.completed_quantity, o.progress,
             o.due_date, o.late_days, o.expected_delay_days, o.state
      from wanted o
      left join customer c on c.factory_id = ${user.factoryId} and c.id = o.customer_id
      order by o.late_days desc, o.due_date nulls last, o.priority, o.id`.execute(db);
    return rows;
  },
});
