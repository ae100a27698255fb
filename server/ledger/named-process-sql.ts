import { sql } from 'kysely';

/** The tables to join to the process `p`: craft `c`, part `t` and work order `o`. */
export const NAMED_PROCESS_TABLES = sql`join craft c on c.factory_id = p.factory_id and c.id = p.craft_id
      join part t on t.factory_id = p.factory_id and t.id = p.part_id
      join work_order o on o.factory_id = t.factory_id and o.id = t.order_id`;

/** The columns of `ListedProcess` of the process `p`. The query must use the aliases of `NAMED_PROCESS_TABLES`. */
export const LISTED_PROCESS_COLUMNS = sql`p.id as process_id, o.id as order_id, o.code as order_code, t.id as part_id,
      t.code as part_code, t.name as part_name, p.seq, coalesce(p.name, c.name) as name`;

/** The name of the process `p` with its part and order. */
export const NAMED_PROCESS_COLUMNS = sql`p.id as process_id, p.seq, coalesce(p.name, c.name) as process_name, t.code as part_code,
      t.name as part_name, o.id as order_id, o.code as order_code`;
