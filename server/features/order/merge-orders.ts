import { entities, type Entity } from '#shared/entities/index.ts';
import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import { makeError } from '#shared/kernel/errors.ts';
import { findNextState } from '#shared/kernel/machine.ts';
import {
  findMergeDifference,
  mergeOrderQuantities,
  type MergedOrder,
  type MergeDifference,
  type OrderToMerge,
} from '#shared/ledger/merge-orders.ts';
import { workOrderStateMachine } from '#shared/machines/work-order.ts';
import { markAsTerm } from '#shared/terms/error-message.ts';
import { loadRecords } from '../../crud/read.ts';
import { writeRows } from '../../hooks/write-rows.ts';
import type { Transaction } from '../../db/transaction.ts';
import { findExtraProcess, hasNoPiecesOrReports } from '../../hooks/has-no-reports.ts';
import type { Viewer } from '../../hooks/hooks.ts';
import { loadPartsToCopy, type FactoryReader, type OrderParts } from './copy-parts.ts';
import { lockOrders } from './lock-order.ts';
import { writeOrderQuantities } from './write-quantities.ts';

const ORDER_ENTITY = entities.workOrder as EntityDeclaration;

/** The planner's input for a merge of orders. */
interface OrderMergeInput {
  /** The order that survives. */
  id: number;
  version: number;
  /** The orders that are merged into the surviving order. */
  orders: readonly { id: number; version: number }[];
  /** The due date of the surviving order; null for the earliest due date of all orders. */
  dueDate: string | null;
}

/**
 * An order with its parts and processes: its record, the rows to copy from, and the values to compare with
 * the other orders.
 */
interface LoadedOrder {
  row: Entity<'workOrder'>;
  parts: OrderParts;
  orderToCompare: OrderToMerge;
}

/** The preview of a merge: the surviving order as it will be after the merge. */
interface OrderMergePreview extends Omit<MergedOrder, 'parts' | 'materials' | 'processes'> {
  /** The quantity of the surviving order before the merge. */
  quantityBefore: number;
  parts: { id: number; code: string; name: string; before: number; after: number }[];
}

/**
 * Loads orders with their parts and processes, in the sequence of `ids`.
 * @throws rowNotFound, noPermission
 */
async function loadOrdersToMerge(
  reader: FactoryReader,
  viewer: Viewer,
  ids: readonly number[],
): Promise<LoadedOrder[]> {
  const rows = (await loadRecords(reader.db, ORDER_ENTITY, viewer, ids)) as unknown as Entity<'workOrder'>[];
  const orders: LoadedOrder[] = [];
  for (const row of rows) {
    const parts = await loadPartsToCopy(reader, viewer, row.id);
    const processes = parts.processes.map((process) => {
      const craftName = process.labels.craftId ?? '';
      return { ...process, craftName, name: process.name ?? craftName };
    });
    const customerName = row.labels.customerId ?? null;
    const projectName = row.labels.projectId ?? null;
    orders.push({
      row,
      parts,
      orderToCompare: { ...row, customerName, projectName, parts: parts.parts, processes },
    });
  }
  return orders;
}

/**
 * Throws an error that names the difference between the orders.
 * @throws mergeOrdersDiffer, mergePartMissing, mergePartsDiffer, mergeProcessMissing, mergeProcessesDiffer
 */
function refuseDifference(difference: MergeDifference): never {
  const toDisplayValue = (value: DifferentValue) =>
    value === null || value === '' ? '—' : typeof value === 'object' ? markAsTerm(value.term) : value;
  if (difference.kind === 'partMissing') {
    const { order, other, part } = difference;
    throw makeError('mergePartMissing', { order, other, part });
  }
  if (difference.kind === 'processMissing') {
    const { order, other, part, name, seq } = difference;
    throw makeError('mergeProcessMissing', { order, other, part, name, seq });
  }
  const { order, other } = difference;
  const field = markAsTerm(difference.field);
  const value = toDisplayValue(difference.value);
  const otherValue = toDisplayValue(difference.otherValue);
  if (difference.kind === 'order')
    throw makeError('mergeOrdersDiffer', { order, other, field, value, otherValue });
  const { part } = difference;
  if (difference.kind === 'part')
    throw makeError('mergePartsDiffer', { order, other, part, field, value, otherValue });
  const { seq } = difference;
  throw makeError('mergeProcessesDiffer', { order, other, part, seq, field, value, otherValue });
}
type DifferentValue = Extract<MergeDifference, { kind: 'order' }>['value'];

/**
 * Refuses a merge if the orders are neither all drafts nor all released, if work on an order has begun, or if the
 * orders differ.
 * @throws orderState, mergeBegun, mergeOrdersDiffer, mergePartMissing, mergePartsDiffer, mergeProcessMissing,
 * mergeProcessesDiffer
 */
function refuseInvalidMerge(orders: readonly LoadedOrder[]): void {
  for (const { row, parts } of orders) {
    if (findNextState(workOrderStateMachine, row.state, 'merge') === null)
      throw makeError('orderState', { state: markAsTerm(row.state), event: markAsTerm('mergeOrders') });
    const begunProcess = parts.processes.find((process) => !hasNoPiecesOrReports(process));
    if (!begunProcess) continue;
    const part = parts.parts.find(({ id }) => id === begunProcess.partId)!;
    const name = begunProcess.name ?? begunProcess.labels.craftId ?? '';
    throw makeError('mergeBegun', { order: row.code, part: part.name, name }, undefined, [
      { entity: 'process', id: begunProcess.id, name },
    ]);
  }
  const difference = findMergeDifference(orders.map(({ orderToCompare }) => orderToCompare));
  if (difference) refuseDifference(difference);
}

/**
 * Refuses to end orders with extra processes, because their time and cost would not count for the order that stays.
 * @throws mergeBegun
 */
async function refuseExtraProcesses(
  reader: FactoryReader,
  endedOrders: readonly LoadedOrder[],
): Promise<void> {
  const extraProcess = await findExtraProcess(
    reader,
    endedOrders.flatMap(({ parts }) => parts.parts.map(({ id }) => id)),
  );
  if (!extraProcess) return;
  const { row } = endedOrders.find(({ parts }) => parts.parts.some(({ id }) => id === extraProcess.partId))!;
  throw makeError(
    'mergeBegun',
    { order: row.code, part: extraProcess.partName, name: extraProcess.craftName },
    undefined,
    [{ entity: 'extraProcess', id: extraProcess.id, name: extraProcess.craftName }],
  );
}

/** Refuses an empty list of orders, and a list that contains an order twice. */
function refuseRepeatedOrders(id: number, orders: readonly { id: number }[]): void {
  if (orders.length === 0) throw makeError('fieldsInvalid', {}, { orders: { reason: 'required' } });
  const ids = new Set([id]);
  for (const [index, order] of orders.entries()) {
    if (ids.has(order.id))
      throw makeError('fieldsInvalid', {}, { [`orders[${index}].id`]: { reason: 'repeated' } });
    ids.add(order.id);
  }
}

/**
 * Computes what a merge would make of an order, and changes nothing.
 * @throws the errors of `mergeOrders`, but never an error about an outdated version
 */
export async function previewMerge(
  reader: FactoryReader,
  viewer: Viewer,
  { id, orders }: { id: number; orders: readonly { id: number }[] },
): Promise<OrderMergePreview> {
  refuseRepeatedOrders(id, orders);
  const loadedOrders = await loadOrdersToMerge(reader, viewer, [id, ...orders.map((order) => order.id)]);
  refuseInvalidMerge(loadedOrders);
  await refuseExtraProcesses(reader, loadedOrders.slice(1));
  const { row, parts } = loadedOrders[0]!;
  const {
    parts: quantities,
    materials: _materials,
    processes: _processes,
    ...merged
  } = mergeOrderQuantities(loadedOrders.map(({ orderToCompare }) => orderToCompare));
  return {
    ...merged,
    quantityBefore: row.quantity,
    parts: parts.parts.map(({ id: partId, code, name, quantity }) => ({
      id: partId,
      code,
      name,
      before: quantity,
      after: quantities.get(partId)!,
    })),
  };
}

/**
 * Merges orders into one order. The surviving order gets the sum of the quantities, and so do its parts, cards and
 * processes. The other orders are cancelled, and refer to the surviving order. The orders must have the same parts and
 * routings. No piece of them may have been received or reported.
 * @returns the id and the quantity of the surviving order
 * @throws rowNotFound, noPermission, stale, orderState, mergeBegun, mergeOrdersDiffer, mergePartMissing,
 * mergePartsDiffer, mergeProcessMissing, mergeProcessesDiffer; fieldsInvalid if no order is given, or an order is given
 * twice; startAfterEnd if the due date is before the planned start
 */
export async function mergeOrders(
  tx: Transaction,
  viewer: Viewer,
  { id, version, orders, dueDate: chosenDueDate }: OrderMergeInput,
): Promise<{ id: number; quantity: number }> {
  refuseRepeatedOrders(id, orders);
  const versions = new Map([{ id, version }, ...orders].map((order) => [order.id, order.version]));
  const { routing } = await lockOrders(tx, versions);
  const loadedOrders = await loadOrdersToMerge(tx, viewer, [...versions.keys()]);
  refuseInvalidMerge(loadedOrders);
  await refuseExtraProcesses(tx, loadedOrders.slice(1));
  const [survivor, ...otherOrders] = loadedOrders;
  const { parts, materials, processes, ...merged } = mergeOrderQuantities(
    loadedOrders.map(({ orderToCompare }) => orderToCompare),
  );
  const dueDate = chosenDueDate ?? merged.dueDate;
  if (merged.plannedStart && dueDate && merged.plannedStart > dueDate)
    throw makeError('startAfterEnd', {}, { dueDate: { reason: 'notADate' } });

  const after = { state: 'cancelled', mergedIntoId: id } as const;
  await writeRows(
    tx,
    ORDER_ENTITY,
    otherOrders.map(({ row }) => ({ id: row.id, next: after })),
  );
  for (const { row } of otherOrders)
    tx.log({
      entity: 'workOrder',
      id: row.id,
      action: 'mergeOrders',
      before: { state: row.state, mergedIntoId: null },
      after,
    });
  tx.announce(
    'progress',
    'workOrder',
    otherOrders.map(({ row }) => row.id),
  );
  await writeOrderQuantities(
    tx,
    survivor!.row,
    survivor!.parts,
    { order: { ...merged, dueDate }, parts, materials, processes },
    { routing, action: 'mergeOrders' },
  );
  return { id, quantity: merged.quantity };
}
