import { entities, type Entity } from '#shared/entities/index.ts';
import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import { makeError } from '#shared/kernel/errors.ts';
import { hasPermission } from '#shared/kernel/permissions.ts';
import {
  divideOrder,
  findLargestSplit,
  isSplitPossible,
  type OrderSplit,
} from '#shared/ledger/split-order.ts';
import { divideMaterials } from '#shared/ledger/part-materials.ts';
import { isOrderSplittable, type OrderState } from '#shared/machines/work-order.ts';
import { addDays, countDaysBetween } from '#shared/rules/days.ts';
import { markAsTerm } from '#shared/terms/error-message.ts';
import { loadRecord } from '../../crud/read.ts';
import { saveRecords } from '../../crud/save.ts';
import type { Transaction } from '../../db/transaction.ts';
import type { Viewer } from '../../hooks/hooks.ts';
import { copyPartsAndProcesses, copySavableValues, loadPartsToCopy, type OrderParts } from './copy-parts.ts';
import { lockOrders } from './lock-order.ts';
import { writeOrderQuantities } from './write-quantities.ts';

const ORDER_ENTITY = entities.workOrder as EntityDeclaration;

/** The planner's input for a split of an order. */
interface OrderSplitInput {
  id: number;
  version: number;
  /** The code of the new order. */
  code: string;
  /** The quantity that the new order gets. */
  quantity: number;
  /** The due date of the new order. */
  dueDate: string | null;
}

/**
 * Divides the quantities of an order. It refuses a split that leaves too little in the source order.
 * @throws splitBelowReceived, fieldsInvalid; both name the largest possible quantity
 */
function divideOrRefuse(
  source: Entity<'workOrder'>,
  { parts, processes }: OrderParts,
  quantity: number,
): OrderSplit {
  const order = { quantity: source.quantity, parts, processes };
  const orderSplit = divideOrder(order, quantity);
  if (isSplitPossible(orderSplit)) return orderSplit;
  const maxQuantity = findLargestSplit(order);
  const problems = { quantity: { reason: 'tooLarge', params: { max: maxQuantity } } } as const;
  const process = orderSplit.blockingProcess;
  if (!process || orderSplit.order.remaining <= 0) throw makeError('fieldsInvalid', {}, problems);
  const part = parts.find(({ id }) => id === process.partId)!;
  const { name, received } = process as Entity<'process'>;
  const { remaining } = orderSplit.processes.get(process.id)!;
  throw makeError(
    'splitBelowReceived',
    { max: maxQuantity, part: part.name, name, received, remaining },
    problems,
    [{ entity: 'process', id: process.id, name: name ?? '' }],
  );
}

/**
 * Creates the order that gets the split-off quantity. It gets the state of the source order. If the source order is in
 * progress, the new order is released instead. `closeRouting` later derives the state of the new order from its
 * processes.
 * @returns the id of the order
 */
async function createSplitOffOrder(
  tx: Transaction,
  viewer: Viewer,
  source: Entity<'workOrder'>,
  values: { code: string; quantity: number; dueDate: string | null; plannedStart: string | null },
): Promise<number> {
  const [sourceValues] = await copySavableValues(tx, ORDER_ENTITY, [source]);
  const orderValues = { ...sourceValues, ...values };
  const [order] = await saveRecords(tx, ORDER_ENTITY, viewer, [
    { id: null, version: null, givenValues: orderValues, isImport: true },
  ]);
  const state: OrderState = source.state === 'inProgress' ? 'released' : source.state;
  await tx.db
    .updateTable('workOrder')
    .set({ state, splitFromId: source.id })
    .where('factoryId', '=', tx.factoryId)
    .where('id', '=', order!.id)
    .execute();
  tx.log({
    entity: 'workOrder',
    id: order!.id,
    action: 'splitOrder',
    before: { state: 'draft', splitFromId: null },
    after: { state, splitFromId: source.id },
  });
  return order!.id;
}

/**
 * Moves a quantity of an order to a new order, with the parts and routings. The quantities of parts and processes are
 * divided in proportion, so that their sum stays the same. Received and reported pieces stay with the source order.
 * Dates of the new order move by the days between the two due dates; if one of the orders has no due date, the dates
 * stay.
 * @returns the id of the new order, and how many parts and processes it has
 * @throws rowNotFound, stale, orderState, splitBelowReceived; fieldsInvalid if nothing would remain; noPermission if
 * the viewer may not change orders, or if there are processes and the viewer may not change processes; and the errors
 * of saving an order, a part or a process
 */
export async function splitOrder(
  tx: Transaction,
  viewer: Viewer,
  { id, version, code, quantity, dueDate }: OrderSplitInput,
): Promise<{ id: number; partCount: number; processCount: number }> {
  if (!hasPermission(viewer, 'WORK_ORDER_MODIFY')) throw makeError('noPermission');
  const { routing } = await lockOrders(tx, new Map([[id, version]]));
  const source = (await loadRecord(tx.db, ORDER_ENTITY, viewer, id)) as unknown as Entity<'workOrder'>;
  if (!isOrderSplittable(source.state))
    throw makeError('orderState', { state: markAsTerm(source.state), event: markAsTerm('splitOrder') });
  const parts = await loadPartsToCopy(tx, viewer, id);
  const orderSplit = divideOrRefuse(source, parts, quantity);

  const days = source.dueDate && dueDate ? countDaysBetween(source.dueDate, dueDate) : 0;
  const shiftDate = (date: string | null) => date && addDays(date, days);
  const plannedStart = shiftDate(source.plannedStart);
  const newOrderId = await createSplitOffOrder(tx, viewer, source, { code, quantity, dueDate, plannedStart });
  const mapSplitOffQuantities = (shares: OrderSplit['parts']) =>
    new Map([...shares].map(([key, { splitOff }]) => [key, splitOff]));
  const materials = new Map(
    parts.parts.map((part) => [part.id, divideMaterials(part.materials, orderSplit.parts.get(part.id)!)]),
  );
  await copyPartsAndProcesses(tx, viewer, parts, {
    orderId: newOrderId,
    partQuantities: mapSplitOffQuantities(orderSplit.parts),
    materials: new Map([...materials].map(([partId, { splitOff }]) => [partId, splitOff])),
    plannedQuantities: mapSplitOffQuantities(orderSplit.processes),
    shiftDate,
  });
  const mapRemainingQuantities = (shares: OrderSplit['parts']) =>
    new Map([...shares].map(([key, { remaining }]) => [key, remaining]));
  await writeOrderQuantities(
    tx,
    source,
    parts,
    {
      order: { quantity: orderSplit.order.remaining },
      parts: mapRemainingQuantities(orderSplit.parts),
      materials: new Map([...materials].map(([partId, { remaining }]) => [partId, remaining])),
      processes: mapRemainingQuantities(orderSplit.processes),
    },
    { routing, action: 'splitOrder' },
  );
  return { id: newOrderId, partCount: parts.parts.length, processCount: parts.processes.length };
}
