import { sql } from 'kysely';
import type { ProcessWithWait } from '#shared/answers/progress-query.ts';
import { makeWaitFinder, type RoutedProcess } from '#shared/ledger/waiting.ts';
import type { Db } from '../db/database.ts';
import { LEDGER_COLUMNS_SQL, loadProcessProgress } from './progress.ts';

/** A process of an order, with the fields that determine whether the process waits, and for what. */
export interface OrderProcess extends RoutedProcess {
  orderId: number;
}

/**
 * Loads the processes that `makeWaitFinder` needs. They are the processes of the given orders, or of the
 * given parts and of all parts below these.
 * @returns the processes, sorted by part and, within a part, by sequence number
 */
export async function loadRoutings(
  db: Db,
  factoryId: number,
  filter: { orderIds: readonly number[] } | { partIds: readonly number[] },
): Promise<OrderProcess[]> {
  const condition =
    'orderIds' in filter
      ? sql`t.order_id = any(${[...filter.orderIds]}::bigint[])`
      : sql`t.id in (select id from below)`;
  const givenPartIds = 'partIds' in filter ? [...filter.partIds] : [];
  const { rows } = await sql<OrderProcess>`
    with recursive below as (
      select t.id from part t where t.factory_id = ${factoryId} and t.id = any(${givenPartIds}::bigint[])
      union
      select t.id from below join part t on t.factory_id = ${factoryId} and t.parent_id = below.id and t.deleted_at is null
    )
    select p.id, t.order_id, t.id as part_id, t.name as part_name, t.parent_id, t.quantity_per, t.warehoused, p.seq,
      coalesce(p.name, c.name) as name, c.needs_receive, p.leapfrog, p.state, ${LEDGER_COLUMNS_SQL}
    from part t
      join process p on p.factory_id = t.factory_id and p.part_id = t.id and p.deleted_at is null
      join craft c on c.factory_id = p.factory_id and c.id = p.craft_id
    where t.factory_id = ${factoryId} and t.deleted_at is null and ${condition}
    order by t.id, p.seq, p.id`.execute(db);
  return rows;
}

/**
 * Loads the progress of processes, and finds what each of them waits for.
 * @returns the processes, sorted by part and, within a part, by sequence number
 */
export async function loadProcessesWithWaits(
  db: Db,
  factoryId: number,
  filter: Parameters<typeof loadProcessProgress>[2],
): Promise<ProcessWithWait[]> {
  const partId = filter.partId ?? null;
  const [processes, routingOfPart] = await Promise.all([
    loadProcessProgress(db, factoryId, filter),
    partId === null ? null : loadRoutings(db, factoryId, { partIds: [partId] }),
  ]);
  const partIds = [...new Set(processes.map((process) => process.partId))];
  if (partIds.length === 0) return [];
  const routing = routingOfPart ?? (await loadRoutings(db, factoryId, { partIds }));
  const routedProcesses = new Map(routing.map((process) => [process.id, process]));
  const findWait = makeWaitFinder(routing);
  return processes.map((process) => {
    // A process that is added between the two statements is missing in the routing, so its wait is unknown.
    const routedProcess = routedProcesses.get(process.processId);
    return { ...process, waiting: routedProcess ? findWait(routedProcess) : null };
  });
}
