import { sql } from 'kysely';
import type { TaskLoad } from '#shared/answers/capacity-load.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import type { Db } from '../db/database.ts';

/**
 * Reads today's work on the tasks whose work counts as load. This work uses hours that people have today. Work in
 * progress counts until now. The work of an extra process counts in the group of the process. All other work counts in
 * the groups of the people who did it. If the group of a person was deleted, the work counts in no group.
 * @param today the work day, in the time zone of the factory
 */
export async function readTaskLoad(
  db: Db,
  { factoryId, zone }: Pick<CurrentUser, 'factoryId' | 'zone'>,
  today: string,
): Promise<TaskLoad[]> {
  const { rows } = await sql<TaskLoad>`/* never prepared */
    with work as (
      select r.task_id, w.employee_id, w.work_group_id, w.seconds
      from people_work(${factoryId}::bigint, ${zone}::text, ${today}::date, ${today}::date) w
        join work_report r on r.factory_id = ${factoryId} and r.id = w.report_id and r.task_id is not null
      union all
      select r.task_id, p.employee_id, e.work_group_id,
        extract(epoch from now() - greatest(r.started_at, ${today}::timestamp at time zone ${zone}))
      from work_report r
        join work_report_people p on p.factory_id = r.factory_id and p.owner_id = r.id
        join employee e on e.factory_id = p.factory_id and e.id = p.employee_id
      where r.factory_id = ${factoryId} and r.task_id is not null and r.ended_at is null and r.reversed_at is null
        and r.started_at < now()
    )
    select k.id as task_id, k.name, x.reason, g.id as work_group_id, count(distinct w.employee_id)::int as people,
      round(sum(w.seconds) / 60)::int as minutes
    from work w
      join task k on k.factory_id = ${factoryId} and k.id = w.task_id and k.counts_as_load
      left join extra_process x on x.factory_id = ${factoryId} and x.task_id = k.id
      left join work_group g on g.factory_id = ${factoryId} and g.id = coalesce(x.work_group_id, w.work_group_id) and g.deleted_at is null
    group by k.id, k.name, x.reason, g.id having round(sum(w.seconds) / 60) > 0 order by k.name, k.id, g.id`.execute(
    db,
  );
  return rows;
}
