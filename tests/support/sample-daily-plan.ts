import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';

/** Adds the released plan of three days ago with one line, as if it had been released then. */
export async function addPastDailyPlan(db: Db, processId: number): Promise<void> {
  await sql`with planned as (
      insert into daily_plan (factory_id, day, number, released_at, released_by)
      select factory_id, (now() - interval '3 days')::date, 1, now() - interval '4 days', 'test'
      from process where id = ${processId} returning factory_id, id
    )
    insert into daily_plan_line (factory_id, plan_id, position, process_id, quantity, quantity_left, was_started)
    select factory_id, id, 0, ${processId}::bigint, 1, 1, false from planned`.execute(db);
}
