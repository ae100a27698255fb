import { makeError } from '#shared/kernel/errors.ts';
import { findNextState } from '#shared/kernel/machine.ts';
import { workOrderStateMachine, type OrderEvent } from '#shared/machines/work-order.ts';
import { markAsTerm } from '#shared/terms/error-message.ts';
import type { TermKey } from '#shared/terms/index.ts';
import type { Transaction } from '../../db/transaction.ts';
import { recalculateOrders } from '../../ledger/orders.ts';
import type { Routing } from '../../ledger/routing.ts';
import { hasNoPiecesOrReports } from '../../hooks/has-no-reports.ts';
import { lockOrders } from './lock-order.ts';

/** The events that a planner can trigger, each with the term that names it in error messages. */
const PLANNER_EVENT_TERMS = {
  release: 'release',
  suspend: 'suspend',
  resume: 'resume',
  close: 'closeOrder',
  reopen: 'reopen',
  cancel: 'cancelOrder',
} as const satisfies Partial<Record<OrderEvent, TermKey>>;
export type PlannerEvent = keyof typeof PLANNER_EVENT_TERMS;

function refuseInvalidPlannerEvent(event: PlannerEvent, routing: Routing): void {
  if (event === 'release' && routing.processes.length === 0) throw makeError('orderNotReleasable');
  if (event === 'cancel' && !routing.processes.every(hasNoPiecesOrReports))
    throw makeError('orderHasReports');
}

/**
 * Moves an order to its next state. It locks the parts and then the order, so that no report is written at the same
 * time.
 * @returns the new state and version of the order
 * @throws rowNotFound, stale, orderState, orderNotReleasable, orderHasReports
 */
export async function changeOrderState(
  tx: Transaction,
  id: number,
  version: number,
  event: PlannerEvent,
): Promise<{ state: string; version: number }> {
  const { orders, routing } = await lockOrders(tx, new Map([[id, version]]));
  const order = orders[0]!;
  const next = findNextState(workOrderStateMachine, order.state, event);
  if (next === null)
    throw makeError('orderState', {
      state: markAsTerm(order.state),
      event: markAsTerm(PLANNER_EVENT_TERMS[event]),
    });
  refuseInvalidPlannerEvent(event, routing);
  await tx.db
    .updateTable('workOrder')
    .set({ state: next, version: version + 1, updatedAt: tx.now, updatedBy: tx.name })
    .where('factoryId', '=', tx.factoryId)
    .where('id', '=', id)
    .execute();
  // An order that is released, resumed or reopened may already have reports, which may move it to a later state.
  await recalculateOrders(tx, [id]);
  const updatedOrder = await tx.db
    .selectFrom('workOrder')
    .select(['state', 'version'])
    .where('factoryId', '=', tx.factoryId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  tx.log({
    entity: 'workOrder',
    id,
    action: event,
    before: { state: order.state },
    after: { state: updatedOrder.state },
  });
  tx.announce('progress', 'workOrder', [id]);
  return updatedOrder;
}
