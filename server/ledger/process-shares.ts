import { sql, type RawBuilder } from 'kysely';
import type { QueuedShare } from '#shared/answers/terminal.ts';
import { groupBy } from '#shared/planning/group-by.ts';
import type { Db } from '../db/database.ts';

/**
 * Builds the SQL of the good pieces that a device has reported at a process. The ids of the factory, the
 * process and the device are columns of the table with the alias `row`.
 */
export const buildGoodOfDeviceSql = (row: 's' | 'g'): RawBuilder<number> => {
  const table = sql.table(row);
  return sql`(select coalesce(sum(r.good), 0) from work_report r
    where r.factory_id = ${table}.factory_id and r.process_id = ${table}.process_id and r.device_id = ${table}.device_id
      and r.reversed_at is null and r.reverses_id is null)`;
};

/**
 * The good pieces that the device of a share `s` has reported since a planner created or changed the share.
 */
export const SHARE_MADE_SQL = sql<number>`(${buildGoodOfDeviceSql('s')} - s.good_before)`;

/** Whether a process is split over machines. */
export const buildIsSplitCondition = (process: 'p' | 'process'): RawBuilder<boolean> => {
  const table = sql.table(process);
  return sql`exists (select 1 from process_share h where h.factory_id = ${table}.factory_id
    and h.process_id = ${table}.id and h.joined_at is null)`;
};

/**
 * Whether a row `a` of the applied plan is still valid for its process `p`. It is not valid any more if
 * planners have split or joined the process since, put its share on another machine, or given it another
 * appointment.
 */
export const PLACE_COUNTS_SQL = sql`(case when a.share_id = 0
    then a.appointment_start is not distinct from date_trunc('minute', p.appointment_start)
      and not ${buildIsSplitCondition('p')}
    else exists (select 1 from process_share s where s.factory_id = a.factory_id and s.id = a.share_id
      and s.joined_at is null and s.device_id = a.device_id
      and a.appointment_start is not distinct from date_trunc('minute', s.appointment_start)) end)`;

/** Whether the share of a row `a` of the applied plan is finished; false for a process that is not split. */
export const IS_SHARE_MADE_SQL = sql`(a.share_id > 0 and exists (select 1 from process_share s
  where s.factory_id = a.factory_id and s.id = a.share_id and ${SHARE_MADE_SQL} >= s.quantity))`;

/** Whether the device of a row `a` of the applied plan works on its process now. */
export const IS_DEVICE_WORKING_SQL = sql`exists (select 1 from work_report r where r.factory_id = a.factory_id
  and r.process_id = a.process_id and r.device_id = a.device_id and r.ended_at is null and r.kind <> 'receive'
  and r.reversed_at is null and r.reverses_id is null)`;

/**
 * Whether the work of a row `a` of the applied plan has begun. For a share it must have begun on the device
 * of the row, otherwise at the process `p`.
 */
export const HAS_PLACE_BEGUN_SQL = sql`(p.has_run and (a.share_id = 0 or exists (select 1 from work_report r
  where r.factory_id = a.factory_id and r.process_id = a.process_id and r.device_id = a.device_id and r.phase = 'run'
    and r.kind <> 'receive' and r.reversed_at is null and r.reverses_id is null)))`;

/** Loads the unfinished shares of processes, by the id of the process. */
export async function loadQueuedShares(
  db: Db,
  factoryId: number,
  processIds: readonly number[],
): Promise<Map<number, QueuedShare[]>> {
  const { rows } = await sql<QueuedShare & { processId: number }>`
    select s.process_id, s.device_id, d.name as device_name, greatest(0, s.quantity - ${SHARE_MADE_SQL}) as quantity
    from process_share s join device d on d.factory_id = s.factory_id and d.id = s.device_id
    where s.factory_id = ${factoryId} and s.process_id = any(${[...processIds]}::bigint[]) and s.joined_at is null
    order by s.process_id, s.position`.execute(db);
  const openShares = rows.filter(({ quantity }) => quantity > 0);
  return new Map(
    [...groupBy(openShares, ({ processId }) => processId)].map(([processId, shares]) => [
      processId,
      shares.map(({ processId: _processId, ...share }) => share),
    ]),
  );
}
