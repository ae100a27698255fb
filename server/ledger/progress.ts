import { sql } from 'kysely';
import {
  isEventAllowed,
  calculateReceivableQuantity,
  calculateTargetQuantity,
  type ProcessEvent,
} from '#shared/ledger/process-state.ts';
import type { ProcessProgress } from '#shared/ledger/process-progress.ts';
import type { Db } from '../db/database.ts';
import { LISTED_PROCESS_COLUMNS } from './named-process-sql.ts';
import { REPORT_ENTRY_REQUEST_SQL } from './report-entry-request.ts';

/** The columns of the ledger of a process `p`. */
export const LEDGER_COLUMNS_SQL = sql`coalesce(p.planned_quantity, 0) as planned_quantity, p.arrived, p.received, p.machinable, p.in_work,
  p.good, p.concession, p.rework_open, p.in_rework, p.scrap, p.hold, p.outsourced, p.excess, p.inherited_loss, p.accepted_loss, p.scrap_allowance,
  p.open_reports, p.has_run, p.suspended_at`;

const EVENTS_OFFERED_ON_SCREENS: readonly ProcessEvent[] = [
  'receive',
  'start',
  'unfinished',
  'finish',
  'rework',
  'suspend',
  'resume',
];

/**
 * Loads the progress of the processes of orders or parts, or of one process. The caller must give at least
 * one filter.
 * @returns the processes, sorted by part and, within a part, by sequence number
 */
export async function loadProcessProgress(
  db: Db,
  factoryId: number,
  filter: {
    orderId?: number | null;
    partId?: number | null;
    processId?: number | null;
    partIds?: readonly number[];
    processIds?: readonly number[];
  },
): Promise<ProcessProgress[]> {
  const result =
    await sql<ProcessProgress>`select ${LISTED_PROCESS_COLUMNS}, o.state as order_state, t.parent_id, t.quantity_per, t.warehoused, p.version,
      c.id as craft_id, c.code as craft_code, c.name as craft_name, c.report_way, c.needs_receive, p.leapfrog, p.external, p.man_machine_ratio, p.preparation_minutes,
      p.planned_start, p.planned_end, p.need_by, p.sync_key,
      p.work_group_id, g.name as work_group_name, p.device_id, d.name as device_name,
      p.state, ${LEDGER_COLUMNS_SQL}, p.suspend_reason, ${REPORT_ENTRY_REQUEST_SQL} as entry_request,
      coalesce((select json_agg(json_build_object('reportId', r.id, 'phase', r.phase,
          'startedAt', to_char(r.started_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
          'started', r.started, 'isRework', r.is_rework, 'deviceId', r.device_id, 'deviceName', rd.name, 'cardId', r.card_id,
          'people', (select coalesce(json_agg(json_build_object('employeeId', e.id, 'name', e.name) order by w.position), '[]'::json)
            from work_report_people w join employee e on e.factory_id = w.factory_id and e.id = w.employee_id
            where w.factory_id = r.factory_id and w.owner_id = r.id)) order by r.id)
        from work_report r left join device rd on rd.factory_id = r.factory_id and rd.id = r.device_id
        where r.factory_id = p.factory_id and r.process_id = p.id and r.ended_at is null and r.reversed_at is null
          and p.open_reports > 0), '[]'::json) as open,
      (select max(coalesce(r.ended_at, r.started_at)) from work_report r
        where r.factory_id = p.factory_id and r.process_id = p.id and r.reversed_at is null and r.reverses_id is null) as last_report_at
    from process p
      join part t on t.factory_id = p.factory_id and t.id = p.part_id
      join work_order o on o.factory_id = t.factory_id and o.id = t.order_id
      join craft c on c.factory_id = p.factory_id and c.id = p.craft_id
      left join work_group g on g.factory_id = p.factory_id and g.id = p.work_group_id
      left join device d on d.factory_id = p.factory_id and d.id = p.device_id
    where p.factory_id = ${factoryId} and p.deleted_at is null and t.deleted_at is null
      ${(filter.orderId ?? null) === null ? sql`` : sql`and t.order_id = ${filter.orderId}`}
      ${(filter.partId ?? null) === null ? sql`` : sql`and p.part_id = ${filter.partId}`}
      ${(filter.processId ?? null) === null ? sql`` : sql`and p.id = ${filter.processId}`}
      ${filter.partIds === undefined ? sql`` : sql`and p.part_id = any(${[...filter.partIds]}::bigint[])`}
      ${filter.processIds === undefined ? sql`` : sql`and p.id = any(${[...filter.processIds]}::bigint[])`}
    order by t.id, p.seq, p.id`.execute(db);
  return result.rows.map((row) => ({
    ...row,
    receivable: calculateReceivableQuantity(row),
    target: calculateTargetQuantity(row),
    allowed: EVENTS_OFFERED_ON_SCREENS.filter((event) => isEventAllowed(row.state, event)),
  }));
}
