import { sql } from 'kysely';
import { makeError } from '#shared/kernel/errors.ts';
import type {
  BackwardTrace,
  OriginMaterial,
  OriginMeasurement,
  OriginReport,
  TracedSubject,
} from '#shared/quality/recall.ts';
import type { Db } from '../../db/database.ts';
import { NAMED_PROCESS_TABLES } from '../../ledger/named-process-sql.ts';
import { readBackwardGenealogy } from './read-genealogy.ts';
import {
  buildPiecesSql,
  buildReachedSql,
  makeBackwardSteps,
  type TracedPieces,
} from './reached-parts-sql.ts';

/** The maximum number of reports, materials and measured characteristics in an answer. */
const MAX_ROWS = 2000;

function refuseTooMany(rows: readonly unknown[]): void {
  if (rows.length > MAX_ROWS) throw makeError('traceTooLarge', { max: MAX_ROWS });
}

/**
 * Traces pieces backward: what went into them, who worked on them, on which device, when, and with which measured
 * values. A report without a card counts for all cards of its part.
 * @param subject the code and the name of what is traced, for the answer
 * @throws traceTooLarge if the trace has too many rows
 */
export async function readBackwardTrace(
  db: Db,
  factoryId: number,
  pieces: TracedPieces,
  subject: TracedSubject,
): Promise<BackwardTrace> {
  const start = performance.now();
  const piecesSql = buildPiecesSql(factoryId, pieces);
  const reachedSql = buildReachedSql(factoryId, piecesSql, makeBackwardSteps(factoryId));
  const { rows: reports } = await sql<OriginReport>`${reachedSql},
    worked as (
      select distinct r.id from reached k
        join process p on p.factory_id = ${factoryId} and p.part_id = k.part_id
        join work_report r on r.factory_id = p.factory_id and r.process_id = p.id
      where (k.card_id is null or r.card_id is null or r.card_id = k.card_id)
        and r.kind <> 'receive' and r.reverses_id is null and r.reversed_at is null
      limit ${MAX_ROWS + 1}
    )
    select r.id as report_id, o.code as order_code, t.id as part_id, t.code as part_code, t.name as part_name,
      coalesce(p.name, c.name) as process_name, r.kind, a.code as card_code, d.name as device_name, r.started_at, r.ended_at,
      r.good, r.scrap, r.rework,
      (select coalesce(json_agg(e.name order by w.position), '[]'::json) from work_report_people w
        join employee e on e.factory_id = w.factory_id and e.id = w.employee_id
        where w.factory_id = r.factory_id and w.owner_id = r.id) as people,
      (select coalesce(json_agg(b.barcode order by b.position), '[]'::json) from work_report_barcodes b
        where b.factory_id = r.factory_id and b.owner_id = r.id) as barcodes,
      (select coalesce(json_agg(json_build_object('name', v.name, 'unit', v.unit, 'value', v.value,
          'outsideLimits', v.outside_limits) order by v.position), '[]'::json) from work_report_parameters v
        where v.factory_id = r.factory_id and v.owner_id = r.id) as parameters
    from worked
      join work_report r on r.factory_id = ${factoryId} and r.id = worked.id
      join process p on p.factory_id = r.factory_id and p.id = r.process_id
      ${NAMED_PROCESS_TABLES}
      left join card a on a.factory_id = r.factory_id and a.id = r.card_id
      left join device d on d.factory_id = r.factory_id and d.id = r.device_id
    order by r.started_at, r.id`.execute(db);
  refuseTooMany(reports);
  const { rows: materials } = await sql<OriginMaterial>`${reachedSql}
    select t.id as part_id, t.code as part_code, m.id as material_id, m.code as material_code, m.name as material_name,
      sum(i.quantity) as quantity, min(i.at) as first_at, max(i.at) as last_at
    from material_issue i
      join part t on t.factory_id = i.factory_id and t.id = i.part_id
      join material m on m.factory_id = i.factory_id and m.id = i.material_id
      left join work_report r on r.factory_id = i.factory_id and r.id = i.report_id
    where i.factory_id = ${factoryId} and i.part_id in (select part_id from reached)
      and exists (select 1 from reached k where k.part_id = i.part_id
        and (k.card_id is null or r.card_id is null or r.card_id = k.card_id))
    group by t.id, t.code, m.id, m.code, m.name having sum(i.quantity) > 0
    order by t.code, m.code limit ${MAX_ROWS + 1}`.execute(db);
  refuseTooMany(materials);
  const { rows: measurements } = await sql<OriginMeasurement>`${reachedSql}
    select i.id as inspection_id, i.code as inspection_code, t.code as part_code, coalesce(p.name, c.name) as process_name,
      v.characteristic, v.unit, v.lower_limit, v.upper_limit, json_agg(v.value order by v.sample_number) as values,
      (count(*) filter (where not v.is_ok))::int as bad_count, min(e.name) as inspector, min(v.at) as at
    from inspection_value v
      join inspection i on i.factory_id = v.factory_id and i.id = v.inspection_id and i.state <> 'inspectionCancelled'
      join process p on p.factory_id = v.factory_id and p.id = v.process_id
      ${NAMED_PROCESS_TABLES}
      left join employee e on e.factory_id = v.factory_id and e.id = v.employee_id
    where v.factory_id = ${factoryId} and v.kind = 'measured' and i.deleted_at is null
      and i.process_id in (select q.id from process q
        where q.factory_id = ${factoryId} and q.part_id in (select part_id from reached))
    group by i.id, i.code, t.code, p.name, c.name, v.seq, v.characteristic, v.unit, v.lower_limit, v.upper_limit
    order by min(v.at), i.id, v.seq limit ${MAX_ROWS + 1}`.execute(db);
  refuseTooMany(measurements);
  const genealogy = await readBackwardGenealogy(db, factoryId, pieces, materials);
  const milliseconds = Math.round(performance.now() - start);
  return { subject, reports, materials, measurements, genealogy, milliseconds };
}
