import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';

/** Counts the living processes of an order that have pieces or running reports. */
export async function countUsedProcesses(db: Db, factoryId: number, orderId: number): Promise<number> {
  const result = await sql<{ count: number }>`select count(*)::integer as count
    from process p join part t on t.factory_id = p.factory_id and t.id = p.part_id
    where p.factory_id = ${factoryId} and t.order_id = ${orderId} and p.deleted_at is null and (p.received + p.excess + p.machinable + p.in_work
      + p.good + p.scrap + p.rework_open + p.inherited_loss > 0 or p.open_reports > 0 or p.has_run
      or p.suspended_at is not null)`.execute(db);
  return result.rows[0]!.count;
}

/** Reads everything about an order and its living processes that a report can change, as text. */
export async function readOrderContent(db: Db, factoryId: number, orderId: number): Promise<string> {
  const result = await sql<{ content: string }>`
    select jsonb_build_object('order', (select jsonb_build_object('quantity', o.quantity, 'state', o.state, 'progress', o.progress,
        'completed', o.completed_quantity, 'started', o.started_at, 'ended', o.ended_at)
      from work_order o where o.factory_id = ${factoryId} and o.id = ${orderId}),
      'parts', (select jsonb_agg(jsonb_build_object('quantity', t.quantity, 'allowance', t.scrap_allowance,
          'warehoused', t.warehoused, 'status', t.warehouse_status,
          'cards', (select sum(c.quantity) from card c where c.factory_id = t.factory_id and c.part_id = t.id
            and c.deleted_at is null and c.state not in ('split', 'combined'))) order by t.id)
        from part t where t.factory_id = ${factoryId} and t.order_id = ${orderId} and t.deleted_at is null),
      'processes', (select jsonb_agg(to_jsonb(p) - 'version' - 'updated_at' - 'updated_by' order by p.id)
        from process p join part t on t.factory_id = p.factory_id and t.id = p.part_id
        where p.factory_id = ${factoryId} and t.order_id = ${orderId} and p.deleted_at is null))::text as content`.execute(
    db,
  );
  return result.rows[0]!.content;
}
