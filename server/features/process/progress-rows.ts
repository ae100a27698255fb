import { sql } from 'kysely';
import type { CurrentUser, PageAnswer } from '#shared/kernel/wire.ts';
import type { ProcessProgressRow } from '#shared/answers/progress-query.ts';
import type { Db } from '../../db/database.ts';
import { dueDay } from '../../ledger/order-lateness.ts';
import { isOpen } from '../../ledger/process-conditions.ts';
import { orderConditions, processConditions } from './progress-filter.ts';
import type { ProgressPage } from './progress-query.ts';
import { readRoutings, waitingIn } from './standing.ts';

interface Found {
  processId: number;
  orderId: number;
  customerName: string | null;
  dueDate: string | null;
  priority: number;
  total: number;
}

/**
 * The processes that a progress query is about, each with what it waits for: those of one order in routing order, else
 * what runs first, then by due date and priority.
 * `openOnly`: what is finished is left out where its state is not asked for. `without`: only what belongs to none.
 */
export async function progressRows(
  db: Db,
  { factoryId, zone }: CurrentUser,
  asked: Omit<ProgressPage, 'sort'> & { openOnly: boolean; without: 'workGroup' | 'customer' | null },
): Promise<PageAnswer<ProcessProgressRow>> {
  const processes = processConditions(factoryId, asked, asked.openOnly);
  const first =
    asked.orderId.length === 1
      ? sql``
      : sql`p.open_reports > 0 desc, ${isOpen('p')} desc, ${dueDay} nulls last, o.priority, o.id, `;
  const found = await sql<Found>`
    select p.id as process_id, o.id as order_id, c.short_name as customer_name, o.priority,
      ${dueDay} as due_date, count(*) over () as total
    from work_order o
      join part t on t.factory_id = o.factory_id and t.order_id = o.id and t.deleted_at is null
      join process p on p.factory_id = t.factory_id and p.part_id = t.id and p.deleted_at is null
      left join customer c on c.factory_id = o.factory_id and c.id = o.customer_id
    where ${orderConditions(factoryId, zone, asked)} and ${processes ?? sql`true`}
      ${asked.without === null ? sql`` : asked.without === 'workGroup' ? sql`and p.work_group_id is null` : sql`and o.customer_id is null`}
    order by ${first} t.id, p.seq, p.id
    limit ${asked.limit} offset ${asked.offset}`.execute(db);
  const routings = await readRoutings(db, factoryId, [...new Set(found.rows.map((row) => row.orderId))]);
  const rows = found.rows.flatMap(({ processId, orderId, total: _total, ...about }) => {
    const routing = routings.get(orderId);
    const process = routing?.processes.find((one) => one.processId === processId);
    // Deleted between the two statements: it is gone.
    if (!routing || !process) return [];
    const { id: _id, ...row } = process;
    return [{ ...row, ...about, waiting: waitingIn(routing, process) }];
  });
  return { rows, total: found.rows[0]?.total ?? 0 };
}
