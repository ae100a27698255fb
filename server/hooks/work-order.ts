import { fail } from '#shared/kernel/errors.ts';
import { isOver, type OrderState } from '#shared/machines/work-order.ts';
import { termParam } from '#shared/terms/error-message.ts';
import { openParts } from '../ledger/routing.ts';
import { removeCards } from './cards.ts';
import type { HooksOf } from './hooks.ts';
import { ordersFor } from './outside-scope.ts';
import { hasNoReports, removeProcesses } from './has-no-reports.ts';

/**
 * Refuses to change an order that is already over.
 * @throws orderState
 */
export function refuseIfOver(state: OrderState, event: 'save' | 'delete'): void {
  if (isOver(state)) throw fail('orderState', { state: termParam(state), event: termParam(event) });
}

/**
 * An order can be changed until it is over. A draft or cancelled order without reports can be
 * deleted together with its parts.
 */
export const workOrderHooks: HooksOf<'workOrder'> = {
  batchable: true,
  scope: ordersFor,
  beforeSave: async (_work, next, before) => {
    if (before) refuseIfOver(before.state, 'save');
    const start = next.plannedStart;
    const due = next.dueDate;
    if (start && due && start > due)
      throw fail('startAfterEnd', {}, { plannedStart: { reason: 'notADate' } });
  },
  beforeDelete: async (work, rows) => {
    for (const row of rows) {
      if (row.state !== 'draft' && row.state !== 'cancelled') {
        throw fail('orderState', { state: termParam(row.state), event: termParam('delete') });
      }
    }
    const orderIds = rows.map((row) => row.id);
    const parts = await work.db
      .selectFrom('part')
      .select('id')
      .where('factoryId', '=', work.factoryId)
      .where('orderId', 'in', orderIds)
      .where('deletedAt', 'is', null)
      .execute();
    if (parts.length === 0) return;
    const partIds = parts.map((part) => part.id);
    const routing = await openParts(work, partIds);
    if (!routing.processes.every(hasNoReports)) throw fail('orderHasReports');
    await removeProcesses(work, routing.processes);
    await removeCards(work, partIds);
    await work.db
      .updateTable('part')
      .set({ deletedAt: work.now, updatedBy: work.name })
      .where('factoryId', '=', work.factoryId)
      .where('id', 'in', partIds)
      .execute();
    work.announce('progress', 'part', partIds);
  },
};
