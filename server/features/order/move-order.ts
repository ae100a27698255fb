import { makeError } from '#shared/kernel/errors.ts';
import { findNextState } from '#shared/kernel/machine.ts';
import { workOrderStateMachine, type OrderEvent } from '#shared/machines/work-order.ts';
import { markAsTerm } from '#shared/terms/error-message.ts';
import type { TermKey } from '#shared/terms/index.ts';
import type { Work } from '../../db/work.ts';
import { recalculateOrders } from '../../ledger/orders.ts';
import { openPartRoutings, type Routing } from '../../ledger/routing.ts';
import { hasNoPiecesOrReports } from '../../hooks/has-no-reports.ts';

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
 * Moves an order to its next state. It locks the parts and then the order, as reporting does, so that no
 * report is written at the same time.
 * @returns the new state and version of the order
 * @throws rowNotFound, stale, orderState, orderNotReleasable, orderHasReports
 */
export async function changeOrderState(
  work: Work,
  id: number,
  version: number,
  event: PlannerEvent,
): Promise<{ state: string; version: number }> {
  const parts = await work.db
    .selectFrom('part')
    .select('id')
    .where('factoryId', '=', work.factoryId)
    .where('orderId', '=', id)
    .where('deletedAt', 'is', null)
    .execute();
  const routing = await openPartRoutings(
    work,
    parts.map((part) => part.id),
  );
  const order = await work.db
    .selectFrom('workOrder')
    .select(['id', 'state', 'version', 'updatedBy', 'updatedAt'])
    .where('factoryId', '=', work.factoryId)
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!order) throw makeError('rowNotFound');
  if (order.version !== version)
    throw makeError('stale', { by: order.updatedBy, at: order.updatedAt, version: order.version });
  const next = findNextState(workOrderStateMachine, order.state, event);
  if (next === null)
    throw makeError('orderState', {
      state: markAsTerm(order.state),
      event: markAsTerm(PLANNER_EVENT_TERMS[event]),
    });
  refuseInvalidPlannerEvent(event, routing);
  await work.db
    .updateTable('workOrder')
    .set({ state: next, version: version + 1, updatedAt: work.now, updatedBy: work.name })
    .where('factoryId', '=', work.factoryId)
    .where('id', '=', id)
    .execute();
  // An order that is released, resumed or reopened may already have reports, which may move it to a later state.
  await recalculateOrders(work, [id]);
  const updated = await work.db
    .selectFrom('workOrder')
    .select(['state', 'version'])
    .where('factoryId', '=', work.factoryId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  work.log({
    entity: 'workOrder',
    id,
    action: event,
    before: { state: order.state },
    after: { state: updated.state },
  });
  work.announce('progress', 'workOrder', [id]);
  return updated;
}
