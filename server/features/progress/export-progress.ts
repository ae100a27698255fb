import { choice, date, moment, number, quantity, text, type FieldMap } from '#shared/kernel/fields.ts';
import { PRODUCTION_PERMISSION } from '#shared/kernel/permissions.ts';
import { entities } from '#shared/entities/index.ts';
import type { OrderProgressRow, ProcessProgressRow } from '#shared/answers/progress-query.ts';
import { PROCESS_LIST_COLUMNS } from '#shared/planning/process-list.ts';
import { ORDER_STATES } from '#shared/machines/work-order.ts';
import { calculateLateness } from '#shared/rules/lateness.ts';
import { showColumns } from '#shared/rules/columns.ts';
import { translateTerm } from '#shared/terms/index.ts';
import { loadColumnSettings } from '../../crud/load-column-settings.ts';
import { loadListColumns } from '../../crud/list-columns.ts';
import type { RawAnswer, RawCall, RawRoute } from '../../call/raw-route.ts';
import { selectFieldColumns } from '../../workbook/columns.ts';
import {
  EXPORT_BODY_LIMIT,
  exportTables,
  listFieldColumns,
  parseExportInput,
  readAllPages,
  type ExportedTable,
  type TableRows,
} from '../../workbook/export-tables.ts';
import { collectRowValues } from '../../workbook/to-cells.ts';
import { readProgressByGroup } from './groups.ts';
import { listProcesses, processListInput } from './list-processes.ts';
import { progressQueryInput } from './progress-input.ts';
import { readProgressByOrder } from './query.ts';
import { readProgressRows } from './rows.ts';

const ROWS_PER_QUERY = 200;
/** The page of a query that reads all groups at once. */
const PAGE_OF_ALL_GROUPS = { offset: 0, limit: 1_000_000 };

const exportedOrderColumns = {
  code: text({ label: 'orderCode' }),
  name: text(),
  customerName: text({ label: 'customer' }),
  state: choice(ORDER_STATES, { label: 'orderState' }),
  priority: number({ decimals: 0 }),
  quantity: quantity(),
  completedQuantity: quantity({ label: 'completed' }),
  progress: number({ unit: 'percent' }),
  overdueDays: number({ unit: 'days', decimals: 0, label: 'daysOverdue' }),
  expectedDelayDays: number({ unit: 'days', decimals: 0, label: 'daysExpectedLate' }),
  plannedStart: date(),
  dueDate: date(),
  promisedDate: date(),
  startedAt: moment(),
  endedAt: moment(),
  projectedEnd: moment(),
  processes: number({ decimals: 0 }),
  done: number({ decimals: 0, label: 'completedProcesses' }),
  running: number({ decimals: 0, label: 'runningProcesses' }),
} as const satisfies FieldMap;

const exportedGroupColumns = {
  code: text(),
  name: text(),
  orders: number({ decimals: 0, label: 'ordersInHand' }),
  lateOrders: number({ decimals: 0 }),
  processes: number({ decimals: 0 }),
  done: number({ decimals: 0, label: 'completedProcesses' }),
  running: number({ decimals: 0, label: 'runningProcesses' }),
  ready: number({ decimals: 0, label: 'readyProcesses' }),
} as const satisfies FieldMap;

/** The columns for the lateness of a process. They come after the columns of the process. */
const latenessColumns = {
  overdueDays: number({ unit: 'days', decimals: 0, label: 'daysOverdue' }),
} as const satisfies FieldMap;

/** The columns for the order and the part of a process. They come before the columns of the process. */
const orderAndPartColumns = {
  orderCode: text(),
  customerName: text({ label: 'customer' }),
  orderDueDate: date({ label: 'dueDate' }),
  partCode: text(),
  partName: text({ label: 'part' }),
} as const satisfies FieldMap;

const addLateDays =
  (now: number, zone: string) =>
  (order: OrderProgressRow): object => {
    const lateness = calculateLateness(order, now, zone);
    return lateness && !lateness.isDone
      ? { ...order, overdueDays: lateness.overdueDays, expectedDelayDays: lateness.expectedDelayDays }
      : order;
  };

const collectProcessValues = (row: ProcessProgressRow): object => ({
  ...collectRowValues(row.record),
  orderCode: row.orderCode,
  customerName: row.customerName,
  orderDueDate: row.dueDate,
  partCode: row.partCode,
  partName: row.partName,
});

/**
 * Lists the visible columns of the list of processes, with columns for the order and the part.
 * @param defaultNames the columns that are visible until somebody arranges the columns; by default the visible columns
 * of the entity's list
 */
async function listProcessColumns({ db, user }: RawCall, defaultNames?: readonly string[]) {
  const { factoryDefault, own: ownSettings } = await loadColumnSettings(db, user, entities.process.name);
  const isArranged = factoryDefault.columns.length > 0 || ownSettings.columns.length > 0;
  const listColumns = await loadListColumns(db, user, entities.process);
  const columns = isArranged || !defaultNames ? listColumns : showColumns(listColumns, defaultNames);
  const visibleColumns = columns.filter(({ name, shown }) => shown && name !== 'partId');
  return [...listFieldColumns(orderAndPartColumns), ...selectFieldColumns(visibleColumns)];
}

const mapRows = <R extends object>(
  { total, batches }: TableRows<R>,
  convertRow: (row: R) => object,
): TableRows => ({
  total,
  batches: (async function* () {
    for await (const batch of batches) yield batch.map(convertRow);
  })(),
});

/**
 * Exports a progress query as two sheets. The first has the orders or the groups. The second has the
 * processes that match the filters, with their order, their part and the visible columns of the list of
 * processes. If a query by group names no process state, finished processes are left out.
 * @throws fieldsInvalid, exportTooMany
 */
async function exportProgress(call: RawCall): Promise<RawAnswer> {
  const { db, user, lang } = call;
  const { groupBy, ...request } = parseExportInput(call, progressQueryInput);
  const limit = ROWS_PER_QUERY;
  const isByOrder = groupBy === 'workOrder';
  const mainTable: ExportedTable = isByOrder
    ? {
        title: translateTerm(lang, 'workOrders'),
        columns: listFieldColumns(exportedOrderColumns),
        rows: mapRows(
          await readAllPages((offset) => readProgressByOrder(db, user, { ...request, offset, limit })),
          addLateDays(Date.now(), user.zone),
        ),
      }
    : {
        title: translateTerm(lang, groupBy),
        columns: listFieldColumns(exportedGroupColumns),
        rows: await readAllPages(() =>
          readProgressByGroup(db, user, groupBy, { ...request, ...PAGE_OF_ALL_GROUPS }),
        ),
      };
  const processTable: ExportedTable = {
    title: translateTerm(lang, 'processes'),
    columns: await listProcessColumns(call),
    rows: mapRows(
      await readAllPages((offset) =>
        readProgressRows(db, user, { ...request, offset, limit, openOnly: !isByOrder, without: null }),
      ),
      collectProcessValues,
    ),
  };
  return exportTables(call, translateTerm(lang, 'progressQuery'), [mainTable, processTable]);
}

/**
 * Exports the list of processes as one sheet, with the requested filters and sorting.
 * @throws fieldsInvalid, exportTooMany
 */
async function exportProcessList(call: RawCall): Promise<RawAnswer> {
  const { db, user, lang } = call;
  const request = parseExportInput(call, processListInput);
  const limit = ROWS_PER_QUERY;
  const rows = await readAllPages((offset) => listProcesses(db, user, { ...request, offset, limit }));
  const title = translateTerm(lang, 'processes');
  return exportTables(call, title, [
    {
      title,
      columns: [
        ...(await listProcessColumns(call, PROCESS_LIST_COLUMNS)),
        ...listFieldColumns(latenessColumns),
      ],
      rows: mapRows(rows, (row) => ({ ...collectProcessValues(row), overdueDays: row.overdueDays })),
    },
  ]);
}

export const progressRawRoutes: readonly RawRoute[] = [
  {
    path: '/mes/process/query/export',
    permission: PRODUCTION_PERMISSION,
    limit: EXPORT_BODY_LIMIT,
    run: exportProgress,
  },
  {
    path: '/mes/process/query/list/export',
    permission: PRODUCTION_PERMISSION,
    limit: EXPORT_BODY_LIMIT,
    run: exportProcessList,
  },
];
