import { sql } from 'kysely';
import { ref } from '#shared/kernel/fields.ts';
import { PRODUCTION_PERMISSION } from '#shared/kernel/permissions.ts';
import { makeError } from '#shared/kernel/errors.ts';
import type { Question } from '#shared/rules/custom-answers.ts';
import { defineQuery, type Route } from '../../call/route.ts';
import type { Db } from '../../db/database.ts';

/**
 * Reads the questions of a custom form for the users who fill it in.
 * @throws rowNotFound if the form does not exist or is not in use
 */
async function readCustomFormQuestions(
  db: Db,
  factoryId: number,
  id: number,
): Promise<{ questions: Question[] }> {
  const { rows } = await sql<Question>`
    select q.question, q.kind, q.required, q.unit, q.options
    from custom_form s left join custom_form_questions q on q.factory_id = s.factory_id and q.owner_id = s.id
    where s.factory_id = ${factoryId} and s.id = ${id} and s.deleted_at is null and s.in_use
    order by q.position`.execute(db);
  if (rows.length === 0) throw makeError('rowNotFound');
  return { questions: rows };
}

export const customFormRoutes: Route[] = [
  defineQuery({
    path: '/mes/customRecord/sheet',
    permission: PRODUCTION_PERMISSION,
    input: { customFormId: ref('customForm', { required: true }) },
    run: ({ db, user, input }) => readCustomFormQuestions(db, user.factoryId, input.customFormId),
  }),
];
