import { makeError } from '#shared/kernel/errors.ts';
import { postMovement } from '#shared/ledger/ledger.ts';
import { calculateStartableQuantity } from '#shared/ledger/may-begin.ts';
import { calculateQuantityToSend } from '#shared/ledger/outsourcing.ts';
import { subtractQuantities } from '#shared/ledger/quantity.ts';
import type { Transaction } from '../../db/transaction.ts';
import { assertOutsourcingAllowed, type OutsourcingLine } from '../../ledger/outsourcing.ts';
import {
  extendOrderSpan,
  findRoutingProcess,
  type Routing,
  type RoutingProcess,
} from '../../ledger/routing.ts';
import { lockOutsourcingOrder } from './lock-outsourcing-order.ts';
import {
  finishMovement,
  insertMovement,
  NO_MOVED_QUANTITIES,
  openMovedLines,
  type MovementAnswer,
  type MovementInput,
} from './movements.ts';

/**
 * Proposes the number of the next delivery note of an order: its code and the number of the shipment, such as
 * `OS-0012-3`.
 */
async function proposeDeliveryNote(tx: Transaction, orderId: number, code: string): Promise<string> {
  const { count } = await tx.db
    .selectFrom('outsourcingMovement')
    .select((builder) => builder.fn.countAll<number>().as('count'))
    .where('factoryId', '=', tx.factoryId)
    .where('orderId', '=', orderId)
    .where('kind', '=', 'sendPieces')
    .where('reversesId', 'is', null)
    .executeTakeFirstOrThrow();
  return `${code}-${count + 1}`;
}

function refuseUnsendableQuantity(
  routing: Routing,
  process: RoutingProcess,
  line: OutsourcingLine,
  quantity: number,
  field: string,
): void {
  assertOutsourcingAllowed(routing, process, 'outsource');
  const { id, name } = process;
  const rows = [{ entity: 'process', id, name }];
  const startableQuantity = calculateStartableQuantity(process);
  if (quantity > startableQuantity)
    throw makeError(
      'sendExceedsMachinable',
      { name, machinable: startableQuantity, quantity },
      { [field]: { reason: 'tooLarge', params: { max: startableQuantity } } },
      rows,
    );
  const sendableQuantity = calculateQuantityToSend(line);
  if (quantity > sendableQuantity)
    throw makeError(
      'sendExceedsOrdered',
      { name, open: sendableQuantity, quantity },
      { [field]: { reason: 'tooLarge', params: { max: sendableQuantity } } },
      rows,
    );
}

/**
 * Sends pieces to the supplier: they move from machinable to outsourced. If the craft requires no receiving, missing
 * pieces are received automatically. A previous process need not be finished, because shipments may be partial.
 * @returns the stored delivery note
 * @throws nothingSelected, rowNotFound, stale, outsourcingState, processAddedTwice, outsourcingForbidden,
 * outsourcingOrderForbids, sendExceedsMachinable, sendExceedsOrdered
 */
export async function sendPieces(
  tx: Transaction,
  input: MovementInput & { items: readonly { processId: number; quantity: number }[] },
): Promise<MovementAnswer> {
  const { items } = input;
  const order = await lockOutsourcingOrder(tx, input.id, input.version, 'sendPieces');
  const processIds = items.map(({ processId }) => processId);
  const { routing, lines } = await openMovedLines(tx, order.id, processIds);
  items.forEach(({ processId, quantity }, index) => {
    const process = findRoutingProcess(routing, processId);
    refuseUnsendableQuantity(routing, process, lines[index]!, quantity, `items[${index}].quantity`);
  });
  const deliveryNote = input.deliveryNote ?? (await proposeDeliveryNote(tx, order.id, order.code));
  const movementId = await insertMovement(
    tx,
    { orderId: order.id, kind: 'sendPieces', deliveryNote, remark: input.remark },
    items.map(({ processId, quantity }) => ({ ...NO_MOVED_QUANTITIES, processId, sent: quantity })),
  );
  for (const { processId, quantity } of items) {
    const process = findRoutingProcess(routing, processId);
    const missingQuantity = Math.max(0, subtractQuantities(quantity, process.machinable));
    routing.entries.push(
      ...postMovement(process, 'supply', 'machinable', missingQuantity, { movementId }),
      ...postMovement(process, 'machinable', 'outsourced', quantity, { movementId }),
    );
    process.hasRun = true;
    routing.changedProcesses.add(process);
    extendOrderSpan(routing, process, tx.now, null);
  }
  return finishMovement(tx, order, routing, {
    id: movementId,
    kind: 'sendPieces',
    deliveryNote,
    details: { items },
  });
}
