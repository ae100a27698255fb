import { makeError } from '#shared/kernel/errors.ts';
import { hasOrderEnded, type OrderState } from '#shared/machines/work-order.ts';
import { markAsTerm } from '#shared/terms/error-message.ts';
import type { Transaction } from '../db/transaction.ts';
import { openPartRoutings } from '../ledger/routing.ts';
import { deleteCards } from './cards.ts';
import type { HooksOf } from './hooks.ts';
import { buildOrderScope } from './outside-scope.ts';
import { deleteProcesses, findExtraProcess, hasNoPiecesOrReports } from './has-no-reports.ts';

/**
 * Refuses a change of an order, of its parts and of its processes if the order is closed or cancelled.
 * @throws orderState
 */
export function refuseIfOrderHasEnded(state: OrderState, event: 'save' | 'delete'): void {
  if (hasOrderEnded(state))
    throw makeError('orderState', { state: markAsTerm(state), event: markAsTerm(event) });
}

/** Deletes the attachments of orders that are deleted. */
async function deleteDocuments(tx: Transaction, orderIds: readonly number[]): Promise<void> {
  await tx.db
    .updateTable('orderDocument')
    .set({ deletedAt: tx.now, updatedBy: tx.name })
    .where('factoryId', '=', tx.factoryId)
    .where('orderId', 'in', [...orderIds])
    .where('deletedAt', 'is', null)
    .execute();
}

/**
 * An order can be saved until it is closed or cancelled. A draft or cancelled order without reports
 * can be deleted, together with its parts.
 */
export const workOrderHooks: HooksOf<'workOrder'> = {
  batchable: true,
  scope: buildOrderScope,
  beforeSave: async (_tx, next, before) => {
    if (before) refuseIfOrderHasEnded(before.state, 'save');
    const start = next.plannedStart;
    const due = next.dueDate;
    if (start && due && start > due)
      throw makeError('startAfterEnd', {}, { plannedStart: { reason: 'notADate' } });
  },
  beforeDelete: async (tx, rows) => {
    for (const row of rows) {
      if (row.state !== 'draft' && row.state !== 'cancelled') {
        throw makeError('orderState', { state: markAsTerm(row.state), event: markAsTerm('delete') });
      }
    }
    const orderIds = rows.map((row) => row.id);
    await deleteDocuments(tx, orderIds);
    const parts = await tx.db
      .selectFrom('part')
      .select('id')
      .where('factoryId', '=', tx.factoryId)
      .where('orderId', 'in', orderIds)
      .where('deletedAt', 'is', null)
      .execute();
    if (parts.length === 0) return;
    const partIds = parts.map((part) => part.id);
    const routing = await openPartRoutings(tx, partIds);
    if (!routing.processes.every(hasNoPiecesOrReports) || (await findExtraProcess(tx, partIds)))
      throw makeError('orderHasReports');
    await deleteProcesses(tx, routing.processes);
    await deleteCards(tx, partIds);
    await tx.db
      .updateTable('part')
      .set({ deletedAt: tx.now, updatedBy: tx.name })
      .where('factoryId', '=', tx.factoryId)
      .where('id', 'in', partIds)
      .execute();
    tx.announce('progress', 'part', partIds);
  },
};
