import { sql } from 'kysely';

/**
 * The SQL of the instant at which an order with the alias `o` is ready by the applied plan: when its last open process
 * ends, but never before now. It is null if one of its open processes is not in the plan.
 */
export const PROJECTED_END_SQL = sql<string | null>`(
  select case when bool_and(a.process_id is not null) then greatest(max(a.ends_at), now()) end
  from part n
    join process q on q.factory_id = n.factory_id and q.part_id = n.id and q.deleted_at is null
      and q.state not in ('completed', 'specialAcceptance', 'scrapped')
    left join planned_operation a on a.factory_id = q.factory_id and a.process_id = q.id
  where n.factory_id = o.factory_id and n.order_id = o.id and n.deleted_at is null)`;
