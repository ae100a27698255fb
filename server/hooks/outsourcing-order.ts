import { makeError } from '#shared/kernel/errors.ts';
import { findNextState } from '#shared/kernel/machine.ts';
import { subtractQuantities } from '#shared/ledger/quantity.ts';
import { outsourcingStateMachine } from '#shared/machines/outsourcing-order.ts';
import { markAsTerm } from '#shared/terms/error-message.ts';
import { makeReferenceMissingError } from '../call/field-refusals.ts';
import type { Transaction } from '../db/transaction.ts';
import {
  assertOutsourcingAllowed,
  loadOutsourcingLines,
  refuseExternalProcesses,
  updateOutsourcingState,
  type OutsourcingLine,
} from '../ledger/outsourcing.ts';
import { findRoutingProcess, openRouting, type Routing } from '../ledger/routing.ts';
import type { DraftOf, HooksOf, SavedRowOf } from './hooks.ts';
import { buildEmployeeOnlyScope } from './outside-scope.ts';

type OutsourcingItems = DraftOf<'outsourcingOrder'>['items'];

const linkProcess = (id: number, name: string) => [{ entity: 'process', id, name }];

/**
 * Refuses a process that is listed twice, a quantity above the planned quantity of its process, and a line
 * with two prices.
 */
function refuseWrongItems(items: OutsourcingItems, routing: Routing): void {
  const seenIds = new Set<number>();
  items.forEach(({ processId, quantity, unitPrice, lumpSum }, index) => {
    const { name, plannedQuantity } = findRoutingProcess(routing, processId);
    if (seenIds.has(processId))
      throw makeError(
        'processAddedTwice',
        { name },
        { [`items[${index}].processId`]: { reason: 'repeated' } },
        linkProcess(processId, name),
      );
    seenIds.add(processId);
    if (unitPrice !== null && lumpSum !== null)
      throw makeError('twoPrices', { name }, { [`items[${index}].lumpSum`]: { reason: 'notAChoice' } });
    if (quantity > plannedQuantity)
      throw makeError(
        'outsourcingExceedsPlanned',
        { name, planned: plannedQuantity, quantity },
        { [`items[${index}].quantity`]: { reason: 'tooLarge', params: { max: plannedQuantity } } },
        linkProcess(processId, name),
      );
  });
}

/** Refuses a change that contradicts the shipments to the supplier. */
function refuseChangeOfMovedLines(
  next: DraftOf<'outsourcingOrder'>,
  before: SavedRowOf<'outsourcingOrder'>,
  lines: readonly OutsourcingLine[],
  routing: Routing,
): void {
  const movedLines = lines.filter(({ hasMovements }) => hasMovements);
  const { code } = before;
  if (movedLines.length > 0 && next.supplierId !== before.supplierId)
    throw makeError(
      'outsourcingHasMovements',
      { code, event: markAsTerm('changeSupplier') },
      { supplierId: { reason: 'notAReference' } },
    );
  for (const { processId, sent, takenBack } of movedLines) {
    const index = next.items.findIndex((item) => item.processId === processId);
    if (index < 0) throw makeError('outsourcingHasMovements', { code, event: markAsTerm('removeProcess') });
    const leastQuantity = subtractQuantities(sent, takenBack);
    const { name } = findRoutingProcess(routing, processId);
    if (next.items[index]!.quantity < leastQuantity)
      throw makeError(
        'outsourcingBelowSent',
        { name, sent: leastQuantity },
        { [`items[${index}].quantity`]: { reason: 'tooSmall', params: { min: leastQuantity } } },
        linkProcess(processId, name),
      );
  }
}

/**
 * Locks a supplier, so that no other transaction deletes it.
 * @throws referenceMissing
 */
async function lockSupplier(tx: Transaction, supplierId: number): Promise<void> {
  const supplier = await tx.db
    .selectFrom('supplier')
    .select('id')
    .where('factoryId', '=', tx.factoryId)
    .where('id', '=', supplierId)
    .where('deletedAt', 'is', null)
    .forKeyShare()
    .executeTakeFirst();
  if (!supplier) throw makeReferenceMissingError('supplierId', 'supplier');
}

async function hasMovements(tx: Transaction, orderId: number): Promise<boolean> {
  const movement = await tx.db
    .selectFrom('outsourcingMovement')
    .select('id')
    .where('factoryId', '=', tx.factoryId)
    .where('orderId', '=', orderId)
    .limit(1)
    .executeTakeFirst();
  return movement !== undefined;
}

/**
 * A process can be added only if it can be outsourced and is in no other open outsourcing order. A process with
 * shipments stays in the order. An order with shipments cannot be deleted.
 */
export const outsourcingOrderHooks: HooksOf<'outsourcingOrder'> = {
  scope: buildEmployeeOnlyScope,
  beforeSave: async (tx, next, before) => {
    // A cancelled order that is restored after a deletion reserves nothing.
    if (!before && next.state === 'cancelled') return;
    const event = 'changeOutsourcing';
    if (before && findNextState(outsourcingStateMachine, before.state, event) === null)
      throw makeError('outsourcingState', { state: markAsTerm(before.state), event: markAsTerm(event) });
    if (next.items.length === 0)
      throw makeError('fieldsInvalid', {}, { items: { reason: 'tooFew', params: { min: 1 } } });
    await lockSupplier(tx, next.supplierId);
    const knownIds = new Set(before?.items.map(({ processId }) => processId));
    const ids = new Set([...knownIds, ...next.items.map(({ processId }) => processId)]);
    const routing = await openRouting(tx, [...ids]);
    refuseWrongItems(next.items, routing);
    const processes = next.items.map(({ processId }) => findRoutingProcess(routing, processId));
    const newProcesses = processes.filter(({ id }) => !knownIds.has(id));
    for (const process of newProcesses) assertOutsourcingAllowed(routing, process, 'outsource');
    if (before)
      refuseChangeOfMovedLines(
        next,
        before,
        await loadOutsourcingLines(tx.db, tx.factoryId, before.id),
        routing,
      );
    const isSameSupplier = before?.supplierId === next.supplierId;
    const processesToCheck = isSameSupplier ? newProcesses : processes;
    await refuseExternalProcesses(tx, processesToCheck, next.supplierId, before?.id ?? null);
    // The supplier has confirmed the old expected day, so the confirmation does not hold for the new day.
    if (before && before.expectedDate !== next.expectedDate) next.confirmedDate = null;
  },
  afterSave: async (tx, after) => {
    await updateOutsourcingState(tx, after.id);
  },
  beforeDelete: async (tx, rows) => {
    for (const { id, code } of rows)
      if (await hasMovements(tx, id))
        throw makeError('outsourcingHasMovements', { code, event: markAsTerm('delete') });
  },
};
