import { choice, date, number, quantity, text, type FieldMap } from '#shared/kernel/fields.ts';
import type { CustomerVisibleOrder } from '#shared/answers/outside.ts';
import { PROCESS_STATES } from '#shared/ledger/process-state.ts';
import { OUTSOURCING_STATES } from '#shared/machines/outsourcing-order.ts';
import { ORDER_STATES } from '#shared/machines/work-order.ts';
import type { RawRoute } from '../../call/raw-route.ts';
import { EXPORT_BODY_LIMIT, exportTable, toTableRows } from '../../workbook/export-tables.ts';
import { listSupplierOutsourcing } from './list-outsourcing.ts';
import { listCustomerOrders, listSupplierProcesses } from './own-orders.ts';

const customerOrderColumns = {
  code: text({ label: 'orderCode' }),
  name: text(),
  purchasingOrder: text(),
  state: choice(ORDER_STATES, { label: 'orderState' }),
  quantity: quantity(),
  completedQuantity: quantity({ label: 'completed' }),
  progress: number({ unit: 'percent' }),
  overdueDays: number({ unit: 'days', decimals: 0, label: 'daysOverdue' }),
  expectedDelayDays: number({ unit: 'days', decimals: 0, label: 'daysExpectedLate' }),
  dueDate: date(),
  promisedDate: date(),
} as const satisfies FieldMap;

const supplierOutsourcingColumns = {
  code: text({ label: 'outsourcingCode' }),
  partCode: text(),
  partName: text({ label: 'part' }),
  name: text({ label: 'process' }),
  state: choice(OUTSOURCING_STATES, { label: 'outsourcingState' }),
  quantity: quantity(),
  sent: quantity({ label: 'quantitySent' }),
  returnedGood: quantity(),
  returnedHold: quantity(),
  takenBack: quantity(),
  expectedDate: date({ label: 'expectedReturn' }),
  confirmedDate: date({ label: 'confirmedReturn' }),
  remark: text(),
} as const satisfies FieldMap;

const supplierProcessColumns = {
  partCode: text(),
  partName: text({ label: 'part' }),
  name: text({ label: 'process' }),
  state: choice(PROCESS_STATES, { label: 'processState' }),
  plannedQuantity: quantity(),
  outsourced: quantity(),
  good: quantity(),
  needBy: date(),
} as const satisfies FieldMap;

/**
 * Adds the number of days that an order is overdue, and the number of days that it is expected to
 * be late. For a finished order, both numbers are based on the day on which it ended.
 */
const addLateDays = ({ late, ...order }: CustomerVisibleOrder) => ({
  ...order,
  overdueDays: late && (late.isDone ? Math.max(0, late.delayDays) : late.overdueDays),
  expectedDelayDays: late && (late.isDone ? late.delayDays : late.expectedDelayDays),
});

export const outsideRawRoutes: readonly RawRoute[] = [
  {
    path: '/mes/outside/orders/export',
    permission: 'WORK_ORDER',
    allowsOutsiders: true,
    limit: EXPORT_BODY_LIMIT,
    run: async (call) => {
      const { rows } = await listCustomerOrders(call.db, call.user);
      return exportTable(call, 'workOrders', customerOrderColumns, toTableRows(rows.map(addLateDays)));
    },
  },
  {
    path: '/mes/outside/outsourcing/export',
    permission: 'WORK_ORDER',
    allowsOutsiders: true,
    limit: EXPORT_BODY_LIMIT,
    run: async (call) => {
      const { rows } = await listSupplierOutsourcing(call.db, call.user);
      return exportTable(call, 'outsourcingOrders', supplierOutsourcingColumns, toTableRows(rows));
    },
  },
  {
    path: '/mes/outside/work/export',
    permission: 'WORK_ORDER',
    allowsOutsiders: true,
    limit: EXPORT_BODY_LIMIT,
    run: async (call) => {
      const { rows } = await listSupplierProcesses(call.db, call.user);
      const rowsWithDate = rows.map((row) => ({ ...row, needBy: row.needBy ?? row.plannedEnd }));
      return exportTable(call, 'outsideWork', supplierProcessColumns, toTableRows(rowsWithDate));
    },
  },
];
