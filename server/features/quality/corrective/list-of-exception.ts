import { sql } from 'kysely';
import { makeError } from '#shared/kernel/errors.ts';
import type { CorrectiveOfException, CorrectivesOfException } from '#shared/quality/corrective.ts';
import type { Db } from '../../../db/database.ts';
import { COVERS_DEFECT, DEFECT_TABLES } from './defect-scope-sql.ts';

/**
 * Lists the corrective actions of an exception, and the open corrective actions that cover its defect. Also
 * proposes the first values of a new corrective action: the error class, the operation type, the part code
 * and the description of the exception.
 * @throws rowNotFound
 */
export async function listCorrectivesOfException(
  db: Db,
  factoryId: number,
  exceptionId: number,
): Promise<CorrectivesOfException> {
  const proposals = await sql<CorrectivesOfException['proposed']>`
    select x.error_class_id, p.craft_id, t.code as part_code, concat_ws(' ', x.code, x.description) as problem
    from quality_exception x ${DEFECT_TABLES}
    where x.factory_id = ${factoryId} and x.id = ${exceptionId} and x.deleted_at is null`.execute(db);
  const proposed = proposals.rows[0];
  if (!proposed) throw makeError('rowNotFound');
  const { rows } = await sql<CorrectiveOfException>`
    with found as (
      select a.*, exists (select 1 from corrective_action_exception_ids l
        where l.factory_id = a.factory_id and l.owner_id = a.id and l.target_id = x.id) as is_linked
      from quality_exception x ${DEFECT_TABLES}
        join corrective_action a on a.factory_id = x.factory_id and a.deleted_at is null
          and (a.state = 'correctiveOpen' and ${COVERS_DEFECT} or exists (select 1 from corrective_action_exception_ids l
            where l.factory_id = a.factory_id and l.owner_id = a.id and l.target_id = x.id))
      where x.factory_id = ${factoryId} and x.id = ${exceptionId}
    )
    select a.id, a.version, a.code, a.state, a.problem, e.name as leader, a.is_linked,
      array(select l.target_id from corrective_action_exception_ids l
        where l.factory_id = a.factory_id and l.owner_id = a.id order by l.position) as exception_ids,
      (select count(*)::integer from corrective_measure m
        where m.factory_id = a.factory_id and m.corrective_id = a.id and m.deleted_at is null) as measure_count,
      (select count(*)::integer from corrective_measure m where m.factory_id = a.factory_id and m.corrective_id = a.id
        and m.deleted_at is null and m.state = 'measureDone') as done_count
    from found a join employee e on e.factory_id = a.factory_id and e.id = a.leader_id
    order by a.is_linked desc, a.id desc`.execute(db);
  return { rows, proposed };
}
