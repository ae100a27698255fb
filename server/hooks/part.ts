import { makeError } from '#shared/kernel/errors.ts';
import { addQuantities } from '#shared/ledger/quantity.ts';
import { closeRouting } from '../ledger/close-routing.ts';
import { openPartRoutings } from '../ledger/routing.ts';
import type { Transaction } from '../db/transaction.ts';
import { updateCardQuantity, createCard, deleteCards } from './cards.ts';
import { takeOutOfKeptPart } from './combined-parts.ts';
import { updateFormulaTimes } from './formula-times.ts';
import type { HooksOf } from './hooks.ts';
import { buildPartScope } from './outside-scope.ts';
import { hasNoPiecesOrReports, deleteProcesses } from './has-no-reports.ts';
import { preparePartMaterials } from './part-materials.ts';
import { refuseIfOrderHasEnded } from './work-order.ts';

/**
 * Recomputes how many pieces have arrived at the processes of the given parts, of the assemblies above them
 * and of their child parts. It refuses a change after which a process would have received more pieces than
 * have arrived at it.
 * @throws partSupplyBelowReceived
 */
async function recalculateRelatedParts(
  tx: Transaction,
  partIds: (number | null | undefined)[],
): Promise<void> {
  const ids = [...new Set(partIds.filter((id): id is number => typeof id === 'number'))];
  if (ids.length === 0) return;
  const routing = await openPartRoutings(tx, ids);
  await closeRouting(tx, routing);
  const blockingProcess = routing.processes.find((process) => process.received > process.arrived);
  if (!blockingProcess) return;
  const { id, name, received, arrived } = blockingProcess;
  const part = await tx.db
    .selectFrom('part')
    .select('name')
    .where('factoryId', '=', tx.factoryId)
    .where('id', '=', blockingProcess.partId)
    .executeTakeFirstOrThrow();
  throw makeError('partSupplyBelowReceived', { part: part.name, name, received, arrived }, undefined, [
    { entity: 'process', id, name },
  ]);
}

/**
 * A part cannot move to another order, and its parent must belong to the same order. A part whose processes
 * have reports cannot be deleted. A part of a closed or cancelled order can be neither saved nor deleted.
 * When a part that was combined into another part is restored, it is separated from that part.
 */
export const partHooks: HooksOf<'part'> = {
  scope: buildPartScope,
  beforeSave: async (tx, next, before) => {
    if (before && before.orderId !== next.orderId)
      throw makeError('fieldsInvalid', {}, { orderId: { reason: 'notAReference' } });
    const order = await tx.db
      .selectFrom('workOrder')
      .select('state')
      .where('factoryId', '=', tx.factoryId)
      .where('id', '=', next.orderId)
      .where('deletedAt', 'is', null)
      .executeTakeFirst();
    if (order) refuseIfOrderHasEnded(order.state, 'save');
    await preparePartMaterials(tx, next, before);
    if (next.parentId === null || next.parentId === undefined) return;
    const parent = await tx.db
      .selectFrom('part')
      .select('orderId')
      .where('factoryId', '=', tx.factoryId)
      .where('id', '=', next.parentId)
      .where('deletedAt', 'is', null)
      .executeTakeFirst();
    if (parent?.orderId !== next.orderId)
      throw makeError('fieldsInvalid', {}, { parentId: { reason: 'notAReference' } });
  },
  afterSave: async (tx, after, before) => {
    const quantity = after.quantity;
    if (!before) await createCard(tx, { id: after.id, orderId: after.orderId, quantity });
    else if (before.quantity !== quantity)
      await updateCardQuantity(tx, {
        id: after.id,
        oldQuantity: before.quantity,
        total: addQuantities(quantity, after.scrapAllowance),
      });
    const hasAssemblyChanged =
      before && (before.parentId !== after.parentId || before.quantityPer !== after.quantityPer);
    const hasMeasureChanged =
      before && (['quantity', 'size', 'weight'] as const).some((name) => before[name] !== after[name]);
    if (hasMeasureChanged) await updateFormulaTimes(tx, [after]);
    if (hasAssemblyChanged) await recalculateRelatedParts(tx, [after.id, before.parentId, after.parentId]);
    tx.announce('progress', 'workOrder', [after.orderId]);
  },
  beforeDelete: async (tx, rows) => {
    const orders = await tx.db
      .selectFrom('workOrder')
      .select('state')
      .where('factoryId', '=', tx.factoryId)
      .where(
        'id',
        'in',
        rows.map((row) => row.orderId),
      )
      .execute();
    for (const order of orders) refuseIfOrderHasEnded(order.state, 'delete');
    const routing = await openPartRoutings(
      tx,
      rows.map((row) => row.id),
    );
    const ids = new Set(rows.map((row) => row.id));
    const ownProcesses = routing.processes.filter((process) => ids.has(process.partId));
    const usedProcess = ownProcesses.find((process) => !hasNoPiecesOrReports(process));
    if (usedProcess)
      throw makeError('processHasReports', { name: usedProcess.name }, undefined, [
        { entity: 'process', id: usedProcess.id, name: usedProcess.name },
      ]);
    await deleteProcesses(tx, ownProcesses);
    await deleteCards(tx, [...ids]);
  },
  afterRestore: async (tx, rows) => {
    for (const { id, orderId, combinedIntoId } of rows)
      if (combinedIntoId !== null) await takeOutOfKeptPart(tx, { id, orderId, combinedIntoId });
    await recalculateRelatedParts(
      tx,
      rows.flatMap((row) => [row.id, row.parentId]),
    );
  },
  afterDelete: async (tx, rows) => {
    await recalculateRelatedParts(
      tx,
      rows.map((row) => row.parentId),
    );
    tx.announce(
      'progress',
      'workOrder',
      rows.map((row) => row.orderId),
    );
  },
};
