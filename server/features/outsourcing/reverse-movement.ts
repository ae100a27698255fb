import { makeError } from '#shared/kernel/errors.ts';
import type { Transaction } from '../../db/transaction.ts';
import { assertOutsourcingAllowed, findProcessesWithRuns } from '../../ledger/outsourcing.ts';
import { refuseUseOfHeldPieces } from '../../ledger/quality.ts';
import { loadLoopedProcessEntries } from '../../ledger/reversal-order.ts';
import { loadEntries, postReversal, recalculateAfterReversal } from '../../ledger/reverse-entries.ts';
import { findRoutingProcess, openRouting } from '../../ledger/routing.ts';
import { lockOutsourcingOrder } from './lock-outsourcing-order.ts';
import { finishMovement, insertMovement, type MovementAnswer } from './movements.ts';

/**
 * Reverses a shipment or a return by a movement with the opposite ledger entries. The original movement
 * stays. A movement cannot be reversed if a quantity in the ledger would become negative, or if a later
 * process has already received the pieces.
 * @throws rowNotFound, stale, outsourcingState, movementReversed, outsourcingForbidden,
 * outsourcingOrderForbids, heldPiecesNeeded, and the errors of `recalculateAfterReversal`
 */
export async function reverseMovement(
  tx: Transaction,
  input: { id: number; version: number; movementId: number; reason: string },
): Promise<MovementAnswer> {
  const order = await lockOutsourcingOrder(tx, input.id, input.version, 'reverseMovement');
  const movement = await tx.db
    .selectFrom('outsourcingMovement as m')
    .leftJoin('outsourcingMovement as x', (join) =>
      join.onRef('x.factoryId', '=', 'm.factoryId').onRef('x.reversesId', '=', 'm.id'),
    )
    .select(['m.id', 'm.kind', 'm.deliveryNote', 'm.reversesId', 'x.id as reversedById'])
    .where('m.factoryId', '=', tx.factoryId)
    .where('m.orderId', '=', order.id)
    .where('m.id', '=', input.movementId)
    .executeTakeFirst();
  if (!movement) throw makeError('rowNotFound');
  const { kind, deliveryNote } = movement;
  if (movement.reversesId !== null || movement.reversedById !== null) throw makeError('movementReversed');
  const lines = await tx.db
    .selectFrom('outsourcingMovementLine')
    .select(['processId', 'sent', 'returnedGood', 'returnedHold', 'takenBack'])
    .where('factoryId', '=', tx.factoryId)
    .where('movementId', '=', movement.id)
    .orderBy('processId')
    .execute();
  const processIds = lines.map(({ processId }) => processId);
  const routing = await openRouting(tx, processIds, { mayChangeLosses: true });
  for (const processId of processIds)
    assertOutsourcingAllowed(routing, findRoutingProcess(routing, processId), 'reverse');

  const reversalId = await insertMovement(
    tx,
    { orderId: order.id, kind, deliveryNote, remark: input.reason, reversesId: movement.id },
    lines.map((line) => ({
      processId: line.processId,
      sent: -line.sent,
      returnedGood: -line.returnedGood,
      returnedHold: -line.returnedHold,
      takenBack: -line.takenBack,
    })),
  );
  const entries = await loadEntries(tx, 'movementId', [movement.id]);
  const quantities = postReversal(routing, entries, { movementId: reversalId });
  const processIdsWithRuns = await findProcessesWithRuns(tx, processIds, { movementIds: [movement.id] });
  for (const processId of processIds)
    findRoutingProcess(routing, processId).hasRun = processIdsWithRuns.has(processId);
  const loopedProcessEntries = await loadLoopedProcessEntries(tx, processIds);
  await recalculateAfterReversal(tx, routing, loopedProcessEntries, {
    kind: 'movement',
    id: movement.id,
    quantities,
  });
  await refuseUseOfHeldPieces(tx, routing, processIds);
  return finishMovement(tx, order, routing, {
    id: reversalId,
    kind: 'reverseMovement',
    deliveryNote,
    details: { reverses: movement.id, reason: input.reason },
  });
}
