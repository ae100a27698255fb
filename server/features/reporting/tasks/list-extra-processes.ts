import { sql } from 'kysely';
import type { ExtraProcessWork } from '#shared/answers/extra-process.ts';
import { hasPermission } from '#shared/kernel/permissions.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import { PROJECT_COST_PERMISSION } from '#shared/planning/project-figures.ts';
import type { Db } from '../../../db/database.ts';

/**
 * Lists the extra processes of a part, the oldest first, with their time and their cost. An extra process
 * whose reports are all reversed is marked.
 */
export async function listExtraProcesses(
  db: Db,
  user: CurrentUser,
  partId: number,
): Promise<ExtraProcessWork[]> {
  const { rows } = await sql<ExtraProcessWork>`
    select x.task_id, c.name as craft_name, x.work_group_id, g.name as work_group_name, x.reason, x.finished_by_id is null as is_open,
      x.deleted_at is not null as is_reversed, x.created_by as added_by,
      sum(n.seconds)::int as seconds,
      coalesce(sum(r.seconds) filter (where r.device_id is not null), 0)::int as device_seconds,
      case when ${hasPermission(user, PROJECT_COST_PERMISSION)}::boolean
          and not bool_or(r.ended_at is not null and (n.cost is null or s.device_cost is null))
        then round(coalesce(sum(n.cost + s.device_cost), 0), 2) end as cost,
      coalesce(json_agg(n.names) filter (where r.id is not null and r.ended_at is null), '[]'::json) as busy_with
    from extra_process x
      join craft c on c.factory_id = x.factory_id and c.id = x.craft_id
      join work_group g on g.factory_id = x.factory_id and g.id = x.work_group_id
      left join work_report r on r.factory_id = x.factory_id and r.task_id = x.task_id
        and r.reversed_at is null and r.reverses_id is null
      left join work_report_snapshot s on s.factory_id = r.factory_id and s.report_id = r.id
      cross join lateral (
        select string_agg(e.name, ', ' order by w.position) as names, coalesce(sum(w.seconds), 0) as seconds,
          case when count(p.labour_cost) = count(*) then sum(p.labour_cost) end as cost
        from work_report_people w
          join employee e on e.factory_id = w.factory_id and e.id = w.employee_id
          left join work_report_person_snapshot p on p.factory_id = w.factory_id and p.report_id = w.owner_id
            and p.position = w.position
        where w.factory_id = r.factory_id and w.owner_id = r.id
      ) n
    where x.factory_id = ${user.factoryId} and x.part_id = ${partId}
    group by x.id, x.task_id, x.work_group_id, c.name, g.name, x.reason, x.finished_by_id, x.deleted_at, x.created_by
    order by x.id`.execute(db);
  return rows;
}
