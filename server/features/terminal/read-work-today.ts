import { sql } from 'kysely';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import type { WorkToday } from '#shared/answers/terminal.ts';
import { RATIO_TOTAL_PERCENT } from '#shared/rules/report-limits.ts';
import type { Db } from '../../db/database.ts';
import { buildCalendarDaySql, buildDayPlanSql, PLANNED_QUANTITY_SUM_SQL } from '../../reports/day-plan.ts';

async function readOwnWork(db: Db, user: CurrentUser): Promise<Omit<WorkToday, 'group'>> {
  const { rows } = await sql<Omit<WorkToday, 'group'>>`
    with ${buildCalendarDaySql(user.zone)}
    select coalesce(round(sum(r.good * w.ratio / ${RATIO_TOTAL_PERCENT}), 2), 0) as good,
           coalesce(round(sum(r.scrap * w.ratio / ${RATIO_TOTAL_PERCENT}), 2), 0) as scrap,
           count(*)::integer as reports, coalesce(sum(w.seconds), 0)::integer as seconds
    from work_report r
    join work_report_people w on w.factory_id = r.factory_id and w.owner_id = r.id
    where r.factory_id = ${user.factoryId} and w.employee_id = ${user.employeeId} and r.kind <> 'receive'
      and r.ended_at >= (select opens from day) and r.ended_at < (select closes from day)
      and r.reversed_at is null and r.reverses_id is null`.execute(db);
  return rows[0]!;
}

async function readGroupPlanAndActual(
  db: Db,
  user: CurrentUser,
  workGroupId: number,
): Promise<WorkToday['group']> {
  const { rows } = await sql<NonNullable<WorkToday['group']>>`
    with ${buildCalendarDaySql(user.zone)}, ${buildDayPlanSql(user.factoryId)}, own as (
      select * from counted where work_group_id = ${workGroupId}
    )
    select g.name, (select ${PLANNED_QUANTITY_SUM_SQL} from own) as planned,
           (select coalesce(sum(today), 0) from own) as actual
    from work_group g
    where g.factory_id = ${user.factoryId} and g.id = ${workGroupId} and g.deleted_at is null`.execute(db);
  return rows[0] ?? null;
}

/**
 * Reads the user's own work of today, and the planned and actual quantity of a work group today. For both,
 * today is the calendar day as `day-plan.ts` defines it.
 */
export async function readWorkToday(
  db: Db,
  user: CurrentUser,
  workGroupId: number | null,
): Promise<WorkToday> {
  return {
    ...(await readOwnWork(db, user)),
    group: workGroupId === null ? null : await readGroupPlanAndActual(db, user, workGroupId),
  };
}
