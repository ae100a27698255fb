import { sql } from 'kysely';
import type { DueInspection, InspectionOverview, OpenInspection } from '#shared/quality/inspection.ts';
import type { Db } from '../../db/database.ts';
import { NAMED_PROCESS_COLUMNS, NAMED_PROCESS_TABLES } from '../../ledger/named-process-sql.ts';
import { proposeSample, type ApplicablePlan } from './propose-sample.ts';

const MAX_DUE_INSPECTIONS = 200;

type DueInspectionRow = Omit<DueInspection, 'sampleCount' | 'acceptNumber' | 'severity' | 'isDiscontinued'> &
  ApplicablePlan;

/**
 * Lists the inspections that are due.
 * - A first article is due once work at the process has begun.
 * - An inspection in process is due every n reported pieces, or every n minutes of work.
 * - A final inspection is due for reported good pieces, while nobody works at the process.
 * - An incoming inspection is due for pieces that have arrived.
 * - An inspection of returned pieces is due for pieces that a supplier has returned.
 * For the last three kinds, only pieces count that were in no inspected batch yet.
 */
async function listDueRows(db: Db, factoryId: number, processId: number | null): Promise<DueInspectionRow[]> {
  const { rows } = await sql<DueInspectionRow>`
    with planned as (
      select ${NAMED_PROCESS_COLUMNS}, p.craft_id, p.planned_quantity, p.arrived, p.state, p.open_reports,
        coalesce(w.device_id, p.device_id) as device_id, s.id as sip_id, s.name as sip_name, s.code as sip_code, l.position,
        l.inspection_kind, l.every_pieces, l.every_minutes, l.sampling, l.sample_count, l.sample_percent, l.accept_number, l.aql,
        l.inspection_level, l.reduced_approved, w.made, w.made_good, w.first_start, w.open_since, w.last_end,
        coalesce(d.count, 0) as inspected_count, coalesce(d.batch, 0) as inspected_batch, coalesce(d.made, 0) as inspected_made,
        d.last_at, coalesce(d.is_open, false) as is_open
      from sip s
        join sip_inspections l on l.factory_id = s.factory_id and l.owner_id = s.id
        join process p on p.factory_id = s.factory_id and p.craft_id = s.craft_id and p.deleted_at is null
        ${NAMED_PROCESS_TABLES}
        cross join lateral (
          select coalesce(sum(r.good + r.scrap + r.rework), 0) as made, coalesce(sum(r.good), 0) as made_good,
            min(r.started_at) filter (where r.phase = 'run') as first_start, max(r.ended_at) as last_end,
            min(r.started_at) filter (where r.phase = 'run' and r.ended_at is null) as open_since,
            (array_agg(r.device_id order by r.started_at desc) filter (where r.device_id is not null))[1] as device_id
          from work_report r
          where r.factory_id = p.factory_id and r.process_id = p.id and r.reversed_at is null and r.reverses_id is null
            and r.kind in ('start', 'unfinished', 'finish')) w
        left join lateral (
          select count(*) as count, sum(i.batch_quantity) filter (where i.resubmits_id is null) as batch, max(i.made_quantity) as made, max(i.raised_at) as last_at,
            bool_or(i.state = 'inspecting') as is_open
          from inspection i join sip e on e.factory_id = i.factory_id and e.id = i.sip_id
          where i.factory_id = p.factory_id and i.process_id = p.id and i.inspection_kind = l.inspection_kind
            and e.code = s.code and i.state <> 'inspectionCancelled' and i.deleted_at is null) d on true
      where s.factory_id = ${factoryId} and s.state = 'published' and s.deleted_at is null
        and coalesce(s.part_code, t.code) = t.code and t.deleted_at is null and o.deleted_at is null
        and o.state in ('released', 'inProgress') and (${processId}::bigint is null or p.id = ${processId}::bigint)
    ), counted as (
      select n.*, case n.inspection_kind
        when 'firstArticle' then case when n.first_start is not null and n.inspected_count = 0 then 1 else 0 end
        when 'inProcess' then case
          when n.made - n.inspected_made >= n.every_pieces then n.made - n.inspected_made
          when n.open_since is not null
            and now() - greatest(n.open_since, n.last_at) >= make_interval(mins => n.every_minutes)
            then greatest(1, n.made - n.inspected_made)
          else 0 end
        when 'finalInspection' then case when n.open_reports = 0 then n.made_good - n.inspected_batch else 0 end
        when 'incoming' then n.arrived - n.inspected_batch
        when 'returned' then (
          select coalesce(sum(case when e.from_account = 'outsourced' then e.quantity else -e.quantity end), 0)
          from ledger_entry e where e.factory_id = ${factoryId} and e.process_id = n.process_id
            and (e.from_account = 'outsourced' and e.to_account in ('good', 'hold')
              or e.to_account = 'outsourced' and e.from_account in ('good', 'hold'))) - n.inspected_batch
        end as due_quantity
      from planned n where not n.is_open
    )
    select c.process_id, c.seq, c.process_name, c.part_code, c.part_name, c.order_id, c.order_code, c.craft_id, c.planned_quantity,
      c.device_id, v.name as device_name, c.sip_id, c.sip_name, c.sip_code, c.inspection_kind, c.every_pieces, c.every_minutes,
      c.sampling, c.sample_count, c.sample_percent, c.accept_number, c.aql, c.inspection_level, c.reduced_approved,
      least(c.due_quantity, c.planned_quantity) as batch_quantity,
      case c.inspection_kind when 'firstArticle' then c.first_start when 'incoming' then null else c.last_end end as since
    from counted c left join device v on v.factory_id = ${factoryId} and v.id = c.device_id
    where c.due_quantity >= 1 and c.planned_quantity >= 1
    order by case c.inspection_kind when 'firstArticle' then 0 when 'inProcess' then 1 else 2 end, since nulls last,
      c.process_id, c.sip_id, c.position
    limit ${MAX_DUE_INSPECTIONS}`.execute(db);
  return rows;
}

/** Lists the inspections that are not concluded, and the failed first articles that block their process. */
async function listOpenInspections(
  db: Db,
  factoryId: number,
  processId: number | null,
): Promise<OpenInspection[]> {
  const { rows } = await sql<OpenInspection>`
    select i.id, i.code, i.state, i.inspection_kind, i.sample_count, i.bad_count, i.raised_at, e.name as inspector,
      ${NAMED_PROCESS_COLUMNS}
    from inspection i
      join process p on p.factory_id = i.factory_id and p.id = i.process_id
      ${NAMED_PROCESS_TABLES}
      left join employee e on e.factory_id = i.factory_id and e.id = i.inspector_id
    where i.factory_id = ${factoryId} and i.deleted_at is null
      and (i.state = 'inspecting' or i.state = 'inspectionFailed' and i.inspection_kind = 'firstArticle'
        and o.state in ('released', 'inProgress', 'suspended'))
      and (${processId}::bigint is null or i.process_id = ${processId}::bigint)
    order by i.state = 'inspectionFailed' desc, i.raised_at, i.id limit ${MAX_DUE_INSPECTIONS}`.execute(db);
  return rows;
}

/**
 * Lists what is to be inspected, in the whole factory or at one process.
 * @param processId the process; null for all processes of open work orders
 */
export async function listDueInspections(
  db: Db,
  factoryId: number,
  processId: number | null,
): Promise<InspectionOverview> {
  const dueInspections: DueInspection[] = [];
  for (const row of await listDueRows(db, factoryId, processId))
    dueInspections.push({ ...row, ...(await proposeSample(db, factoryId, row, row.batchQuantity)) });
  return { due: dueInspections, open: await listOpenInspections(db, factoryId, processId) };
}
