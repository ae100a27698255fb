import { sql } from 'kysely';
import type { UnfinishedWork } from '#shared/planning/remaining-work.ts';
import type { Db } from '../db/database.ts';

/** A process of a released order on which work is left, with the estimates and the plan of the process. */
export interface OpenWork extends UnfinishedWork {
  processId: number;
  orderId: number;
  orderCode: string;
  partId: number;
  partCode: string;
  partName: string;
  seq: number;
  name: string;
  /** The planned group, or else that of the planned device; null if there is none. */
  workGroupId: number | null;
  plannedStart: string | null;
  plannedEnd: string | null;
  needBy: string | null;
  /** Whether the process has an appointment. */
  isBooked: boolean;
}

/**
 * Reads the processes that can still be worked on, without suspended processes, external processes
 * and processes of suspended orders.
 */
export async function readOpenWork(db: Db, factoryId: number): Promise<OpenWork[]> {
  const { rows } = await sql<OpenWork>`
    select p.id as process_id, o.id as order_id, o.code as order_code, t.id as part_id, t.code as part_code, t.name as part_name,
      p.seq, coalesce(p.name, c.name) as name, g.id as work_group_id, p.planned_start, p.planned_end, p.need_by, p.appointment_start is not null as is_booked,
      p.preparation_minutes, p.device_minutes, p.man_minutes, p.man_machine_ratio,
      coalesce(p.planned_quantity, 0) as planned_quantity, p.inherited_loss, p.accepted_loss, p.good, p.concession,
      p.outsourced, p.rework_open, p.in_rework,
      p.has_run or p.open_reports > 0 or exists (select 1 from work_report r
        where r.factory_id = p.factory_id and r.process_id = p.id and r.phase = 'preparation'
          and r.reversed_at is null and r.reverses_id is null) as is_started
    from work_order o
      join part t on t.factory_id = o.factory_id and t.order_id = o.id and t.deleted_at is null
      join process p on p.factory_id = t.factory_id and p.part_id = t.id and p.deleted_at is null
      join craft c on c.factory_id = p.factory_id and c.id = p.craft_id
      left join device d on d.factory_id = p.factory_id and d.id = p.device_id
      left join work_group g on g.factory_id = p.factory_id and g.id = coalesce(p.work_group_id, d.work_group_id) and g.deleted_at is null
    where o.factory_id = ${factoryId} and o.deleted_at is null and o.state in ('released', 'inProgress')
      and not p.external and p.state not in ('suspended', 'scrapped')
      and (p.rework_open > 0 or p.in_rework > 0 or p.state not in ('completed', 'specialAcceptance'))
    order by o.code, t.id, p.seq, p.id`.execute(db);
  return rows;
}
