import { sql } from 'kysely';
import { GROUP_SCOPE_FIELDS } from '#shared/boards/group-scope.ts';
import { date, moment, number, ref, text } from '#shared/kernel/fields.ts';
import type { Db } from '../db/database.ts';
import { nameCauses } from '../planning/schedule/name-causes.ts';
import { readLateOrders } from '../planning/schedule/read-late-orders.ts';
import { DUE_DAY_SQL } from '../ledger/order-lateness.ts';
import { defineReport } from './define-report.ts';
import { buildOrderCondition, GROUP_SCOPE_ENTITIES, loadGroupScope, type GroupScope } from './group-scope.ts';
import { rowIdColumn } from './row-columns.ts';

interface LateCauseRow {
  /** The id of the order. */
  id: number;
  /** The position of the order in the list, from 1. */
  position: number;
  /** The position of the cause within the order, from 1. */
  causePosition: number;
  orderCode: string;
  name: string;
  customerName: string | null;
  dueDate: string | null;
  /**
   * The end of the order according to the plan. `lateMinutes` is the time from the end of the due day to this
   * end.
   */
  endsAt: string;
  lateMinutes: number;
  /** The kind of the cause: `Cause['kind']` of the engine. */
  cause: string;
  /**
   * The minutes of delay that the cause explains. The minutes of all causes of an order add up to
   * `lateMinutes`.
   */
  causeMinutes: number;
  /** The name of the machine to which the cause belongs; null if the cause belongs to no machine. */
  deviceName: string | null;
  /** The codes of the first orders that precede this order at the machine, separated by ', '. */
  behindOrders: string | null;
  /** The number of all orders that precede this order at the machine. */
  behindCount: number;
  /** When the plan was applied. It is the same in all rows. */
  plannedAt: string;
}

/** The maximum number of orders that a cause names. */
const MAX_NAMED_ORDERS = 3;
const MINUTE_MS = 60_000;

type OrderFacts = Pick<LateCauseRow, 'id' | 'orderCode' | 'name' | 'customerName' | 'dueDate'>;

/**
 * Reads the given orders that are still open and in the scope. If a customer is given, reads only the orders of this
 * customer.
 */
async function readOpenOrders(
  db: Db,
  factoryId: number,
  ids: readonly number[],
  { scope, customerId }: { scope: GroupScope; customerId: number | null },
): Promise<Map<number, OrderFacts>> {
  const { rows } = await sql<OrderFacts>`
    select o.id, o.code as order_code, o.name, c.short_name as customer_name, ${DUE_DAY_SQL} as due_date
    from work_order o
    left join customer c on c.factory_id = o.factory_id and c.id = o.customer_id
    where o.factory_id = ${factoryId} and o.id = any(${[...ids]}::bigint[]) and o.deleted_at is null
      and o.state in ('released', 'inProgress', 'suspended')
      and (${customerId}::bigint is null or o.customer_id = ${customerId}::bigint)
      and ${buildOrderCondition(factoryId, 'o.id', scope)}`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * The open orders that end after their due date according to the applied plan, the longest delay first, with
 * one row for each cause. The delays and the causes are those from the time at which the plan was computed,
 * so that the causes add up to the delays. Without an applied plan, there are no rows.
 */
export const lateOrders = defineReport<LateCauseRow>()({
  name: 'lateOrders',
  path: '/mes/form/lateOrders',
  words: {
    lateMinutes: ['延迟时间', 'Late by', '延遲時間', '遅れ時間'],
    causePosition: ['原因序号', 'Number of the cause', '原因序號', '原因の番号'],
    lateCause: ['原因', 'Cause', '原因', '原因'],
    causeMinutes: ['原因占用时间', 'Time of the cause', '原因佔用時間', '原因別の時間'],
    behindOrders: ['排在前面的工单', 'Orders before it', '排在前面的工單', '先行の指図'],
    behindCount: ['前面工单数', 'Number of orders before it', '前面工單數', '先行指図の件数'],
  },
  parameters: {
    customerId: ref('customer'),
    ...GROUP_SCOPE_FIELDS,
    limit: number({ min: 1, max: 500, decimals: 0, initial: 60, label: 'mostRows' }),
  },
  columns: {
    id: rowIdColumn,
    position: { field: number({ required: true, decimals: 0 }), label: 'queuePosition' },
    orderCode: { field: text({ required: true }), label: 'workOrder' },
    name: { field: text({ required: true }), label: 'name' },
    customerName: { field: text(), label: 'customer' },
    dueDate: { field: date(), label: 'dueDate' },
    endsAt: { field: moment({ required: true }), label: 'projectedEnd' },
    lateMinutes: { field: number({ required: true, unit: 'minutes', decimals: 0 }), label: 'lateMinutes' },
    causePosition: { field: number({ required: true, decimals: 0 }), label: 'causePosition' },
    cause: { field: text({ required: true }), label: 'lateCause', hidden: true },
    causeMinutes: { field: number({ required: true, unit: 'minutes', decimals: 0 }), label: 'causeMinutes' },
    deviceName: { field: text(), label: 'device' },
    behindOrders: { field: text(), label: 'behindOrders' },
    behindCount: { field: number({ required: true, decimals: 0 }), label: 'behindCount' },
    plannedAt: { field: moment({ required: true }), label: 'planAppliedAt' },
  },
  rowKey: ['id', 'causePosition'],
  // When a plan is applied, its processes are announced as changed.
  watches: ['process', 'workOrder', 'customer', ...GROUP_SCOPE_ENTITIES],
  run: async (db, { factoryId }, { customerId, limit, ...otherParams }) => {
    const scope = await loadGroupScope(db, factoryId, otherParams);
    const plan = await readLateOrders(db, factoryId);
    if (!plan || plan.orders.length === 0) return [];
    const facts = await readOpenOrders(
      db,
      factoryId,
      plan.orders.map(({ id }) => id),
      { scope, customerId },
    );
    const shownOrders = plan.orders.filter(({ id }) => facts.has(id)).slice(0, limit);
    const causes = await nameCauses(
      db,
      factoryId,
      shownOrders.flatMap((order) => order.causes),
    );
    let usedCauseCount = 0;
    return shownOrders.flatMap((order, orderIndex) =>
      causes
        .slice(usedCauseCount, (usedCauseCount += order.causes.length))
        .map((cause, causeIndex): LateCauseRow => ({
          ...facts.get(order.id)!,
          position: orderIndex + 1,
          causePosition: causeIndex + 1,
          endsAt: new Date(order.end * MINUTE_MS).toISOString(),
          lateMinutes: order.lateBy,
          cause: cause.kind,
          causeMinutes: cause.minutes,
          deviceName: cause.machineName || null,
          behindOrders: cause.orderCodes.slice(0, MAX_NAMED_ORDERS).join(', ') || null,
          behindCount: cause.orderCodes.length,
          plannedAt: plan.appliedAt,
        })),
    );
  },
});
