import { sql } from 'kysely';
import type { SupplierVisibleOutsourcing } from '#shared/answers/outside.ts';
import { makeError } from '#shared/kernel/errors.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import type { Db } from '../../db/database.ts';

const MAX_LISTED_ROWS = 500;

/**
 * Lists what was ordered from the supplier of the user, at most MAX_LISTED_ROWS: the processes with the quantities that
 * were sent and came back. Drafts and cancelled orders are left out. The list names no customer and no work order.
 * @throws noPermission if the user does not belong to a supplier
 */
export async function listSupplierOutsourcing(
  db: Db,
  user: CurrentUser,
): Promise<{ rows: SupplierVisibleOutsourcing[] }> {
  if (user.kind !== 'supplier') throw makeError('noPermission');
  const { rows } = await sql<SupplierVisibleOutsourcing>`
    select o.id, o.version, o.code, o.state, i.process_id, coalesce(p.name, c.name) as name, t.code as part_code, t.name as part_name,
      i.quantity, coalesce(m.sent, 0) as sent, coalesce(m.returned_good, 0) as returned_good,
      coalesce(m.returned_hold, 0) as returned_hold, coalesce(m.taken_back, 0) as taken_back,
      o.expected_date, o.confirmed_date, i.remark
    from outsourcing_order o
      join outsourcing_order_items i on i.factory_id = o.factory_id and i.owner_id = o.id
      join process p on p.factory_id = i.factory_id and p.id = i.process_id
      join craft c on c.factory_id = p.factory_id and c.id = p.craft_id
      join part t on t.factory_id = p.factory_id and t.id = p.part_id
      left join lateral (
        select sum(l.sent) as sent, sum(l.returned_good) as returned_good, sum(l.returned_hold) as returned_hold,
          sum(l.taken_back) as taken_back
        from outsourcing_movement m join outsourcing_movement_line l on l.factory_id = m.factory_id and l.movement_id = m.id
        where m.factory_id = o.factory_id and m.order_id = o.id and l.process_id = i.process_id
      ) m on true
    where o.factory_id = ${user.factoryId} and o.supplier_id = ${user.supplierId} and o.deleted_at is null
      and o.state not in ('draft', 'cancelled')
    order by o.state = 'completed', o.expected_date nulls last, o.id desc, i.position
    limit ${MAX_LISTED_ROWS}`.execute(db);
  return { rows };
}
