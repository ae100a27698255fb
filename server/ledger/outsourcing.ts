import { sql } from 'kysely';
import { makeError } from '#shared/kernel/errors.ts';
import { deriveOutsourcingState, type OutsourcedQuantities } from '#shared/ledger/outsourcing.ts';
import { findForbiddingState } from '#shared/ledger/may-begin.ts';
import type { OutsourcingState } from '#shared/machines/outsourcing-order.ts';
import { markAsTerm } from '#shared/terms/error-message.ts';
import type { Db } from '../db/database.ts';
import type { Transaction } from '../db/transaction.ts';
import { findRoutingOrder, type Routing, type RoutingProcess } from './routing.ts';

/** A line of an outsourcing order with its quantities. */
export interface OutsourcingLine extends OutsourcedQuantities {
  processId: number;
  /** Whether pieces were ever sent or returned, even if these movements were reversed. */
  hasMovements: boolean;
}

/** Loads the lines of an outsourcing order, in their order. */
export async function loadOutsourcingLines(
  db: Db,
  factoryId: number,
  orderId: number,
): Promise<OutsourcingLine[]> {
  const { rows } = await sql<OutsourcingLine>`
    select i.process_id, i.quantity, coalesce(sum(l.sent), 0) as sent, coalesce(sum(l.returned_good), 0) as returned_good,
      coalesce(sum(l.returned_hold), 0) as returned_hold, coalesce(sum(l.taken_back), 0) as taken_back,
      count(l.movement_id) > 0 as has_movements
    from outsourcing_order_items i
      left join (outsourcing_movement m join outsourcing_movement_line l on l.factory_id = m.factory_id and l.movement_id = m.id)
        on m.factory_id = i.factory_id and m.order_id = i.owner_id and l.process_id = i.process_id
    where i.factory_id = ${factoryId} and i.owner_id = ${orderId}
    group by i.position, i.process_id, i.quantity
    order by i.position`.execute(db);
  return rows;
}

/**
 * Derives the state of an outsourcing order from its quantities, and writes it. The row of the order must be locked.
 * @param isEnded whether a person has ended the order; false opens an ended order again
 * @returns the new state
 */
export async function updateOutsourcingState(
  tx: Transaction,
  orderId: number,
  isEnded = false,
): Promise<OutsourcingState> {
  const lines = await loadOutsourcingLines(tx.db, tx.factoryId, orderId);
  const state = deriveOutsourcingState(lines, isEnded);
  await tx.db
    .updateTable('outsourcingOrder')
    .set({ state, endedAt: state === 'completed' ? tx.now : null })
    .where('factoryId', '=', tx.factoryId)
    .where('id', '=', orderId)
    .execute();
  return state;
}

/**
 * Refuses to send or return pieces if the state of the process or of its work order does not allow it.
 * @throws outsourcingForbidden, outsourcingOrderForbids; both name the process
 */
export function assertOutsourcingAllowed(
  routing: Routing,
  process: RoutingProcess,
  event: 'outsource' | 'return' | 'reverse',
): void {
  const order = findRoutingOrder(routing, process);
  const refusedBy = findForbiddingState(order.state, process.state, event);
  if (refusedBy === null) return;
  const rows = [{ entity: 'process', id: process.id, name: process.name }];
  const { name } = process;
  const eventTerm = markAsTerm(event);
  if (refusedBy === 'order') {
    const state = markAsTerm(order.state);
    throw makeError('outsourcingOrderForbids', { name, state, event: eventTerm }, undefined, rows);
  }
  const state = markAsTerm(process.state);
  throw makeError('outsourcingForbidden', { name, state, event: eventTerm }, undefined, rows);
}

/**
 * An open outsourcing order that already contains a process, or a plan to outsource the process to another
 * supplier.
 */
interface OtherOutsourcing {
  processId: number;
  /** The code of the outsourcing order; null if the process is planned to be outsourced to another supplier. */
  code: string | null;
  orderId: number | null;
  supplier: string;
}

/**
 * Refuses processes that are in another open outsourcing order, and processes that are planned to be outsourced to
 * another supplier. The parts of the processes must be locked.
 * @param allowedOrderId the outsourcing order that may contain the processes; null for a new order
 * @throws processAlreadyExternal
 */
export async function refuseExternalProcesses(
  tx: Transaction,
  processes: readonly RoutingProcess[],
  supplierId: number,
  allowedOrderId: number | null,
): Promise<void> {
  if (processes.length === 0) return;
  const { rows } = await sql<OtherOutsourcing>`
    select i.process_id, o.code, o.id as order_id, s.short_name as supplier
    from outsourcing_order_items i
      join outsourcing_order o on o.factory_id = i.factory_id and o.id = i.owner_id
      join supplier s on s.factory_id = o.factory_id and s.id = o.supplier_id
    where i.factory_id = ${tx.factoryId} and i.process_id = any(${processes.map(({ id }) => id)}::bigint[])
      and o.deleted_at is null and o.state not in ('completed', 'cancelled') and o.id is distinct from ${allowedOrderId}::bigint
    union all
    select p.id, null, null, s.short_name
    from process p join supplier s on s.factory_id = p.factory_id and s.id = p.supplier_id
    where p.factory_id = ${tx.factoryId} and p.id = any(${processes.map(({ id }) => id)}::bigint[])
      and p.external and p.supplier_id <> ${supplierId}
    order by 1, 2 nulls last limit 1`.execute(tx.db);
  const otherOutsourcing = rows[0];
  if (!otherOutsourcing) return;
  const { name } = processes.find(({ id }) => id === otherOutsourcing.processId)!;
  throw makeError(
    'processAlreadyExternal',
    {
      name,
      where:
        otherOutsourcing.code === null
          ? otherOutsourcing.supplier
          : `${otherOutsourcing.code}, ${otherOutsourcing.supplier}`,
    },
    undefined,
    otherOutsourcing.orderId === null
      ? []
      : [{ entity: 'outsourcingOrder', id: otherOutsourcing.orderId, name: otherOutsourcing.code! }],
  );
}

/**
 * Finds the processes that have a run report or a shipment to a supplier. Reversed reports and shipments do not count.
 * @param ignoredIds the reports and shipments that are ignored
 */
export async function findProcessesWithRuns(
  tx: Transaction,
  processIds: readonly number[],
  ignoredIds: { reportIds?: readonly number[]; movementIds?: readonly number[] },
): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select p.id from unnest(${[...processIds]}::bigint[]) as p (id)
    where exists (
      select 1 from work_report r
      where r.factory_id = ${tx.factoryId} and r.process_id = p.id and r.id <> all(${[...(ignoredIds.reportIds ?? [])]}::bigint[])
        and r.phase = 'run' and r.kind <> 'receive' and r.reversed_at is null and r.reverses_id is null
    ) or exists (
      select 1 from outsourcing_movement_line l
        join outsourcing_movement m on m.factory_id = l.factory_id and m.id = l.movement_id
      where l.factory_id = ${tx.factoryId} and l.process_id = p.id and m.id <> all(${[...(ignoredIds.movementIds ?? [])]}::bigint[])
        and m.kind = 'sendPieces' and m.reverses_id is null and not exists (
          select 1 from outsourcing_movement x where x.factory_id = m.factory_id and x.reverses_id = m.id)
    )`.execute(tx.db);
  return new Set(rows.map(({ id }) => id));
}
