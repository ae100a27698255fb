import { sql } from 'kysely';
import type { TaskReport, TaskWork, WaitingExtra } from '#shared/answers/terminal.ts';
import { REPORTABLE_ORDER_STATES } from '#shared/machines/work-order.ts';
import type { Db } from '../../../db/database.ts';

/** The maximum number of listed reports. */
const MAX_LISTED_REPORTS = 200;

/** The maximum number of listed extra processes. */
const MAX_LISTED_EXTRAS = 100;

/**
 * Lists the active tasks, except those of extra processes; the extra processes that nobody works on and
 * that are not finished; and the reports on tasks. Reports are listed if they are open or ended within the
 * last 24 hours, and are not reversed. The open reports come first.
 */
export async function listTaskWork(db: Db, factoryId: number): Promise<TaskWork> {
  const tasks = await sql<TaskWork['tasks'][number]>`select id as task_id, name, paid_work from task k
    where factory_id = ${factoryId} and active and deleted_at is null
      and not exists (select 1 from extra_process x where x.factory_id = k.factory_id and x.task_id = k.id)
    order by code`.execute(db);
  const waitingExtras = await sql<WaitingExtra>`
    select x.task_id, k.name, t.name as part_name, x.work_group_id, g.name as work_group_name, x.reason
    from extra_process x
      join task k on k.factory_id = x.factory_id and k.id = x.task_id
      join work_group g on g.factory_id = x.factory_id and g.id = x.work_group_id
      join part t on t.factory_id = x.factory_id and t.id = x.part_id
      join work_order o on o.factory_id = t.factory_id and o.id = t.order_id
    where x.factory_id = ${factoryId} and x.deleted_at is null and x.finished_by_id is null
      and o.state = any(${[...REPORTABLE_ORDER_STATES]}::text[])
      and not exists (select 1 from work_report r where r.factory_id = x.factory_id and r.task_id = x.task_id and r.ended_at is null)
    order by x.id desc limit ${MAX_LISTED_EXTRAS}`.execute(db);
  const reports = await sql<TaskReport>`
    select r.id as report_id, r.task_id, t.name as task_name, r.started_at, r.ended_at, r.seconds, r.remark, x.reason, coalesce((
        select json_agg(json_build_object('employeeId', e.id, 'name', e.name) order by w.position)
        from work_report_people w join employee e on e.factory_id = w.factory_id and e.id = w.employee_id
        where w.factory_id = r.factory_id and w.owner_id = r.id
      ), '[]'::json) as people
    from work_report r
    join task t on t.factory_id = r.factory_id and t.id = r.task_id
    left join extra_process x on x.factory_id = r.factory_id and x.task_id = r.task_id
    where r.factory_id = ${factoryId} and r.task_id is not null and r.reversed_at is null and r.reverses_id is null
      and (r.ended_at is null or r.ended_at > now() - interval '1 day')
    order by r.ended_at desc nulls first, r.started_at desc, r.id desc
    limit ${MAX_LISTED_REPORTS}`.execute(db);
  return { tasks: tasks.rows, waitingExtras: waitingExtras.rows, reports: reports.rows };
}
