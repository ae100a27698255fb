import { sql } from 'kysely';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import type { WaitingCorrective } from '#shared/quality/corrective.ts';
import type { Db } from '../../../db/database.ts';
import { buildClassPathSql } from './class-path-sql.ts';

const MAX_WAITING = 100;

/**
 * Lists what waits for the caller in corrective actions. Everybody gets their own open measures. The leader of an
 * action also gets its check if the check is due, and the action itself if it is open without an open measure. What has
 * been overdue for longest comes first.
 */
export async function listWaitingCorrectives(
  db: Db,
  { factoryId, employeeId, zone }: CurrentUser,
): Promise<WaitingCorrective[]> {
  if (employeeId === null) return [];
  const { rows } = await sql<WaitingCorrective>`
    with waiting as (
      select m.corrective_id, 'completeMeasure' as waits_for, m.id as measure_id, m.version as measure_version, m.what, m.due_on
      from corrective_measure m
      where m.factory_id = ${factoryId} and m.owner_id = ${employeeId} and m.state = 'measureOpen' and m.deleted_at is null
      union all
      select a.id, 'judgeEffect', null, null, a.problem, a.check_due_on from corrective_action a
      where a.factory_id = ${factoryId} and a.leader_id = ${employeeId} and a.deleted_at is null
        and a.state = 'correctiveChecking' and a.check_due_on <= (now() at time zone ${zone})::date
      union all
      select a.id, 'planMeasure', null, null, a.problem, null from corrective_action a
      where a.factory_id = ${factoryId} and a.leader_id = ${employeeId} and a.deleted_at is null
        and a.state = 'correctiveOpen' and not exists (select 1 from corrective_measure m
          where m.factory_id = a.factory_id and m.corrective_id = a.id and m.state = 'measureOpen' and m.deleted_at is null)
    )
    select w.*, a.code, a.state, ${buildClassPathSql(sql`a.factory_id`, sql`a.error_class_id`)} as error_class,
      coalesce(w.due_on < (now() at time zone ${zone})::date, false) as is_overdue
    from waiting w join corrective_action a on a.factory_id = ${factoryId} and a.id = w.corrective_id
    where a.state in ('correctiveOpen', 'correctiveChecking')
    order by w.due_on nulls last, a.id, w.measure_id
    limit ${MAX_WAITING}`.execute(db);
  return rows;
}
