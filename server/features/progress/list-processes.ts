import { sql, type RawBuilder } from 'kysely';
import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import { date, flag, text } from '#shared/kernel/fields.ts';
import { getReadPermission, hasPermission } from '#shared/kernel/permissions.ts';
import type { CurrentUser, PageAnswer } from '#shared/kernel/wire.ts';
import { entities } from '#shared/entities/index.ts';
import {
  PROCESS_LIST_ORDER_FILTERS,
  PROCESS_LIST_ORDER_SORTS,
  type ListedProcess,
} from '#shared/planning/process-list.ts';
import { ORDER_STATES } from '#shared/machines/work-order.ts';
import { parseJsonObject } from '../../crud/parse-object.ts';
import { buildListClauses } from '../../crud/read.ts';
import { buildFromClause } from '../../crud/select.ts';
import type { Db } from '../../db/database.ts';
import { makeContainsPattern } from '../../db/like-pattern.ts';
import { DUE_DAY_SQL } from '../../ledger/order-lateness.ts';
import { buildProcessOpenCondition } from '../../ledger/process-conditions.ts';
import { parseStates } from './filter.ts';
import { completeProgressRows, type FoundProcess } from './rows.ts';

type SqlFragment = RawBuilder<unknown>;

const PROCESS_ENTITY = entities.process as EntityDeclaration;
const { orderId, customerId, orderGroupId } = PROCESS_LIST_ORDER_FILTERS;

/** The filters and the sorting of the list of processes. `filter` has the filters on fields of a process, as JSON. */
export const processListInput = {
  filter: text({ max: 20_000, label: 'filter' }),
  orderId,
  customerId,
  orderGroupId,
  /** Names of order states, separated by commas. */
  orderState: text({ max: 200, label: 'orderState' }),
  dueFrom: date({ label: 'dueDate' }),
  dueTo: date({ label: 'dueDate' }),
  late: flag({ label: 'processOverdue' }),
  search: text({ max: 100, label: 'search' }),
  sort: text({ max: 60, label: 'sort' }),
} as const;

/** A request for one page of the list of processes. */
interface ProcessListRequest {
  filter: string | null;
  orderId: readonly number[];
  customerId: readonly number[];
  orderGroupId: readonly number[];
  orderState: string | null;
  dueFrom: string | null;
  dueTo: string | null;
  late: boolean;
  search: string | null;
  sort: string | null;
  offset: number;
  limit: number;
}

/** The days since the due day of a process; 0 if the process has ended or has no due day. */
const buildOverdueDaysOfProcessSql = (zone: string): SqlFragment =>
  sql`case when ${buildProcessOpenCondition('t')}
    then greatest(0, coalesce((now() at time zone ${zone})::date - coalesce(t.planned_end, ${DUE_DAY_SQL}), 0)) else 0 end`;

/**
 * Builds the SQL condition that a process `t`, its part `a` and its order `o` match the filters on orders and
 * the search text.
 */
function buildOrderAndTextCondition(user: CurrentUser, request: ProcessListRequest): SqlFragment {
  const conditions = [sql`o.deleted_at is null`, sql`a.deleted_at is null`];
  const { dueFrom, dueTo, search } = request;
  const states = parseStates('orderState', request.orderState, ORDER_STATES);
  if (states.length > 0) conditions.push(sql`o.state in (${sql.join(states)})`);
  if (request.orderId.length > 0) conditions.push(sql`o.id = any(${[...request.orderId]}::bigint[])`);
  if (request.customerId.length > 0)
    conditions.push(sql`o.customer_id = any(${[...request.customerId]}::bigint[])`);
  if (request.orderGroupId.length > 0)
    conditions.push(sql`o.order_group_id = any(${[...request.orderGroupId]}::bigint[])`);
  if (dueFrom !== null) conditions.push(sql`${DUE_DAY_SQL} >= ${dueFrom}`);
  if (dueTo !== null) conditions.push(sql`${DUE_DAY_SQL} <= ${dueTo}`);
  if (request.late) conditions.push(sql`${buildOverdueDaysOfProcessSql(user.zone)} > 0`);
  if (search !== null) {
    const columns = [sql`t.name`, sql`ref_craft_id.name`, sql`a.code`, sql`a.name`, sql`o.code`, sql`o.name`];
    if (hasPermission(user, getReadPermission(entities.workOrder.permission)))
      columns.push(sql`o.purchasing_order`);
    const pattern = makeContainsPattern(search);
    const matchConditions = columns.map((column) => sql`${column} ilike ${pattern}`);
    conditions.push(sql`(${sql.join(matchConditions, sql` or `)})`);
  }
  return sql.join(conditions, sql` and `);
}

/**
 * Builds the sort keys of a request that sorts by a value of the order or by lateness; null if it sorts by a
 * column of the process.
 */
function buildOrderSorting(sort: string, zone: string): SqlFragment | null {
  const isDescending = sort.startsWith('-');
  const name = PROCESS_LIST_ORDER_SORTS.find((key) => key === sort.replace(/^-/, ''));
  if (!name) return null;
  const keys = {
    orderCode: sql`o.code`,
    customerName: sql`c.short_name`,
    dueDate: DUE_DAY_SQL,
    priority: sql`o.priority`,
    overdueDays: buildOverdueDaysOfProcessSql(zone),
  };
  return sql`${keys[name]} ${isDescending ? sql`desc` : sql`asc`} nulls last, o.id, a.id, t.seq, t.id`;
}

/**
 * Reads a page of processes of all orders, with their order, their progress and the reason why they wait. By default,
 * the processes are sorted by due day.
 * @throws fieldsInvalid if a filter, a state or the sort is unknown
 */
export async function listProcesses(
  db: Db,
  user: CurrentUser,
  request: ProcessListRequest,
): Promise<PageAnswer<ListedProcess>> {
  const orderSorting = buildOrderSorting(request.sort ?? 'dueDate', user.zone);
  const { where, orderBy } = await buildListClauses(db, PROCESS_ENTITY, user, {
    filter: parseJsonObject('filter', request.filter),
    search: null,
    sort: orderSorting ? null : request.sort,
  });
  const matchingRowsSql = sql`${buildFromClause(PROCESS_ENTITY)}
      join part a on a.factory_id = t.factory_id and a.id = t.part_id
      join work_order o on o.factory_id = a.factory_id and o.id = a.order_id
      left join customer c on c.factory_id = o.factory_id and c.id = o.customer_id
    where ${where} and ${buildOrderAndTextCondition(user, request)}`;
  const totals = await sql<{ total: number }>`select count(*) as total ${matchingRowsSql}`.execute(db);
  const result = await sql<FoundProcess & { overdueDays: number }>`
    select t.id as process_id, o.id as order_id, c.short_name as customer_name, o.priority, ${DUE_DAY_SQL} as due_date,
      ${buildOverdueDaysOfProcessSql(user.zone)} as overdue_days
    ${matchingRowsSql} order by ${orderSorting ?? orderBy}
    limit ${request.limit} offset ${request.offset}`.execute(db);
  return { rows: await completeProgressRows(db, user, result.rows), total: totals.rows[0]!.total };
}
