import { sql } from 'kysely';
import type { SimilarException } from '#shared/quality/answers.ts';
import type { Db } from '../../db/database.ts';

const MAX_SIMILAR_EXCEPTIONS = 10;

/**
 * Finds other exceptions with the same defect code, the same operation type or the same drawing number. Exceptions that
 * have more in common come first, then exceptions with a known cause, then newer exceptions.
 */
export async function findSimilarExceptions(
  db: Db,
  factoryId: number,
  exceptionId: number,
): Promise<SimilarException[]> {
  const { rows } = await sql<SimilarException>`
    with own as (
      select x.error_class_id, p.craft_id, t.code as part_code
      from quality_exception x
        join process p on p.factory_id = x.factory_id and p.id = coalesce(x.responsible_process_id, x.process_id)
        join part t on t.factory_id = p.factory_id and t.id = p.part_id
      where x.factory_id = ${factoryId} and x.id = ${exceptionId}
    ), compared as (
      select x.id, x.code, x.state, x.raised_at, x.quantity, e.name as error_class, t.code as part_code,
        coalesce(p.name, c.name) as process_name, x.root_cause, x.preventive_action,
        coalesce(x.error_class_id = own.error_class_id, false) as is_same_error_class,
        p.craft_id = own.craft_id as is_same_craft, t.code = own.part_code as is_same_part
      from own
        join quality_exception x on x.factory_id = ${factoryId} and x.id <> ${exceptionId} and x.deleted_at is null
          and x.state <> 'cancelled'
        join process p on p.factory_id = x.factory_id and p.id = coalesce(x.responsible_process_id, x.process_id)
        join craft c on c.factory_id = p.factory_id and c.id = p.craft_id
        join part t on t.factory_id = p.factory_id and t.id = p.part_id
        left join classification e on e.factory_id = x.factory_id and e.id = x.error_class_id
    )
    select * from compared where is_same_error_class or is_same_craft or is_same_part
    order by is_same_error_class::integer + is_same_craft::integer + is_same_part::integer desc,
      root_cause is not null desc, raised_at desc, id desc
    limit ${MAX_SIMILAR_EXCEPTIONS}`.execute(db);
  return rows;
}
