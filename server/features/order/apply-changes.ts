import { makeError } from '#shared/kernel/errors.ts';
import type { OrderWithLoss, QuantityChanges } from '#shared/ledger/answer-loss.ts';
import { addQuantities } from '#shared/ledger/quantity.ts';
import type { Transaction } from '../../db/transaction.ts';
import { writeChangedRows, type ChangedEntity } from '../../hooks/part-quantities.ts';
import { findRoutingProcess, type Routing } from '../../ledger/routing.ts';

/** Loads the quantities of an order and of its parts and processes. The parts of the order must be locked. */
export async function loadOrderWithLoss(
  tx: Transaction,
  routing: Routing,
  orderId: number,
): Promise<OrderWithLoss> {
  const { quantity } = await tx.db
    .selectFrom('workOrder')
    .select('quantity')
    .where('factoryId', '=', tx.factoryId)
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow();
  const parts = await tx.db
    .selectFrom('part')
    .select(['id', 'parentId', 'quantity', 'quantityPer', 'scrapAllowance'])
    .where('factoryId', '=', tx.factoryId)
    .where('orderId', '=', orderId)
    .where('deletedAt', 'is', null)
    .orderBy('id')
    .execute();
  const partIds = new Set(parts.map(({ id }) => id));
  return {
    quantity,
    parts: parts.map(({ quantityPer, scrapAllowance, ...part }) => ({
      ...part,
      quantityPer: quantityPer ?? 1,
      scrapAllowance: scrapAllowance ?? 0,
    })),
    processes: routing.processes.filter(({ partId }) => partIds.has(partId)),
  };
}

/** Adds differences to the quantities of rows, and records the changes in the history. */
async function writeDifferences(
  tx: Transaction,
  entity: ChangedEntity,
  rows: readonly { id: number; before: Record<string, number>; change: Record<string, number> }[],
): Promise<void> {
  const changedRows = rows
    .filter(({ change }) => Object.values(change).some((value) => value !== 0))
    .map(({ id, before, change }) => ({
      id,
      before,
      after: Object.fromEntries(
        Object.entries(before).map(([name, value]) => [name, addQuantities(value, change[name] ?? 0)]),
      ),
    }));
  await writeChangedRows(tx, entity, changedRows);
}

/**
 * Changes the plans of deleted processes too, so that these processes fit the other ones if somebody restores them. If
 * a change would leave no planned pieces or a negative scrap allowance, the plan stays as it is. The processes of a
 * deleted part keep their plans, because the part keeps its quantity.
 * @throws rowNotFound if a process is neither deleted nor in the routings of this order
 */
async function changeDeletedProcesses(
  tx: Transaction,
  order: OrderWithLoss,
  changes: QuantityChanges['processes'],
): Promise<void> {
  if (changes.size === 0) return;
  const rows = await tx.db
    .selectFrom('process')
    .select(['id', 'partId', 'plannedQuantity', 'scrapAllowance'])
    .where('factoryId', '=', tx.factoryId)
    .where('id', 'in', [...changes.keys()])
    .where('deletedAt', 'is not', null)
    .orderBy('id')
    .forUpdate()
    .execute();
  if (rows.length < changes.size)
    throw makeError('rowNotFound', {}, { processId: { reason: 'notAReference' } });
  const partIds = new Set(order.parts.map(({ id }) => id));
  await writeDifferences(
    tx,
    'process',
    rows
      .map(({ id, partId, plannedQuantity, scrapAllowance }) => ({
        ...{ id, partId, change: changes.get(id)! },
        before: { plannedQuantity: plannedQuantity ?? 0, scrapAllowance: scrapAllowance ?? 0 },
      }))
      .filter(
        ({ partId, before, change }) =>
          partIds.has(partId) &&
          addQuantities(before.plannedQuantity, change.plannedQuantity) > 0 &&
          addQuantities(before.scrapAllowance, change.scrapAllowance) >= 0,
      ),
  );
}

/**
 * Writes changes of the quantities of an order, its parts and its processes, but not of its cards. The caller
 * must call `closeRouting` afterwards.
 * @throws lossAnswerUsed if a process would be planned for fewer pieces than it has received
 */
export async function applyQuantityChanges(
  tx: Transaction,
  routing: Routing,
  orderId: number,
  order: OrderWithLoss,
  changes: QuantityChanges,
): Promise<void> {
  await writeDifferences(tx, 'workOrder', [
    { id: orderId, before: { quantity: order.quantity }, change: { quantity: changes.order } },
  ]);
  const partRows = order.parts.map(({ id, quantity, scrapAllowance }) => ({
    id,
    before: { quantity, scrapAllowance },
    change: changes.parts.get(id) ?? {},
  }));
  await writeDifferences(tx, 'part', partRows);
  const routingIds = new Set(routing.processes.map(({ id }) => id));
  await changeDeletedProcesses(
    tx,
    order,
    new Map([...changes.processes].filter(([id]) => !routingIds.has(id))),
  );
  const presentChanges = [...changes.processes].filter(([id]) => routingIds.has(id));
  const processRows = presentChanges.map(([id, change]) => {
    const process = findRoutingProcess(routing, id);
    const { plannedQuantity, scrapAllowance } = process;
    return { id, process, before: { plannedQuantity, scrapAllowance }, change };
  });
  for (const { process, change } of processRows) {
    process.plannedQuantity = addQuantities(process.plannedQuantity, change.plannedQuantity);
    process.scrapAllowance = Math.max(0, addQuantities(process.scrapAllowance, change.scrapAllowance));
    routing.changedProcesses.add(process);
    const { id, name, received, plannedQuantity } = process;
    if (plannedQuantity < received || plannedQuantity <= 0)
      throw makeError(
        'lossAnswerUsed',
        { name, received, remaining: Math.max(0, plannedQuantity) },
        undefined,
        [{ entity: 'process', id, name }],
      );
  }
  await writeDifferences(
    tx,
    'process',
    processRows.map(({ id, before, change }) => ({ id, before, change })),
  );
}
