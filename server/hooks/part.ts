import { makeError } from '#shared/kernel/errors.ts';
import { closeRouting } from '../ledger/close-routing.ts';
import { openPartRoutings } from '../ledger/routing.ts';
import type { Work } from '../db/work.ts';
import { updateCardQuantity, createCard, deleteCards } from './cards.ts';
import type { HooksOf } from './hooks.ts';
import { buildPartScope } from './outside-scope.ts';
import { hasNoPiecesOrReports, deleteProcesses } from './has-no-reports.ts';
import { refuseIfOrderHasEnded } from './work-order.ts';

/**
 * Recomputes how many pieces have arrived at the processes of the given parts, of the assemblies above them
 * and of their child parts. It refuses a change after which a process would have received more pieces than
 * have arrived at it.
 * @throws processOrderFixed
 */
async function recalculateRelatedParts(work: Work, partIds: (number | null | undefined)[]): Promise<void> {
  const ids = [...new Set(partIds.filter((id): id is number => typeof id === 'number'))];
  if (ids.length === 0) return;
  const routing = await openPartRoutings(work, ids);
  await closeRouting(work, routing);
  if (routing.processes.some((process) => process.received > process.arrived))
    throw makeError('processOrderFixed');
}

/**
 * A part cannot move to another order, and its parent must belong to the same order. A part whose processes
 * have reports cannot be deleted. A part of a closed or cancelled order can be neither saved nor deleted.
 */
export const partHooks: HooksOf<'part'> = {
  scope: buildPartScope,
  beforeSave: async (work, next, before) => {
    if (before && before.orderId !== next.orderId)
      throw makeError('fieldsInvalid', {}, { orderId: { reason: 'notAReference' } });
    const order = await work.db
      .selectFrom('workOrder')
      .select('state')
      .where('factoryId', '=', work.factoryId)
      .where('id', '=', next.orderId)
      .where('deletedAt', 'is', null)
      .executeTakeFirst();
    if (order) refuseIfOrderHasEnded(order.state, 'save');
    if (next.parentId === null || next.parentId === undefined) return;
    const parent = await work.db
      .selectFrom('part')
      .select('orderId')
      .where('factoryId', '=', work.factoryId)
      .where('id', '=', next.parentId)
      .where('deletedAt', 'is', null)
      .executeTakeFirst();
    if (parent?.orderId !== next.orderId)
      throw makeError('fieldsInvalid', {}, { parentId: { reason: 'notAReference' } });
  },
  afterSave: async (work, after, before) => {
    const quantity = after.quantity;
    if (!before) await createCard(work, { id: after.id, orderId: after.orderId, quantity });
    else if (before.quantity !== quantity) await updateCardQuantity(work, { id: after.id, quantity });
    const hasAssemblyChanged =
      before && (before.parentId !== after.parentId || before.quantityPer !== after.quantityPer);
    if (hasAssemblyChanged) await recalculateRelatedParts(work, [after.id, before.parentId, after.parentId]);
    work.announce('progress', 'workOrder', [after.orderId]);
  },
  beforeDelete: async (work, rows) => {
    const orders = await work.db
      .selectFrom('workOrder')
      .select('state')
      .where('factoryId', '=', work.factoryId)
      .where(
        'id',
        'in',
        rows.map((row) => row.orderId),
      )
      .execute();
    for (const order of orders) refuseIfOrderHasEnded(order.state, 'delete');
    const routing = await openPartRoutings(
      work,
      rows.map((row) => row.id),
    );
    const ids = new Set(rows.map((row) => row.id));
    const ownProcesses = routing.processes.filter((process) => ids.has(process.partId));
    const usedProcess = ownProcesses.find((process) => !hasNoPiecesOrReports(process));
    if (usedProcess)
      throw makeError('processHasReports', { name: usedProcess.name }, undefined, [
        { entity: 'process', id: usedProcess.id, name: usedProcess.name },
      ]);
    await deleteProcesses(work, ownProcesses);
    await deleteCards(work, [...ids]);
  },
  afterRestore: async (work, rows) => {
    await recalculateRelatedParts(
      work,
      rows.flatMap((row) => [row.id, row.parentId]),
    );
  },
  afterDelete: async (work, rows) => {
    await recalculateRelatedParts(
      work,
      rows.map((row) => row.parentId),
    );
    work.announce(
      'progress',
      'workOrder',
      rows.map((row) => row.orderId),
    );
  },
};
