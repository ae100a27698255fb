import { sql } from 'kysely';
import type { Transaction } from '../db/transaction.ts';

/**
 * The first start and the last end of the reports that a transaction writes for one order. The end is null if none of
 * these reports has ended.
 */
export interface OrderTimeSpan {
  started: string;
  ended: string | null;
}

/**
 * Computes the completed quantity, the progress, the state, the start and the end of orders from their processes. The
 * completed quantity is the number of pieces of the order that can be made from what the last processes of all root
 * parts have delivered. The progress is the earned percentage of the target standard hours of all processes. A process
 * without a standard time gets the average hours of its order. The parts of the orders must be locked.
 * @param spans for each order, the span of the reports that the transaction writes
 */
export async function recalculateOrders(
  tx: Transaction,
  orderIds: readonly number[],
  spans: ReadonlyMap<number, OrderTimeSpan> = new Map(),
): Promise<void> {
  const ids = [...orderIds].sort((a, b) => a - b);
  // The orders are locked before the update. If the update itself waited for a lock, its snapshot would lack
  // the changes that another transaction makes to the order during the wait.
  await sql`/* deferred */ select id from work_order
    where factory_id = ${tx.factoryId} and id = any(${ids}::bigint[]) order by id for no key update`.execute(
    tx.db,
  );
  const spansJson = JSON.stringify([...spans].map(([id, span]) => ({ id, ...span })));
  await sql`/* deferred */ with line as (
      select t.order_id, p.id, p.part_id, p.state, p.good + p.concession as delivered,
        greatest(0, coalesce(p.planned_quantity, 0) - p.inherited_loss - p.accepted_loss) as target,
        coalesce(nullif(p.man_minutes, 0), nullif(p.device_minutes, 0)) as minutes,
        (p.received > 0 or p.has_run or p.open_reports > 0 or p.excess > 0) as begun,
        t.parent_id is null as root, t.quantity as part_quantity,
        not exists (select 1 from process q where q.factory_id = p.factory_id and q.part_id = p.part_id and q.deleted_at is null
          and q.seq > p.seq) as last
      from part t join process p on p.factory_id = t.factory_id and p.part_id = t.id and p.deleted_at is null
      where t.factory_id = ${tx.factoryId} and t.order_id = any(${ids}::bigint[]) and t.deleted_at is null
    ), weighed as (
      select *, coalesce(minutes * target, avg(minutes * target) over (partition by order_id), 1) as hours,
        case when target = 0 then 1 else least(1, delivered / target) end as done
      from line
    ), summed as (
      select o.id, o.quantity,
        coalesce(round(100 * sum(w.hours * w.done) / nullif(sum(w.hours), 0), 4), 0) as progress,
        coalesce(min(round(w.delivered * o.quantity / w.part_quantity, 4)) filter (where w.root and w.last), 0) as completed,
        coalesce(bool_or(w.begun), false) as begun,
        coalesce(bool_and(w.state in ('completed', 'specialAcceptance')) filter (where w.root and w.last), false) as complete
      from work_order o left join weighed w on w.order_id = o.id
      where o.factory_id = ${tx.factoryId} and o.id = any(${ids}::bigint[])
      group by o.id, o.quantity
    )
    update work_order o set progress = s.progress, completed_quantity = s.completed,
      state = case when o.state not in ('released', 'inProgress', 'completed') then o.state
        when s.complete then 'completed' when s.begun then 'inProgress' else 'released' end,
      started_at = case when s.begun or n.started is not null then least(o.started_at, n.started) end,
      ended_at = case when s.complete then coalesce(greatest(o.ended_at, n.ended), now()) end
    from summed s
      left join jsonb_to_recordset(${spansJson}::jsonb) as n (id bigint, started timestamptz, ended timestamptz) on n.id = s.id
    where o.factory_id = ${tx.factoryId} and o.id = s.id`.execute(tx.db);
}
