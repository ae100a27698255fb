import { makeError } from '#shared/kernel/errors.ts';
import { postMovement } from '#shared/ledger/ledger.ts';
import { calculateQuantityOut } from '#shared/ledger/outsourcing.ts';
import type { Transaction } from '../../db/transaction.ts';
import { assertOutsourcingAllowed } from '../../ledger/outsourcing.ts';
import { extendOrderSpan, findRoutingProcess } from '../../ledger/routing.ts';
import { lockOutsourcingOrder } from './lock-outsourcing-order.ts';
import {
  finishMovement,
  insertMovement,
  NO_MOVED_QUANTITIES,
  openMovedLines,
  sumMovedQuantities,
  type MovedQuantities,
  type MovementAnswer,
  type MovementInput,
} from './movements.ts';

/** Moves pieces back from the supplier. */
async function moveBack(
  tx: Transaction,
  input: MovementInput,
  kind: 'returnPieces' | 'takeBackPieces',
  movedLines: readonly MovedQuantities[],
): Promise<MovementAnswer> {
  const order = await lockOutsourcingOrder(tx, input.id, input.version, kind);
  const processIds = movedLines.map(({ processId }) => processId);
  const { routing, lines } = await openMovedLines(tx, order.id, processIds);
  movedLines.forEach((line, index) => {
    const process = findRoutingProcess(routing, line.processId);
    assertOutsourcingAllowed(routing, process, 'return');
    const quantity = sumMovedQuantities(line);
    const field = `items[${index}].${kind === 'takeBackPieces' ? 'quantity' : 'good'}`;
    if (quantity <= 0)
      throw makeError('fieldsInvalid', {}, { [field]: { reason: 'tooSmall', params: { min: 0.0001 } } });
    const quantityOut = calculateQuantityOut(lines[index]!);
    if (quantity > quantityOut)
      throw makeError(
        'returnExceedsOut',
        { name: process.name, out: quantityOut, quantity },
        { [field]: { reason: 'tooLarge', params: { max: quantityOut } } },
        [{ entity: 'process', id: process.id, name: process.name }],
      );
  });
  const { deliveryNote, remark } = input;
  const movementId = await insertMovement(tx, { orderId: order.id, kind, deliveryNote, remark }, movedLines);
  for (const { processId, returnedGood, returnedHold, takenBack } of movedLines) {
    const process = findRoutingProcess(routing, processId);
    routing.entries.push(
      ...postMovement(process, 'outsourced', 'good', returnedGood, { movementId }),
      ...postMovement(process, 'outsourced', 'hold', returnedHold, { movementId }),
      ...postMovement(process, 'outsourced', 'machinable', takenBack, { movementId }),
    );
    routing.changedProcesses.add(process);
    extendOrderSpan(routing, process, tx.now, tx.now);
  }
  return finishMovement(tx, order, routing, {
    id: movementId,
    kind,
    deliveryNote,
    details: { items: movedLines },
  });
}

/**
 * Receives pieces from the supplier: good pieces, pieces on hold, and unmachined pieces. Somebody must decide about
 * pieces on hold. Unmachined pieces can be started or sent again.
 * @throws nothingSelected, rowNotFound, stale, outsourcingState, processAddedTwice, outsourcingForbidden,
 * outsourcingOrderForbids, returnExceedsOut; fieldsInvalid if no piece of a process comes back
 */
export const returnPieces = (
  tx: Transaction,
  input: MovementInput & {
    items: readonly { processId: number; good: number; hold: number; unmachined: number }[];
  },
): Promise<MovementAnswer> =>
  moveBack(
    tx,
    input,
    'returnPieces',
    input.items.map(({ processId, good, hold, unmachined }) => ({
      processId,
      sent: 0,
      returnedGood: good,
      returnedHold: hold,
      takenBack: unmachined,
    })),
  );

/**
 * Takes back pieces on which the supplier has done no work.
 * @throws the same errors as `returnPieces`
 */
export const takeBackPieces = (
  tx: Transaction,
  input: MovementInput & { items: readonly { processId: number; quantity: number }[] },
): Promise<MovementAnswer> =>
  moveBack(
    tx,
    input,
    'takeBackPieces',
    input.items.map(({ processId, quantity }) => ({
      ...NO_MOVED_QUANTITIES,
      processId,
      takenBack: quantity,
    })),
  );
