import { sql } from 'kysely';
import { makeError } from '#shared/kernel/errors.ts';
import { calculateLateness, type OrderLatenessData } from '#shared/rules/lateness.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import type {
  CustomerVisibleOrder,
  CustomerVisibleRouting,
  SupplierVisibleProcess,
} from '#shared/answers/outside.ts';
import type { Db } from '../../db/database.ts';
import { buildOrderScope, buildProcessScope } from '../../hooks/outside-scope.ts';

const MAX_LISTED_ROWS = 500;

type OrderRow = Omit<CustomerVisibleOrder, 'late'> & OrderLatenessData;

/** Selects the orders that the signed-in customer may see. */
const buildVisibleOrdersQuery = (user: CurrentUser) => sql`
  select t.id, t.code, t.name, t.purchasing_order, t.state, t.quantity,
    t.completed_quantity, t.progress, t.due_date, t.promised_date, t.planned_start, t.started_at, t.ended_at,
    t.projected_end
  from work_order t where t.factory_id = ${user.factoryId} and t.deleted_at is null and t.state <> 'draft'
    and ${buildOrderScope(user)!}`;

/** Adds the lateness to an order, and removes the dates that the customer does not see. */
const toVisibleOrder = (
  { plannedStart, startedAt, endedAt, projectedEnd, ...row }: OrderRow,
  zone: string,
): CustomerVisibleOrder => ({
  ...row,
  late: calculateLateness({ ...row, plannedStart, startedAt, endedAt, projectedEnd }, Date.now(), zone),
});

/**
 * Lists a customer's own orders, at most MAX_LISTED_ROWS, with progress, delivery date and lateness. Drafts
 * and data about employees are left out.
 * @throws noPermission if the user does not belong to a customer
 */
export async function listCustomerOrders(
  db: Db,
  user: CurrentUser,
): Promise<{ rows: CustomerVisibleOrder[] }> {
  if (user.kind !== 'customer') throw makeError('noPermission');
  const { rows } = await sql<OrderRow>`${buildVisibleOrdersQuery(user)}
    order by t.state in ('completed', 'closed', 'cancelled'), t.due_date nulls last, t.id desc limit ${MAX_LISTED_ROWS}`.execute(
    db,
  );
  return { rows: rows.map((row) => toVisibleOrder(row, user.zone)) };
}

/**
 * Loads one of a customer's own orders with its parts and their processes, without data about employees.
 * @throws noPermission if the user does not belong to a customer; rowNotFound, also for drafts and for orders
 * of other customers
 */
export async function loadCustomerOrder(
  db: Db,
  user: CurrentUser,
  id: number,
): Promise<CustomerVisibleRouting> {
  if (user.kind !== 'customer') throw makeError('noPermission');
  const result = await sql<OrderRow>`${buildVisibleOrdersQuery(user)} and t.id = ${id}`.execute(db);
  const order = result.rows[0];
  if (!order) throw makeError('rowNotFound');
  const parts = await sql<CustomerVisibleRouting['parts'][number]>`
    select part.id, part.code, part.name, part.quantity, coalesce((
      select json_agg(json_build_object('id', p.id, 'seq', p.seq, 'name', coalesce(p.name, c.name), 'state', p.state,
        'plannedQuantity', coalesce(p.planned_quantity, part.quantity), 'good', p.good + p.concession,
        'plannedEnd', p.planned_end) order by p.seq, p.id)
      from process p join craft c on c.factory_id = p.factory_id and c.id = p.craft_id
      where p.factory_id = part.factory_id and p.part_id = part.id and p.deleted_at is null), '[]') as processes
    from part where part.factory_id = ${user.factoryId} and part.order_id = ${id} and part.deleted_at is null
    order by part.parent_id nulls first, part.id`.execute(db);
  return { ...toVisibleOrder(order, user.zone), parts: parts.rows };
}

/**
 * Lists the processes that are outsourced to the supplier of the user, at most MAX_LISTED_ROWS, with part,
 * quantity and date. Processes of draft and cancelled orders are left out. The list does not name the
 * customer.
 * @throws noPermission if the user does not belong to a supplier
 */
export async function listSupplierProcesses(
  db: Db,
  user: CurrentUser,
): Promise<{ rows: SupplierVisibleProcess[] }> {
  if (user.kind !== 'supplier') throw makeError('noPermission');
  const { rows } =
    await sql<SupplierVisibleProcess>`select t.id, p.code as part_code, p.name as part_name, t.name, t.state,
      t.planned_quantity, t.outsourced, t.good, t.planned_end, t.need_by
    from process t join part p on p.factory_id = t.factory_id and p.id = t.part_id and p.deleted_at is null
    join work_order o on o.factory_id = p.factory_id and o.id = p.order_id and o.deleted_at is null
    where t.factory_id = ${user.factoryId} and t.deleted_at is null and o.state not in ('draft', 'cancelled')
      and ${buildProcessScope(user)!}
    order by t.state = 'completed', t.need_by nulls last, t.id desc limit ${MAX_LISTED_ROWS}`.execute(db);
  return { rows };
}
