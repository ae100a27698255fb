import { sql } from 'kysely';
import { fail } from '#shared/kernel/errors.ts';
import type { Question } from '#shared/rules/custom-answers.ts';
import type { Db } from '../../db/database.ts';

/**
 * What is asked on a record sheet: whoever fills one in need not be allowed to change it.
 * @throws rowNotFound where there is none that is in use
 */
export async function readCustomForm(
  db: Db,
  factoryId: number,
  id: number,
): Promise<{ questions: Question[] }> {
  const { rows } = await sql<Question>`
    select q.question, q.kind, q.required, q.unit, q.options
    from custom_form s left join custom_form_questions q on q.factory_id = s.factory_id and q.owner_id = s.id
    where s.factory_id = ${factoryId} and s.id = ${id} and s.deleted_at is null and s.in_use
    order by q.position`.execute(db);
  if (rows.length === 0) throw fail('rowNotFound');
  return { questions: rows };
}
