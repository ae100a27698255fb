import { sql } from 'kysely';
import { fail } from '#shared/kernel/errors.ts';
import { calculateLateness, type OrderDates } from '#shared/rules/lateness.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import type { CustomerVisibleOrder, SupplierVisibleProcess } from '#shared/answers/outside.ts';
import type { Db } from '../../db/database.ts';
import { limitOrders, limitProcesses } from '../../hooks/outside-scope.ts';

/** The maximum number of rows in a list. */
const MAX_LISTED_ROWS = 500;

/**
 * Lists a customer's own orders with progress, delivery date and lateness, without data about employees.
 * @throws noPermission if the user does not belong to a customer
 */
export async function listCustomerOrders(
  db: Db,
  user: CurrentUser,
): Promise<{ rows: CustomerVisibleOrder[] }> {
  if (user.kind !== 'customer') throw fail('noPermission');
  const { rows } = await sql<
    Omit<CustomerVisibleOrder, 'late'> & OrderDates
  >`select t.id, t.code, t.name, t.purchasing_order, t.state, t.quantity,
      t.completed_quantity, t.progress, t.due_date, t.promised_date, t.planned_start, t.started_at, t.ended_at
    from work_order t where t.factory_id = ${user.factoryId} and t.deleted_at is null and t.state <> 'draft'
      and ${limitOrders(user)!}
    order by t.state in ('completed', 'closed', 'cancelled'), t.due_date nulls last, t.id desc limit ${MAX_LISTED_ROWS}`.execute(
    db,
  );
  const now = Date.now();
  return {
    rows: rows.map(({ plannedStart, startedAt, endedAt, ...row }) => ({
      ...row,
      late: calculateLateness({ ...row, plannedStart, startedAt, endedAt }, now, user.zone),
    })),
  };
}

/**
 * Lists the processes that are outsourced to the supplier of the user, with part, quantity and
 * date. The list does not name the customer.
 * @throws noPermission if the user does not belong to a supplier
 */
export async function listSupplierProcesses(
  db: Db,
  user: CurrentUser,
): Promise<{ rows: SupplierVisibleProcess[] }> {
  if (user.kind !== 'supplier') throw fail('noPermission');
  const { rows } =
    await sql<SupplierVisibleProcess>`select t.id, p.code as part_code, p.name as part_name, t.name, t.state,
      t.planned_quantity, t.outsourced, t.good, t.planned_end, t.need_by
    from process t join part p on p.factory_id = t.factory_id and p.id = t.part_id and p.deleted_at is null
    join work_order o on o.factory_id = p.factory_id and o.id = p.order_id and o.deleted_at is null
    where t.factory_id = ${user.factoryId} and t.deleted_at is null and o.state not in ('draft', 'cancelled')
      and ${limitProcesses(user)!}
    order by t.state = 'completed', t.need_by nulls last, t.id desc limit ${MAX_LISTED_ROWS}`.execute(db);
  return { rows };
}
