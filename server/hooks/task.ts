import { sql } from 'kysely';
import type { HooksOf } from './hooks.ts';

/**
 * The list of indirect work does not show the task of an extra process, because this task belongs to a part.
 */
export const taskHooks: HooksOf<'task'> = {
  batchable: true,
  scope: () => sql`not exists (
    select 1 from extra_process x where x.factory_id = t.factory_id and x.task_id = t.id)`,
};
