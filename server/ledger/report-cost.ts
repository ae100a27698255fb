import { sql, type RawBuilder } from 'kysely';

/**
 * Builds the statements `closed`, `people`, `tended` and `labour` of a WITH clause. They compute the labour
 * and machine cost of orders and of their extra processes from the snapshots of closed reports. Reversed
 * reports are left out. If a person works on several machines at once, the time is divided among the
 * reports. The caller must put a statement `costed` before them in the clause. Its column `id` holds the id
 * of the order. Its column `own` is copied to the result.
 */
export const buildReportCostSql = (factoryId: number): RawBuilder<unknown> => sql`closed as materialized (
      select k.report_id, costed.own, k.cost_type_id, k.device_cost, r.started_at,
        r.phase = 'run' and k.wage_calculation_type in ('byPiece', 'byStandardHours') as by_pieces
      from costed
        join part t on t.factory_id = ${factoryId} and t.order_id = costed.id
        cross join lateral (
          select r.id from process p join work_report r on r.factory_id = p.factory_id and r.process_id = p.id
          where p.factory_id = t.factory_id and p.part_id = t.id
          union all
          select r.id from extra_process x join work_report r on r.factory_id = x.factory_id and r.task_id = x.task_id
          where x.factory_id = t.factory_id and x.part_id = t.id
        ) own_report
        join work_report r on r.factory_id = t.factory_id and r.id = own_report.id
        join work_report_snapshot k on k.factory_id = r.factory_id and k.report_id = r.id
      where r.kind <> 'receive' and r.reversed_at is null and r.reverses_id is null and r.deleted_at is null
    ), people as materialized (
      select n.report_id, n.employee_id, n.labour_cost, c.by_pieces
      from closed c join work_report_person_snapshot n on n.factory_id = ${factoryId} and n.report_id = c.report_id
    ), tended as materialized (
      select * from overlap_shares(${factoryId}::bigint, (select min(started_at) from closed),
        (select max(started_at) from closed), (select coalesce(array_agg(distinct employee_id), '{}') from people))
    ), labour as (
      select n.report_id, bool_or(n.labour_cost is null) as unpriced,
        sum(case when n.by_pieces then n.labour_cost else round(n.labour_cost * coalesce(s.part, 1), 4) end) as cost
      from people n left join tended s on s.report_id = n.report_id and s.employee_id = n.employee_id
      group by n.report_id
    )`;
