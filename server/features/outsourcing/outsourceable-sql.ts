import { sql } from 'kysely';

/** The tables to join to the process `p`: part `t`, work order `o` and craft `c`. */
export const OUTSOURCEABLE_TABLES = sql`join part t on t.factory_id = p.factory_id and t.id = p.part_id
      join work_order o on o.factory_id = t.factory_id and o.id = t.order_id
      join craft c on c.factory_id = p.factory_id and c.id = p.craft_id`;

/** The columns of `OutsourceableProcess`. `sendable` is the number of pieces that could be started now. */
export const OUTSOURCEABLE_COLUMNS = sql`p.id as process_id, p.seq, coalesce(p.name, c.name) as name, t.code as part_code, t.name as part_name,
      o.id as order_id, o.code as order_code, p.state, coalesce(p.planned_quantity, 0) as planned_quantity,
      p.machinable + case when c.needs_receive then 0 else greatest(0, p.arrived - p.received) end as sendable`;
