import { sql } from 'kysely';
import type { PlanNotice } from '#shared/answers/daily-plan.ts';
import { makeError } from '#shared/kernel/errors.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import { getToday } from '../../../db/clock.ts';
import type { Db } from '../../../db/database.ts';
import type { Transaction } from '../../../db/transaction.ts';

/**
 * Selects the work groups of a person: the person's own group, the groups that list the person among their
 * people and, for the head of a department, the groups of the department.
 */
const buildGroupsOfPersonSql = (factoryId: number, employeeId: number) => sql`
  select g.id, g.name from work_group g join employee e on e.factory_id = g.factory_id and e.id = ${employeeId}
  where g.factory_id = ${factoryId} and g.deleted_at is null
    and (g.id = e.work_group_id
      or e.departmental_role = 'head' and g.department_id = e.department_id
      or exists (select 1 from work_group_staff s where s.factory_id = g.factory_id and s.owner_id = g.id
        and s.employee_id = e.id))`;

/**
 * Lists the changes in the released plans of today and later days that concern the groups of the caller and
 * that the caller has not read yet. A withdrawn plan is a change for all groups that had lines in it.
 */
export async function listPlanNotices(db: Db, user: CurrentUser): Promise<PlanNotice[]> {
  const { factoryId, employeeId, zone } = user;
  if (employeeId === null) return [];
  const today = getToday(db, zone);
  const { rows } = await sql<PlanNotice>`
    with mine as (${buildGroupsOfPersonSql(factoryId, employeeId)})
    select d.id as plan_id, d.day, d.number, m.id as work_group_id, m.name as work_group_name, c.added, c.moved, c.dropped,
      false as is_withdrawn, d.released_at as at, d.released_by as by
    from daily_plan d
      join daily_plan_change c on c.factory_id = d.factory_id and c.plan_id = d.id
      join mine m on m.id = c.work_group_id
    where d.factory_id = ${factoryId} and d.day >= ${today}::date and d.withdrawn_at is null
      and not exists (select 1 from daily_plan_reading r
        where r.factory_id = d.factory_id and r.plan_id = d.id and r.employee_id = ${employeeId})
    union all
    select d.id, d.day, d.number, m.id, m.name, 0, 0, count(*)::int, true, d.withdrawn_at, d.withdrawn_by
    from daily_plan d
      join daily_plan_line l on l.factory_id = d.factory_id and l.plan_id = d.id
      join mine m on m.id = l.work_group_id
    where d.factory_id = ${factoryId} and d.day >= ${today}::date and d.withdrawn_at is not null
      and not exists (select 1 from daily_plan n where n.factory_id = d.factory_id and n.day = d.day and n.number > d.number)
      and not exists (select 1 from daily_plan_reading r
        where r.factory_id = d.factory_id and r.plan_id = d.id and r.employee_id = ${employeeId} and r.read_at >= d.withdrawn_at)
    group by d.factory_id, d.id, m.id, m.name
    order by 2, 3, 5`.execute(db);
  return rows;
}

/** Stores that a person has read the notice of a plan. @throws rowNotFound */
export async function markPlanNoticeRead(tx: Transaction, user: CurrentUser, planId: number): Promise<null> {
  const { rows } = await sql`
    insert into daily_plan_reading (factory_id, plan_id, employee_id, read_at)
    select d.factory_id, d.id, e.id, ${tx.now}::timestamptz
    from daily_plan d join employee e on e.factory_id = d.factory_id and e.id = ${user.employeeId}::bigint
    where d.factory_id = ${tx.factoryId} and d.id = ${planId}::bigint
    on conflict (factory_id, plan_id, employee_id) do update set read_at = excluded.read_at
    returning plan_id`.execute(tx.db);
  if (rows.length === 0) throw makeError('rowNotFound');
  return null;
}
