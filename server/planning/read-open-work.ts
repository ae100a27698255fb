import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../db/database.ts';
import { LISTED_PROCESS_COLUMNS } from '../ledger/named-process-sql.ts';
import { SHARE_MADE_SQL } from '../ledger/process-shares.ts';
import { divideWork, type DividedWork } from './divide-work.ts';
import type { OpenWork } from './open-work.ts';

const DAYS_OF_PLACE_SQL = sql`json_build_object('firstDay', a.first_day, 'dayMinutes', a.day_minutes, 'isOver', a.ends_at <= now())`;

/** The days of a process in the applied plan, with the work minutes of each day, as JSON. */
const APPLIED_DAYS_SQL = sql`(select ${DAYS_OF_PLACE_SQL}
        from planned_operation a where a.factory_id = p.factory_id and a.process_id = p.id
          and a.appointment_start is not distinct from date_trunc('minute', p.appointment_start)
        order by a.share_id > 0, a.starts_at, a.share_id limit 1)`;

const buildMinuteSql = (instant: RawBuilder<unknown>) =>
  sql`floor(extract(epoch from ${instant}) / 60)::bigint`;

/** The shares of a split process as JSON with the fields of `WorkShare`; null if the process is not split. */
const SHARES_SQL = sql`(select json_agg(json_build_object('id', s.id, 'deviceId', s.device_id,
          'workGroupId', coalesce(sd.work_group_id, p.work_group_id), 'quantity', s.quantity, 'made', ${SHARE_MADE_SQL},
          'isStarted', exists (select 1 from work_report r where r.factory_id = s.factory_id and r.process_id = s.process_id
            and r.device_id = s.device_id and r.kind <> 'receive' and r.phase in ('preparation', 'run')
            and r.reversed_at is null and r.reverses_id is null),
          'appointmentStart', ${buildMinuteSql(sql`s.appointment_start`)}, 'appointmentEnd', ${buildMinuteSql(sql`s.appointment_end`)},
          'applied', (select ${DAYS_OF_PLACE_SQL} from planned_operation a where a.factory_id = s.factory_id
            and a.process_id = s.process_id and a.share_id = s.id and a.device_id = s.device_id
            and a.appointment_start is not distinct from date_trunc('minute', s.appointment_start))) order by s.position)
        from process_share s join device sd on sd.factory_id = s.factory_id and sd.id = s.device_id
        where s.factory_id = p.factory_id and s.process_id = p.id and s.joined_at is null)`;

/** The columns of `OpenWork`. The query must use the tables of `OPEN_WORK_TABLES_SQL`. */
export const OPEN_WORK_COLUMNS_SQL = sql`${LISTED_PROCESS_COLUMNS}, g.id as work_group_id, p.device_id, p.planned_start, p.planned_end, p.need_by, p.appointment_start is not null as is_booked,
      ${APPLIED_DAYS_SQL} as applied, ${SHARES_SQL} as shares,
      p.preparation_minutes, p.device_minutes, p.man_minutes, p.man_machine_ratio,
      coalesce(p.planned_quantity, 0) as planned_quantity, p.inherited_loss, p.accepted_loss, p.good, p.concession,
      p.outsourced, p.rework_open, p.in_rework,
      p.has_run or p.open_reports > 0 or exists (select 1 from work_report r
        where r.factory_id = p.factory_id and r.process_id = p.id and r.phase = 'preparation'
          and r.reversed_at is null and r.reverses_id is null) as is_started`;

/** The processes of orders, with their craft, planned device and group. */
export const OPEN_WORK_TABLES_SQL = sql`work_order o
      join part t on t.factory_id = o.factory_id and t.order_id = o.id and t.deleted_at is null
      join process p on p.factory_id = t.factory_id and p.part_id = t.id and p.deleted_at is null
      join craft c on c.factory_id = p.factory_id and c.id = p.craft_id
      left join device d on d.factory_id = p.factory_id and d.id = p.device_id
      left join work_group g on g.factory_id = p.factory_id and g.id = coalesce(p.work_group_id, d.work_group_id) and g.deleted_at is null`;

/** The SQL condition for a process on which work is left. */
export const WORK_LEFT_CONDITION_SQL = sql`(p.rework_open > 0 or p.in_rework > 0 or p.state not in ('completed', 'specialAcceptance'))`;

/**
 * Reads the processes that can still be worked on, without suspended processes, external processes and
 * processes of suspended orders.
 * @returns one row for each process or, if the process is split, for each of its unfinished shares
 */
export async function readOpenWork(db: Db, factoryId: number): Promise<DividedWork<OpenWork>[]> {
  const { rows } = await sql<OpenWork>`
    select ${OPEN_WORK_COLUMNS_SQL} from ${OPEN_WORK_TABLES_SQL}
    where o.factory_id = ${factoryId} and o.deleted_at is null and o.state in ('released', 'inProgress')
      and not p.external and p.state not in ('suspended', 'scrapped')
      and ${WORK_LEFT_CONDITION_SQL}
    order by o.code, t.id, p.seq, p.id`.execute(db);
  return rows.flatMap((work) => divideWork(work));
}
