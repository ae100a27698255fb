import { sql } from 'kysely';
import type { InspectionHistory, PastInspection } from '#shared/quality/inspection.ts';
import { groupTrends, type TrendRow } from '#shared/reporting/parameter-trend.ts';
import type { Db } from '../../db/database.ts';

/**
 * The maximum number of inspections, and the maximum number of values of each characteristic, that are read.
 */
const MAX_INSPECTIONS = 50;
const MAX_VALUES = 200;

/** Reads the last inspections of a part code, and the last measured values of each of its characteristics. */
export async function readInspectionHistory(
  db: Db,
  factoryId: number,
  partCode: string,
): Promise<InspectionHistory> {
  const { rows: inspections } = await sql<PastInspection>`
    select i.id, i.code, i.state, i.inspection_kind, i.batch_quantity, i.sample_count, i.bad_count, i.raised_at,
      o.code as order_code, coalesce(p.name, c.name) as process_name, e.name as inspector
    from inspection i
      join process p on p.factory_id = i.factory_id and p.id = i.process_id
      join craft c on c.factory_id = p.factory_id and c.id = p.craft_id
      join part t on t.factory_id = p.factory_id and t.id = p.part_id
      join work_order o on o.factory_id = t.factory_id and o.id = t.order_id
      left join employee e on e.factory_id = i.factory_id and e.id = i.inspector_id
    where i.factory_id = ${factoryId} and i.part_code = ${partCode} and i.deleted_at is null
    order by i.raised_at desc, i.id desc limit ${MAX_INSPECTIONS}`.execute(db);
  const { rows } = await sql<TrendRow>`
    with recursive named as (
      (select characteristic from inspection_value where factory_id = ${factoryId} and part_code = ${partCode}
        order by characteristic limit 1)
      union all
      select (select v.characteristic from inspection_value v where v.factory_id = ${factoryId} and v.part_code = ${partCode}
        and v.characteristic > n.characteristic order by v.characteristic limit 1)
      from named n where n.characteristic is not null
    )
    select v.characteristic as code, v.characteristic as name, v.unit, v.process_id, o.code as order_code, v.at, v.value,
      v.lower_limit, v.upper_limit, not v.is_ok as outside_limits,
      case when e.name is null then '{}'::text[] else array[e.name] end as people
    from named n
      cross join lateral (
        select m.* from inspection_value m
          join inspection i on i.factory_id = m.factory_id and i.id = m.inspection_id
        where m.factory_id = ${factoryId} and m.part_code = ${partCode} and m.characteristic = n.characteristic
          and m.kind = 'measured' and i.state <> 'inspectionCancelled'
        order by m.at desc limit ${MAX_VALUES}) v
      join process p on p.factory_id = v.factory_id and p.id = v.process_id
      join part t on t.factory_id = p.factory_id and t.id = p.part_id
      join work_order o on o.factory_id = t.factory_id and o.id = t.order_id
      left join employee e on e.factory_id = v.factory_id and e.id = v.employee_id
    where n.characteristic is not null
    order by v.characteristic, v.at, v.inspection_id, v.sample_number`.execute(db);
  return { inspections, trends: groupTrends(rows) };
}
