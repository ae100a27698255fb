import { sql, type RawBuilder } from 'kysely';
import { fail } from '#shared/kernel/errors.ts';
import { fieldSchema } from '#shared/kernel/validate.ts';
import { IN_HAND, progressFilters, RECENT_DAYS } from '#shared/answers/progress-query.ts';
import { PROCESS_STATES } from '#shared/ledger/process-state.ts';
import { ORDER_STATES } from '#shared/machines/work-order.ts';
import { likeAnywhere } from '../../db/like-pattern.ts';
import { isExpectedLate } from '../../ledger/order-lateness.ts';
import { isOpen } from '../../ledger/process-conditions.ts';

type Condition = RawBuilder<unknown>;

/** What a progress query is narrowed by; checked for kind, not for meaning. */
export interface ProgressRequest {
  search: string | null;
  orderId: number[];
  partId: number[];
  craftId: number[];
  employeeId: number[];
  deviceId: number[];
  workGroupId: number[];
  customerId: number[];
  /** States with a comma between them. */
  state: string | null;
  orderState: string | null;
  late: boolean;
}

const all = (conditions: readonly Condition[]): Condition =>
  conditions.length > 0 ? sql.join([...conditions], sql` and `) : sql`true`;

/** @throws fieldsInvalid where a word is none of the choices */
function wordsOf<T extends string>(
  name: 'state' | 'orderState',
  text: string | null,
  known: readonly T[],
): T[] {
  const words = (text ?? '').split(',').filter(Boolean);
  const schema = fieldSchema({ ...progressFilters[name], required: true });
  for (const word of words)
    if (!schema.safeParse(word).success)
      throw fail('fieldsInvalid', {}, { [name]: { reason: 'notAChoice' } });
  return known.filter((one) => words.includes(one));
}

/** Processes that one of these has a report on which is open or was not long ago; with the name of who reported. */
export const reportedBy = (
  factoryId: number,
  by: 'device' | 'employee',
  ids?: readonly number[],
): Condition =>
  by === 'device'
    ? sql`select r.process_id, r.device_id as by_id from work_report r
        where r.factory_id = ${factoryId} and r.process_id is not null and r.reversed_at is null and r.reverses_id is null
          and (r.ended_at is null or r.ended_at >= now() - make_interval(days => ${RECENT_DAYS}))
          ${ids ? sql`and r.device_id = any(${[...ids]}::bigint[])` : sql`and r.device_id is not null`}`
    : sql`select r.process_id, w.employee_id as by_id from work_report r
        join work_report_people w on w.factory_id = r.factory_id and w.owner_id = r.id
        where r.factory_id = ${factoryId} and r.process_id is not null and r.reversed_at is null and r.reverses_id is null
          and (r.ended_at is null or r.ended_at >= now() - make_interval(days => ${RECENT_DAYS}))
          ${ids ? sql`and w.employee_id = any(${[...ids]}::bigint[])` : sql``}`;

/** Conditions on an order `o`: which orders are asked about. */
export function orderConditions(factoryId: number, zone: string, asked: ProgressRequest): Condition {
  const conditions = [sql`o.factory_id = ${factoryId}`, sql`o.deleted_at is null`];
  const states = wordsOf('orderState', asked.orderState, ORDER_STATES);
  // Who names an order wants to see it however far it is.
  const named = asked.orderId.length > 0 || asked.partId.length > 0 || asked.search !== null;
  if (states.length > 0) conditions.push(sql`o.state in (${sql.join(states)})`);
  else if (!named) conditions.push(sql`o.state in (${sql.join([...IN_HAND])})`);
  if (asked.orderId.length > 0) conditions.push(sql`o.id = any(${asked.orderId}::bigint[])`);
  if (asked.customerId.length > 0) conditions.push(sql`o.customer_id = any(${asked.customerId}::bigint[])`);
  if (asked.late) conditions.push(isExpectedLate(zone));
  if (asked.search !== null) {
    const text = likeAnywhere(asked.search);
    conditions.push(sql`(o.code ilike ${text} or o.name ilike ${text} or o.purchasing_order ilike ${text}
      or exists (select 1 from part s where s.factory_id = o.factory_id and s.order_id = o.id and s.deleted_at is null
        and (s.code ilike ${text} or s.name ilike ${text})))`);
  }
  return all(conditions);
}

/**
 * Conditions on a process `p`; null where every process is asked about, and orders without any.
 * @param openOnly what is finished is meant only where its state is asked for
 */
export function processConditions(
  factoryId: number,
  asked: ProgressRequest,
  openOnly = false,
): Condition | null {
  const conditions: Condition[] = [];
  const states = wordsOf('state', asked.state, PROCESS_STATES);
  if (states.length > 0) conditions.push(sql`p.state in (${sql.join(states)})`);
  else if (openOnly) conditions.push(isOpen('p'));
  if (asked.partId.length > 0) conditions.push(sql`p.part_id = any(${asked.partId}::bigint[])`);
  if (asked.craftId.length > 0) conditions.push(sql`p.craft_id = any(${asked.craftId}::bigint[])`);
  if (asked.workGroupId.length > 0)
    conditions.push(sql`p.work_group_id = any(${asked.workGroupId}::bigint[])`);
  if (asked.deviceId.length > 0)
    conditions.push(sql`p.id in (select q.id from process q where q.factory_id = ${factoryId}
        and q.device_id = any(${asked.deviceId}::bigint[]) and ${isOpen('q')}
      union select process_id from (${reportedBy(factoryId, 'device', asked.deviceId)}) d)`);
  if (asked.employeeId.length > 0)
    conditions.push(
      sql`p.id in (select process_id from (${reportedBy(factoryId, 'employee', asked.employeeId)}) e)`,
    );
  return conditions.length > 0 ? all(conditions) : null;
}
