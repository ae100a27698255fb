import { sql } from 'kysely';
import { groupTrends, type ParameterTrend, type TrendRow } from '#shared/reporting/parameter-trend.ts';
import type { Db } from '../../../db/database.ts';

/** The maximum number of reports whose values are shown. */
const MAX_TREND_REPORTS = 200;

/**
 * Reads the values of the production parameters of a process: the values of its own reports, and of reports of earlier
 * orders with the same part and craft. Reversed reports are left out.
 * @returns a trend for each parameter; its name and unit come from the last report
 */
export async function readParameterTrends(
  db: Db,
  factoryId: number,
  processId: number,
): Promise<ParameterTrend[]> {
  const { rows } = await sql<TrendRow>`
    with own as (
      select p.craft_id, t.code from process p
      join part t on t.factory_id = p.factory_id and t.id = p.part_id
      where p.factory_id = ${factoryId} and p.id = ${processId}
    ), measured as (
      select r.id, r.process_id, r.ended_at, o.code as order_code
      from own
      join part t on t.factory_id = ${factoryId} and t.code = own.code and t.deleted_at is null
      join process p on p.factory_id = t.factory_id and p.part_id = t.id and p.craft_id = own.craft_id
      join work_report r on r.factory_id = p.factory_id and r.process_id = p.id
      join work_order o on o.factory_id = t.factory_id and o.id = t.order_id
      where r.ended_at is not null and r.reversed_at is null and r.reverses_id is null
        and exists (select 1 from work_report_parameters v where v.factory_id = r.factory_id and v.owner_id = r.id)
      order by r.ended_at desc, r.id desc limit ${MAX_TREND_REPORTS}
    )
    select v.code, v.name, v.unit, m.process_id, m.order_code, m.ended_at as at, v.value, v.lower_limit,
      v.upper_limit, v.outside_limits,
      array(select e.name from work_report_people w join employee e on e.factory_id = w.factory_id and e.id = w.employee_id
        where w.factory_id = ${factoryId} and w.owner_id = m.id order by w.position) as people
    from measured m
    join work_report_parameters v on v.factory_id = ${factoryId} and v.owner_id = m.id
    order by m.ended_at, m.id, v.position`.execute(db);
  return groupTrends(rows);
}
