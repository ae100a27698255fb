import { fail } from '#shared/kernel/errors.ts';
import { nextState } from '#shared/kernel/machine.ts';
import { workOrderMachine, type OrderEvent } from '#shared/machines/work-order.ts';
import { termParam } from '#shared/terms/error-message.ts';
import type { TermKey } from '#shared/terms/index.ts';
import type { Work } from '../../db/work.ts';
import { refreshOrders } from '../../ledger/orders.ts';
import { openParts, type Routing } from '../../ledger/routing.ts';
import { hasNoReports } from '../../hooks/has-no-reports.ts';

/** What a planner does with an order, and the word for it. */
const WORDS = {
  release: 'release',
  suspend: 'suspend',
  resume: 'resume',
  close: 'closeOrder',
  reopen: 'reopen',
  cancel: 'cancelOrder',
} as const satisfies Partial<Record<OrderEvent, TermKey>>;
export type PlannerEvent = keyof typeof WORDS;

function guard(event: PlannerEvent, routing: Routing): void {
  if (event === 'release' && routing.processes.length === 0) throw fail('orderNotReleasable');
  if (event === 'cancel' && !routing.processes.every(hasNoReports)) throw fail('orderHasReports');
}

/**
 * Moves an order by its machine. The parts are locked before the order, as every report does, so that no report
 * slips in between. Open reports of an order that is suspended or closed can still be finished.
 * @returns the state that it is now in
 * @throws rowNotFound, stale, orderState, orderNotReleasable, orderHasReports
 */
export async function moveOrder(
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
  const routing = await openParts(
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
  if (!order) throw fail('rowNotFound');
  if (order.version !== version)
    throw fail('stale', { by: order.updatedBy, at: order.updatedAt, version: order.version });
  const next = nextState(workOrderMachine, order.state, event);
  if (next === null)
    throw fail('orderState', { state: termParam(order.state), event: termParam(WORDS[event]) });
  guard(event, routing);
  await work.db
    .updateTable('workOrder')
    .set({ state: next, version: version + 1, updatedAt: work.now, updatedBy: work.name })
    .where('factoryId', '=', work.factoryId)
    .where('id', '=', id)
    .execute();
  // Released, resumed and reopened orders may be further on than the machine's least state.
  await refreshOrders(work, [id]);
  const moved = await work.db
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
    after: { state: moved.state },
  });
  work.announce('progress', 'workOrder', [id]);
  return moved;
}
