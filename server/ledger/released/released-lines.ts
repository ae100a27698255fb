import { sql } from 'kysely';
import type { QueuedLine } from '#shared/planning/daily-plan/released-queue.ts';
import type { Db } from '../../db/database.ts';

/** A released line that terminals follow now. */
export interface ReleasedLine extends QueuedLine {
  position: number;
}

/**
 * Reads the lines of the released plan that is in force at an instant. These are the lines of the day and,
 * while a night shift works, the lines of the day before whose planned end is after midnight. They are in the
 * order of the plan.
 * @param at the instant: ISO 8601
 */
export async function readReleasedLines(
  db: Db,
  factoryId: number,
  { zone, at }: { zone: string; at: string },
): Promise<ReleasedLine[]> {
  const { rows } = await sql<ReleasedLine>`
    with today as (select (${at}::timestamptz at time zone ${zone}::text)::date as day)
    select d.id as plan_id, l.process_id, l.share_id, l.work_group_id, l.device_id, l.position
    from today
      join daily_plan d on d.factory_id = ${factoryId} and d.day between today.day - 1 and today.day
        and d.replaced_at is null and d.withdrawn_at is null
      join daily_plan_line l on l.factory_id = d.factory_id and l.plan_id = d.id
    where d.day = today.day or l.ends_at > ${at}::timestamptz
    order by d.day, l.position`.execute(db);
  return rows;
}
