import { sql, type RawBuilder } from 'kysely';
import type { CurrentUser, PageAnswer } from '#shared/kernel/wire.ts';
import type { Grouping, GroupProgressRow } from '#shared/answers/progress-query.ts';
import type { Db } from '../../db/database.ts';
import { isExpectedLate } from '../../ledger/order-lateness.ts';
import { hasPieces, isOpen } from '../../ledger/process-conditions.ts';
import { orderConditions, processConditions, reportedBy, type ProgressRequest } from './progress-filter.ts';
import type { ProgressPage } from './progress-query.ts';

type Condition = RawBuilder<unknown>;

/** By what the processes in hand are gathered: its table and name, and whose each process is. */
interface Gathering {
  table: string;
  name: string;
  /** Processes are whose they are planned for; or whose this says, several perhaps. */
  key: Condition;
  pairs: Condition | null;
  /** Only what is still to be made. */
  openOnly: boolean;
  only: readonly number[];
}

function gatheringOf(
  by: Exclude<Grouping, 'workOrder'>,
  factoryId: number,
  asked: ProgressRequest,
): Gathering {
  const planned = { pairs: null, openOnly: true, only: [] };
  if (by === 'workGroup') return { table: 'work_group', name: 'name', key: sql`p.work_group_id`, ...planned };
  if (by === 'customer')
    return { table: 'customer', name: 'short_name', key: sql`o.customer_id`, ...planned };
  const reported = { key: sql`b.by_id`, openOnly: false };
  if (by === 'employee') {
    const pairs = sql`select distinct process_id, by_id from (${reportedBy(factoryId, 'employee')}) e`;
    return { table: 'employee', name: 'name', ...reported, pairs, only: asked.employeeId };
  }
  const pairs = sql`select q.id as process_id, q.device_id as by_id from process q
      where q.factory_id = ${factoryId} and q.device_id is not null and ${isOpen('q')}
    union ${reportedBy(factoryId, 'device')}`;
  return { table: 'device', name: 'name', ...reported, pairs, only: asked.deviceId };
}

/**
 * What each group, device, person or customer has in hand. A process belongs to the group and device that it is planned
 * for; to a device or person also where they have reported on it lately.
 */
export async function progressByGroup(
  db: Db,
  { factoryId, zone }: CurrentUser,
  by: Exclude<Grouping, 'workOrder'>,
  asked: ProgressPage,
): Promise<PageAnswer<GroupProgressRow>> {
  const { table, name, key, pairs, openOnly, only } = gatheringOf(by, factoryId, asked);
  const processes = processConditions(factoryId, asked, openOnly);
  const gathered = sql`
    with hand as materialized (
      select o.id, o.factory_id, o.customer_id, ${isExpectedLate(zone)} as late from work_order o
      where ${orderConditions(factoryId, zone, asked)}
    ), figures as (
      select ${key} as id, count(distinct o.id) as orders, count(distinct o.id) filter (where o.late) as late_orders,
        count(*) as processes, count(*) filter (where not (${isOpen('p')})) as done,
        count(*) filter (where p.open_reports > 0) as running,
        count(*) filter (where p.open_reports = 0 and ${isOpen('p')} and p.suspended_at is null
          and ${hasPieces('p')}) as ready
      from hand o
        join part t on t.factory_id = o.factory_id and t.order_id = o.id and t.deleted_at is null
        join process p on p.factory_id = t.factory_id and p.part_id = t.id and p.deleted_at is null
        ${pairs === null ? sql`` : sql`join (${pairs}) b on b.process_id = p.id`}
      where ${processes ?? sql`true`} ${only.length > 0 ? sql`and ${key} = any(${[...only]}::bigint[])` : sql``}
      group by 1
    )`;
  const found = await sql<GroupProgressRow>`${gathered}
    select f.id, g.code, ${sql.ref(`g.${name}`)} as name, f.orders, f.late_orders, f.processes, f.done, f.running, f.ready
    from figures f left join ${sql.table(table)} g on g.factory_id = ${factoryId} and g.id = f.id
    order by g.code nulls last, f.id`.execute(db);
  // There are as many as the factory has groups, devices, people or customers: those of one page are taken here.
  return {
    rows: found.rows.slice(asked.offset, asked.offset + asked.limit),
    total: found.rows.length,
  };
}
