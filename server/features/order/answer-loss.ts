import { makeError } from '#shared/kernel/errors.ts';
import { hasPermission } from '#shared/kernel/permissions.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import {
  countUnansweredScrap,
  planReduction,
  planReplenishment,
  reverseChanges,
  type LossAnswer,
  type OrderWithLoss,
  type QuantityChanges,
} from '#shared/ledger/answer-loss.ts';
import { addQuantities, subtractQuantities } from '#shared/ledger/quantity.ts';
import { hasOrderEnded } from '#shared/machines/work-order.ts';
import { markAsTerm } from '#shared/terms/error-message.ts';
import type { Transaction } from '../../db/transaction.ts';
import { closeRouting } from '../../ledger/close-routing.ts';
import { findRoutingProcess, type Routing, type RoutingProcess } from '../../ledger/routing.ts';
import { applyQuantityChanges, loadOrderWithLoss } from './apply-changes.ts';
import { lockOrders } from './lock-order.ts';
import { createReplenishmentCards, adjustCardsToParts } from './replenishment-cards.ts';

const NO_CHANGES: QuantityChanges = { order: 0, parts: new Map(), processes: new Map() };

/**
 * Refuses a user who may not give the answer. Reducing an order needs the permission to change orders.
 * @throws noPermission
 */
function assertMayAnswer(user: CurrentUser, answer: LossAnswer): void {
  if (!hasPermission(user, answer === 'reduceOrder' ? 'WORK_ORDER_MODIFY' : 'PROCESS_MODIFY'))
    throw makeError('noPermission');
}

interface LockedLoss {
  orderId: number;
  order: OrderWithLoss;
  routing: Routing;
  process: RoutingProcess;
}

/**
 * Locks the order of a process with all its parts.
 * @throws rowNotFound; orderState if the order is closed or cancelled
 */
async function lockLoss(tx: Transaction, processId: number): Promise<LockedLoss> {
  const foundPart = await tx.db
    .selectFrom('process as p')
    .innerJoin('part as t', (join) =>
      join.onRef('t.factoryId', '=', 'p.factoryId').onRef('t.id', '=', 'p.partId'),
    )
    .select('t.orderId')
    .where('p.factoryId', '=', tx.factoryId)
    .where('p.id', '=', processId)
    .where('p.deletedAt', 'is', null)
    .executeTakeFirst();
  if (!foundPart) throw makeError('rowNotFound', {}, { processId: { reason: 'notAReference' } });
  const { orderId } = foundPart;
  const { orders, routing } = await lockOrders(tx, new Map([[orderId, null]]));
  const { state } = orders[0]!;
  if (hasOrderEnded(state))
    throw makeError('orderState', { state: markAsTerm(state), event: markAsTerm('answerScrap') });
  const process = findRoutingProcess(routing, processId);
  return { orderId, order: await loadOrderWithLoss(tx, routing, orderId), routing, process };
}

/**
 * Plans the changes that an answer makes.
 * @throws orderWouldVanish if the quantity of the order would become 0
 */
function planAnswer({ order, process }: LockedLoss, answer: LossAnswer, quantity: number): QuantityChanges {
  if (answer === 'acceptShort') return NO_CHANGES;
  if (answer === 'replenish') return planReplenishment(order, process, quantity);
  const changes = planReduction(order, process, quantity);
  if (!changes) throw makeError('orderWouldVanish', { quantity: order.quantity });
  return changes;
}

const packChanges = ({ order, parts, processes }: QuantityChanges): string =>
  JSON.stringify({ order, parts: [...parts], processes: [...processes] });

const unpackChanges = (storedChanges: unknown): QuantityChanges => {
  const { order, parts, processes } = storedChanges as {
    order: number;
    parts: [number, { quantity: number; scrapAllowance: number }][];
    processes: [number, { plannedQuantity: number; scrapAllowance: number }][];
  };
  return { order, parts: new Map(parts), processes: new Map(processes) };
};

/** The result of an answer: the new cards of replacement pieces, and the new quantity of the order. */
interface LossAnswerResult {
  answerId: number;
  cards: { id: number; code: string; quantity: number }[];
  orderQuantity: number;
}

/**
 * Decides how to deal with scrapped pieces of a process. `replenish` makes replacement pieces, which get a new card and
 * begin at the first process of the part. `reduceOrder` reduces the quantities of the order, its parts and its
 * processes. `acceptShort` lets the process and the later processes be completed without the scrapped pieces.
 * @throws rowNotFound, noPermission, orderState, orderWouldVanish, cardsHoldPieces; scrapAnswered if fewer pieces wait
 * for an answer
 */
export async function answerLoss(
  tx: Transaction,
  user: CurrentUser,
  input: { processId: number; answer: LossAnswer; quantity: number; reason: string },
): Promise<LossAnswerResult> {
  const { processId, answer, quantity, reason } = input;
  assertMayAnswer(user, answer);
  const lockedLoss = await lockLoss(tx, processId);
  const { orderId, order, routing, process } = lockedLoss;
  const unansweredQuantity = countUnansweredScrap(process);
  if (quantity > unansweredQuantity)
    throw makeError(
      'scrapAnswered',
      { name: process.name, unanswered: unansweredQuantity, quantity },
      { quantity: { reason: 'tooLarge', params: { max: unansweredQuantity } } },
    );
  const changes = planAnswer(lockedLoss, answer, quantity);
  const { id: answerId } = await tx.db
    .insertInto('lossAnswer')
    .values({
      factoryId: tx.factoryId,
      processId,
      answer,
      quantity,
      reason,
      changes: packChanges(changes),
      byName: tx.name,
      reversesId: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const cards =
    answer === 'replenish' ? await createReplenishmentCards(tx, routing, orderId, process, changes) : [];
  if (answer === 'reduceOrder') await adjustCardsToParts(tx, routing, order, changes);
  await applyQuantityChanges(tx, routing, orderId, order, changes);
  await changeAcceptedLoss(tx, routing, process, quantity);
  tx.log({ entity: 'process', id: processId, action: answer, after: { quantity, reason } });
  return { answerId, cards, orderQuantity: addQuantities(order.quantity, changes.order) };
}

/**
 * Changes the quantity of scrap that is answered at a process, and writes all changes of the routing.
 * @throws lossAnswerUsed if after the change a process has received more pieces than have arrived
 */
async function changeAcceptedLoss(
  tx: Transaction,
  routing: Routing,
  process: RoutingProcess,
  change: number,
): Promise<void> {
  process.acceptedLoss = addQuantities(process.acceptedLoss, change);
  routing.changedProcesses.add(process);
  await closeRouting(tx, routing);
  const shortProcess = routing.processes.find(({ received, arrived }) => received > arrived);
  if (shortProcess)
    throw makeError(
      'lossAnswerUsed',
      { name: shortProcess.name, received: shortProcess.received, remaining: shortProcess.arrived },
      undefined,
      [{ entity: 'process', id: shortProcess.id, name: shortProcess.name }],
    );
}

/**
 * Reverses an answer to scrap: the pieces wait for an answer again. The reversal is refused if a process has already
 * received pieces that the answer added, or if the cards of these pieces have been used.
 * @throws rowNotFound, noPermission, orderState, lossAnswerReversed, lossAnswerUsed, cardsHoldPieces
 */
export async function reverseLossAnswer(
  tx: Transaction,
  user: CurrentUser,
  input: { answerId: number; reason: string },
): Promise<{ answerId: number }> {
  const storedAnswer = await tx.db
    .selectFrom('lossAnswer')
    .select(['id', 'processId', 'answer', 'quantity', 'changes', 'reversesId'])
    .where('factoryId', '=', tx.factoryId)
    .where('id', '=', input.answerId)
    .executeTakeFirst();
  if (!storedAnswer || storedAnswer.reversesId !== null) throw makeError('rowNotFound');
  const { processId, answer, quantity } = storedAnswer;
  assertMayAnswer(user, answer);
  const { orderId, order, routing, process } = await lockLoss(tx, processId);
  const reversal = await tx.db
    .selectFrom('lossAnswer')
    .select('byName')
    .where('factoryId', '=', tx.factoryId)
    .where('reversesId', '=', storedAnswer.id)
    .executeTakeFirst();
  if (reversal) throw makeError('lossAnswerReversed', { by: reversal.byName });
  const changes = reverseChanges(unpackChanges(storedAnswer.changes));
  const { id: answerId } = await tx.db
    .insertInto('lossAnswer')
    .values({
      factoryId: tx.factoryId,
      processId,
      answer,
      quantity,
      reason: input.reason,
      changes: packChanges(changes),
      byName: tx.name,
      reversesId: storedAnswer.id,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await adjustCardsToParts(tx, routing, order, changes);
  await applyQuantityChanges(tx, routing, orderId, order, changes);
  await changeAcceptedLoss(tx, routing, process, subtractQuantities(0, quantity));
  tx.log({
    entity: 'process',
    id: processId,
    action: 'reverseLossAnswer',
    before: { answer, quantity },
    after: { reason: input.reason },
  });
  return { answerId };
}
