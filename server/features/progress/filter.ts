import { sql, type RawBuilder } from 'kysely';
import { makeError } from '#shared/kernel/errors.ts';
import { getReadPermission, hasPermission } from '#shared/kernel/permissions.ts';
import { buildFieldSchema } from '#shared/kernel/validate.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import { entities } from '#shared/entities/index.ts';
import {
  DEFAULT_PROGRESS_ORDER_STATES,
  progressFilters,
  RECENT_REPORT_DAYS,
} from '#shared/answers/progress-query.ts';
import { PROCESS_STATES } from '#shared/ledger/process-state.ts';
import { ORDER_STATES } from '#shared/machines/work-order.ts';
import { makeContainsPattern } from '../../db/like-pattern.ts';
import { buildExpectedLateCondition } from '../../ledger/order-lateness.ts';
import { buildProcessOpenCondition } from '../../ledger/process-conditions.ts';

type SqlFragment = RawBuilder<unknown>;

/**
 * The filters of a progress query. The types of the values are validated, but not the names of the states.
 */
export interface ProgressRequest {
  search: string | null;
  orderId: number[];
  partId: number[];
  craftId: number[];
  employeeId: number[];
  deviceId: number[];
  workGroupId: number[];
  customerId: number[];
  orderGroupId: number[];
  /** The names of process states, separated by commas. `orderState` has the same format. */
  state: string | null;
  orderState: string | null;
  late: boolean;
}

const joinWithAnd = (conditions: readonly SqlFragment[]): SqlFragment =>
  conditions.length > 0 ? sql.join([...conditions], sql` and `) : sql`true`;

/**
 * Returns the states whose names a text lists, separated by commas.
 * @throws fieldsInvalid if a name is not a known state
 */
export function parseStates<T extends string>(
  name: 'state' | 'orderState',
  text: string | null,
  choices: readonly T[],
): T[] {
  const stateNames = (text ?? '').split(',').filter(Boolean);
  const schema = buildFieldSchema({ ...progressFilters[name], required: true });
  for (const stateName of stateNames)
    if (!schema.safeParse(stateName).success)
      throw makeError('fieldsInvalid', {}, { [name]: { reason: 'notAChoice' } });
  return choices.filter((state) => stateNames.includes(state));
}

/**
 * Builds the query for processes that have an open or recent report. Each row has the id of the
 * process, and in `by_id` the id of the device or of one of the people of the report.
 * @param ids the devices or employees; undefined for all
 */
export const buildReportedProcessQuery = (
  factoryId: number,
  resourceKind: 'device' | 'employee',
  ids?: readonly number[],
): SqlFragment =>
  resourceKind === 'device'
    ? sql`select r.process_id, r.device_id as by_id from work_report r
        where r.factory_id = ${factoryId} and r.process_id is not null and r.reversed_at is null and r.reverses_id is null
          and (r.ended_at is null or r.ended_at >= now() - make_interval(days => ${RECENT_REPORT_DAYS}))
          ${ids ? sql`and r.device_id = any(${[...ids]}::bigint[])` : sql`and r.device_id is not null`}`
    : sql`select r.process_id, w.employee_id as by_id from work_report r
        join work_report_people w on w.factory_id = r.factory_id and w.owner_id = r.id
        where r.factory_id = ${factoryId} and r.process_id is not null and r.reversed_at is null and r.reverses_id is null
          and (r.ended_at is null or r.ended_at >= now() - make_interval(days => ${RECENT_REPORT_DAYS}))
          ${ids ? sql`and w.employee_id = any(${[...ids]}::bigint[])` : sql``}`;

/**
 * Builds the SQL condition that an order `o` matches the filters. For users who may read orders, the search text
 * also finds the number of the customer's purchase order.
 */
export function buildOrderCondition(user: CurrentUser, request: ProgressRequest): SqlFragment {
  const { factoryId, zone } = user;
  const conditions = [sql`o.factory_id = ${factoryId}`, sql`o.deleted_at is null`];
  const states = parseStates('orderState', request.orderState, ORDER_STATES);
  // If a request names order states, it finds the orders in these states. Without them, a request with
  // orders, parts or a search text finds orders in every state. Any other request finds the orders in the
  // default states.
  const hasNarrowFilter = request.orderId.length > 0 || request.partId.length > 0 || request.search !== null;
  if (states.length > 0) conditions.push(sql`o.state in (${sql.join(states)})`);
  else if (!hasNarrowFilter)
    conditions.push(sql`o.state in (${sql.join([...DEFAULT_PROGRESS_ORDER_STATES])})`);
  if (request.orderId.length > 0) conditions.push(sql`o.id = any(${request.orderId}::bigint[])`);
  if (request.customerId.length > 0)
    conditions.push(sql`o.customer_id = any(${request.customerId}::bigint[])`);
  if (request.orderGroupId.length > 0)
    conditions.push(sql`o.order_group_id = any(${request.orderGroupId}::bigint[])`);
  if (request.late) conditions.push(buildExpectedLateCondition(zone));
  if (request.search !== null) {
    const pattern = makeContainsPattern(request.search);
    const mayReadOrders = hasPermission(user, getReadPermission(entities.workOrder.permission));
    conditions.push(sql`(o.code ilike ${pattern} or o.name ilike ${pattern}
      ${mayReadOrders ? sql`or o.purchasing_order ilike ${pattern}` : sql``}
      or exists (select 1 from part s where s.factory_id = o.factory_id and s.order_id = o.id and s.deleted_at is null
        and (s.code ilike ${pattern} or s.name ilike ${pattern})))`);
  }
  return joinWithAnd(conditions);
}

/**
 * Builds the SQL condition that a process `p` matches the filters; null if no filter concerns processes.
 * @param isOpenOnly whether finished processes are left out if the request names no process state
 */
export function buildProcessCondition(
  factoryId: number,
  request: ProgressRequest,
  isOpenOnly = false,
): SqlFragment | null {
  const conditions: SqlFragment[] = [];
  const states = parseStates('state', request.state, PROCESS_STATES);
  if (states.length > 0) conditions.push(sql`p.state in (${sql.join(states)})`);
  else if (isOpenOnly) conditions.push(buildProcessOpenCondition('p'));
  if (request.partId.length > 0) conditions.push(sql`p.part_id = any(${request.partId}::bigint[])`);
  if (request.craftId.length > 0) conditions.push(sql`p.craft_id = any(${request.craftId}::bigint[])`);
  if (request.workGroupId.length > 0)
    conditions.push(sql`p.work_group_id = any(${request.workGroupId}::bigint[])`);
  if (request.deviceId.length > 0)
    conditions.push(sql`p.id in (select q.id from process q where q.factory_id = ${factoryId}
        and q.device_id = any(${request.deviceId}::bigint[]) and ${buildProcessOpenCondition('q')}
      union select process_id from (${buildReportedProcessQuery(factoryId, 'device', request.deviceId)}) d)`);
  if (request.employeeId.length > 0)
    conditions.push(
      sql`p.id in (select process_id from (${buildReportedProcessQuery(factoryId, 'employee', request.employeeId)}) e)`,
    );
  return conditions.length > 0 ? joinWithAnd(conditions) : null;
}
