import { sql, type RawBuilder } from 'kysely';
import { makeError } from '#shared/kernel/errors.ts';
import type { CurrentUser, PageAnswer } from '#shared/kernel/wire.ts';
import {
  DEFAULT_PROGRESS_ORDER_STATES,
  PROGRESS_SORT_FIELDS,
  type CurrentProcess,
  type OrderProgressRow,
} from '#shared/answers/progress-query.ts';
import { groupBy } from '#shared/planning/group-by.ts';
import type { Db } from '../../db/database.ts';
import { DUE_DAY_SQL, buildExpectedDelayDaysSql } from '../../ledger/order-lateness.ts';
import { loadRoutings } from '../../ledger/process-waits.ts';
import { loadProcessProgress } from '../../ledger/progress.ts';
import { PROJECTED_END_SQL } from '../../planning/projected-end.ts';
import { buildOrderCondition, buildProcessCondition, type ProgressRequest } from './filter.ts';
import { summarizeRouting, type StandingProcess } from './order-routing.ts';

/** A request for one page of a progress query. */
export interface ProgressPageRequest extends ProgressRequest {
  sort: string | null;
  offset: number;
  limit: number;
}

/**
 * The maximum number of current processes that are listed per order. The field `standing` counts all of them.
 */
const MAX_LISTED_PROCESSES = 3;

/**
 * Builds the ORDER BY terms of a requested sort, such as `-dueDate` for descending due dates.
 * @throws fieldsInvalid if the sort is unknown
 */
function buildProgressSorting(sort: string | null, zone: string): RawBuilder<unknown> {
  const isDescending = sort?.startsWith('-') ?? false;
  const name = PROGRESS_SORT_FIELDS.find(
    (sortField) => sortField === (isDescending ? sort!.slice(1) : (sort ?? 'dueDate')),
  );
  if (!name) throw makeError('fieldsInvalid', {}, { sort: { reason: 'notAChoice' } });
  const keys = {
    dueDate: DUE_DAY_SQL,
    late: buildExpectedDelayDaysSql(zone),
    code: sql`o.code`,
    priority: sql`o.priority`,
    progress: sql`o.progress`,
    plannedStart: sql`o.planned_start`,
  };
  const direction = isDescending ? sql`desc` : sql`asc`;
  return sql`${keys[name]} ${direction} nulls last, o.id ${direction}`;
}

/**
 * Loads the fields of the current processes that the query shows.
 * @returns the fields by the id of the process
 */
async function loadCurrentProcesses(
  db: Db,
  factoryId: number,
  standingProcesses: readonly StandingProcess[],
): Promise<Map<number, CurrentProcess>> {
  if (standingProcesses.length === 0) return new Map();
  const waitByProcess = new Map(standingProcesses.map(({ id, waiting }) => [id, waiting]));
  const processes = await loadProcessProgress(db, factoryId, { processIds: [...waitByProcess.keys()] });
  return new Map(
    processes.map(({ processId, seq, name, partId, partName, state, workGroupName, open }) => [
      processId,
      {
        ...{ processId, seq, name, partId, partName, state, workGroupName, open },
        waiting: waitByProcess.get(processId) ?? null,
      },
    ]),
  );
}

/**
 * Reads a page of the orders that match a progress query. Orders that are released, in progress or suspended
 * come first. Only these are read if the request names no order states, orders, parts or search text.
 */
export async function readProgressByOrder(
  db: Db,
  user: CurrentUser,
  request: ProgressPageRequest,
): Promise<PageAnswer<OrderProgressRow>> {
  const { factoryId, zone } = user;
  const processCondition = buildProcessCondition(factoryId, request);
  const orderCondition = sql`${buildOrderCondition(user, request)}
    ${
      processCondition === null
        ? sql``
        : sql`and o.id in (select t.order_id from process p join part t on t.factory_id = p.factory_id and t.id = p.part_id
            where p.factory_id = ${factoryId} and p.deleted_at is null and t.deleted_at is null and ${processCondition})`
    }`;
  const totals = await sql<{
    total: number;
  }>`select count(*) as total from work_order o where ${orderCondition}`.execute(db);
  const result = await sql<
    Omit<OrderProgressRow, 'processes' | 'done' | 'running' | 'currentProcesses' | 'standing'>
  >`
    select o.id, o.code, o.name, c.short_name as customer_name, o.state, o.priority, o.quantity, o.completed_quantity,
      o.progress, o.planned_start, o.due_date, o.promised_date, o.started_at, o.ended_at,
      ${PROJECTED_END_SQL} as projected_end,
      (select count(*) from part n where n.factory_id = o.factory_id and n.order_id = o.id and n.deleted_at is null) as parts
    from work_order o
      left join customer c on c.factory_id = o.factory_id and c.id = o.customer_id
    where ${orderCondition}
    order by (o.state in (${sql.join([...DEFAULT_PROGRESS_ORDER_STATES])})) desc, ${buildProgressSorting(request.sort, zone)}
    limit ${request.limit} offset ${request.offset}`.execute(db);
  const orderIds = result.rows.map((row) => row.id);
  const processesByOrder = groupBy(
    orderIds.length > 0 ? await loadRoutings(db, factoryId, { orderIds }) : [],
    ({ orderId }) => orderId,
  );
  const summaries = result.rows.map((row) => summarizeRouting(row.state, processesByOrder.get(row.id) ?? []));
  const listedProcesses = summaries.map(({ standingProcesses }) =>
    standingProcesses.slice(0, MAX_LISTED_PROCESSES),
  );
  const currentProcesses = await loadCurrentProcesses(db, factoryId, listedProcesses.flat());
  return {
    rows: result.rows.map((row, index) => {
      const { standingProcesses, ...counts } = summaries[index]!;
      return {
        ...row,
        ...counts,
        currentProcesses: listedProcesses[index]!.flatMap(({ id }) => currentProcesses.get(id) ?? []),
        standing: standingProcesses.length,
      };
    }),
    total: totals.rows[0]!.total,
  };
}
