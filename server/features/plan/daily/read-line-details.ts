import { sql } from 'kysely';
import type { ListedProcess } from '#shared/ledger/listed-process.ts';
import type { ProcessState } from '#shared/ledger/process-state.ts';
import { makeWaitFinder, type ProcessWait } from '#shared/ledger/waiting.ts';
import type { Db } from '../../../db/database.ts';
import { LISTED_PROCESS_COLUMNS } from '../../../ledger/named-process-sql.ts';
import { loadRoutings } from '../../../ledger/process-waits.ts';

/** The data of a process that the plan of a day shows or that `findMissing` needs. */
export interface LineDetails extends ListedProcess {
  craftId: number;
  workGroupId: number | null;
  workGroupName: string | null;
  deviceId: number | null;
  deviceName: string | null;
  plannedPeople: number | null;
  state: ProcessState;
  dueDate: string | null;
  workers: string[];
  /**
   * The names of the planned materials of the part. Empty if something was issued to the part, if this is not its first
   * process, if work at this process has begun, or if the reports of the part issue the materials.
   */
  materials: string[];
  lacksDrawing: boolean;
  wait: ProcessWait | null;
}

/**
 * Reads the details of processes, by the id of the process. Deleted processes are left out. Materials are issued to a
 * part as a whole, so only its first process can lack them, and only if they are not issued by reports. A factory
 * without any drawing in this system keeps its drawings elsewhere, so no process lacks a drawing.
 */
export async function readLineDetails(
  db: Db,
  factoryId: number,
  processIds: readonly number[],
): Promise<Map<number, LineDetails>> {
  if (processIds.length === 0) return new Map();
  const { rows } = await sql<Omit<LineDetails, 'wait'>>`
    with drawings as (
      select exists (select 1 from part where factory_id = ${factoryId} and deleted_at is null and drawing is not null) as are_kept
    )
    select ${LISTED_PROCESS_COLUMNS}, c.id as craft_id, g.id as work_group_id, g.name as work_group_name,
      d.id as device_id, d.name as device_name, p.planned_people, p.state, coalesce(t.due_date, o.due_date) as due_date,
      coalesce((select json_agg(distinct e.name) from work_report r
        join work_report_people w on w.factory_id = r.factory_id and w.owner_id = r.id
        join employee e on e.factory_id = w.factory_id and e.id = w.employee_id
        where p.open_reports > 0 and r.factory_id = p.factory_id and r.process_id = p.id and r.ended_at is null
          and r.reversed_at is null), '[]') as workers,
      case when p.has_run or p.open_reports > 0
          or exists (select 1 from process q where q.factory_id = p.factory_id and q.part_id = p.part_id
            and q.deleted_at is null and q.seq < p.seq)
          or exists (select 1 from material_issue i where i.factory_id = t.factory_id and i.part_id = t.id)
          or exists (select 1 from process q join craft k on k.factory_id = q.factory_id and k.id = q.craft_id
            where q.factory_id = p.factory_id and q.part_id = p.part_id and q.deleted_at is null
              and k.report_way = 'byMaterialOutBarcode')
        then '[]' else coalesce((select json_agg(m.name order by l.position) from part_materials l
          join material m on m.factory_id = l.factory_id and m.id = l.material_id
          where l.factory_id = t.factory_id and l.owner_id = t.id), '[]') end as materials,
      (select are_kept from drawings) and t.drawing is null and not p.has_run as lacks_drawing
    from process p
      join part t on t.factory_id = p.factory_id and t.id = p.part_id and t.deleted_at is null
      join work_order o on o.factory_id = t.factory_id and o.id = t.order_id and o.deleted_at is null
      join craft c on c.factory_id = p.factory_id and c.id = p.craft_id
      left join device d on d.factory_id = p.factory_id and d.id = p.device_id
      left join work_group g on g.factory_id = p.factory_id and g.id = coalesce(p.work_group_id, d.work_group_id) and g.deleted_at is null
    where p.factory_id = ${factoryId} and p.deleted_at is null and p.id = any(${[...processIds]}::bigint[])`.execute(
    db,
  );
  const partIds = [...new Set(rows.map(({ partId }) => partId))];
  const routing = await loadRoutings(db, factoryId, { partIds });
  const processById = new Map(routing.map((process) => [process.id, process]));
  const findWait = makeWaitFinder(routing);
  return new Map(
    rows.map((row) => {
      const process = processById.get(row.processId);
      return [row.processId, { ...row, wait: process ? findWait(process) : null }];
    }),
  );
}
