import { sql, type RawBuilder } from 'kysely';

/**
 * The SQL condition that the corrective action `a` covers the defect of the exception `x`. The exception has
 * the error class of the action or a class below it, and its operation type and part code if the action names
 * them. The operation type and the part code of an exception are those of its responsible process. Until this
 * process is determined, they are those of the process that holds the pieces. `DEFECT_TABLES` joins the
 * process as `p`, and its part as `t`.
 */
export const COVERS_DEFECT: RawBuilder<boolean> = sql<boolean>`(
  (a.craft_id is null or a.craft_id = p.craft_id) and (a.part_code is null or a.part_code = t.code)
  and a.error_class_id in (
    with recursive above as (
      select c.id, c.parent_id from classification c where c.factory_id = x.factory_id and c.id = x.error_class_id
      union
      select c.id, c.parent_id from classification c join above on c.factory_id = x.factory_id and c.id = above.parent_id
    ) select id from above))`;

/** The SQL joins of the process `p` and the part `t` of the exception `x`. */
export const DEFECT_TABLES = sql`
  join process p on p.factory_id = x.factory_id and p.id = coalesce(x.responsible_process_id, x.process_id)
  join part t on t.factory_id = p.factory_id and t.id = p.part_id`;
