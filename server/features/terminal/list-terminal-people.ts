import { sql } from 'kysely';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import type { TerminalPerson } from '#shared/answers/terminal.ts';
import type { Db } from '../../db/database.ts';

/**
 * Lists the employees whose working status is `onJob` and whose roles let them report. The employees of the user's work
 * group come first. The account of a terminal has the work group of the terminal.
 */
export async function listTerminalPeople(db: Db, user: CurrentUser): Promise<TerminalPerson[]> {
  const result = await sql<TerminalPerson>`
    select e.id as employee_id, e.code, e.name, e.work_group_id, g.name as work_group_name, a.pin_hash is not null as has_pin
    from employee e
    join account a on a.factory_id = e.factory_id and a.employee_id = e.id and a.disabled_at is null
    left join work_group g on g.factory_id = e.factory_id and g.id = e.work_group_id
    where e.factory_id = ${user.factoryId} and e.deleted_at is null and e.working_status = 'onJob'
      and exists (
        select 1 from employee_role_ids h
        join role r on r.factory_id = h.factory_id and r.id = h.target_id and r.deleted_at is null
        join role_permissions p on p.factory_id = r.factory_id and p.owner_id = r.id
        where h.factory_id = e.factory_id and h.owner_id = e.id and p.permission in ('TASK_REPORT', 'TASK_REPORT_TEAM')
      )
    order by (e.work_group_id = ${user.workGroupId}) desc nulls last, e.code`.execute(db);
  return result.rows;
}
