import { sql } from 'kysely';
import type { CurrentUser, PageAnswer } from '#shared/kernel/wire.ts';
import type { ProcessProgressRow } from '#shared/answers/progress-query.ts';
import { entities } from '#shared/entities/index.ts';
import { loadRowsById } from '../../crud/read.ts';
import type { Db } from '../../db/database.ts';
import { DUE_DAY_SQL } from '../../ledger/order-lateness.ts';
import { buildProcessOpenCondition } from '../../ledger/process-conditions.ts';
import { loadProcessesWithWaits } from '../../ledger/process-waits.ts';
import { buildOrderCondition, buildProcessCondition } from './filter.ts';
import type { ProgressPageRequest } from './query.ts';

/** For each grouping, the SQL condition for the processes that belong to no group. */
const MISSING_REFERENCE_CONDITIONS = {
  workGroup: sql`p.work_group_id is null`,
  customer: sql`o.customer_id is null`,
  orderGroup: sql`o.order_group_id is null`,
} as const;

/** A process that a query has found, with the fields of its order that the query has read. */
export interface FoundProcess {
  processId: number;
  orderId: number;
  customerName: string | null;
  dueDate: string | null;
  priority: number;
}

/**
 * Reads the records and the progress of found processes, and finds out what each process waits for. Processes that were
 * deleted meanwhile are left out.
 */
export async function completeProgressRows<F extends FoundProcess>(
  db: Db,
  user: CurrentUser,
  foundRows: readonly F[],
): Promise<(ProcessProgressRow & Omit<F, keyof FoundProcess>)[]> {
  if (foundRows.length === 0) return [];
  const processIds = foundRows.map((row) => row.processId);
  const processes = await loadProcessesWithWaits(db, user.factoryId, { processIds });
  const processesById = new Map(processes.map((process) => [process.processId, process]));
  const recordById = await loadRowsById(db, entities.process, user, processIds);
  return foundRows.flatMap((orderValues) => {
    const process = processesById.get(orderValues.processId);
    const record = recordById.get(orderValues.processId);
    return process && record ? [{ ...process, ...orderValues, record }] : [];
  });
}

/**
 * Reads a page of the processes that match a progress query, and finds out what each process waits for.
 * Processes of a single order are sorted as in the routing. Otherwise running processes come first, then
 * other unfinished ones, then finished ones. Each of these groups is sorted by due date and priority.
 * @param request.openOnly whether finished processes are left out if the request names no process state
 * @param request.without selects only processes that have no work group, customer or order group; null for
 * all processes
 */
export async function readProgressRows(
  db: Db,
  user: CurrentUser,
  request: Omit<ProgressPageRequest, 'sort'> & {
    openOnly: boolean;
    without: 'workGroup' | 'customer' | 'orderGroup' | null;
  },
): Promise<PageAnswer<ProcessProgressRow>> {
  const { factoryId } = user;
  const processCondition = buildProcessCondition(factoryId, request, request.openOnly);
  const leadingSortKeys =
    request.orderId.length === 1
      ? sql``
      : sql`p.open_reports > 0 desc, ${buildProcessOpenCondition('p')} desc, ${DUE_DAY_SQL} nulls last, o.priority, o.id, `;
  const result = await sql<FoundProcess & { total: number }>`
    select p.id as process_id, o.id as order_id, c.short_name as customer_name, o.priority,
      ${DUE_DAY_SQL} as due_date, count(*) over () as total
    from work_order o
      join part t on t.factory_id = o.factory_id and t.order_id = o.id and t.deleted_at is null
      join process p on p.factory_id = t.factory_id and p.part_id = t.id and p.deleted_at is null
      left join customer c on c.factory_id = o.factory_id and c.id = o.customer_id
    where ${buildOrderCondition(user, request)} and ${processCondition ?? sql`true`}
      ${request.without === null ? sql`` : sql`and ${MISSING_REFERENCE_CONDITIONS[request.without]}`}
    order by ${leadingSortKeys} t.id, p.seq, p.id
    limit ${request.limit} offset ${request.offset}`.execute(db);
  const rows = await completeProgressRows(
    db,
    user,
    result.rows.map(({ total: _total, ...row }) => row),
  );
  return { rows, total: result.rows[0]?.total ?? 0 };
}
