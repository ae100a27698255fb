import { entities, type Entity } from '#shared/entities/index.ts';
import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import { scaleMaterials } from '#shared/ledger/part-materials.ts';
import { scaleQuantity, subtractQuantities } from '#shared/ledger/quantity.ts';
import { addDays, countDaysBetween } from '#shared/rules/days.ts';
import { loadRecord } from '../../crud/read.ts';
import { saveRecords } from '../../crud/save.ts';
import type { Transaction } from '../../db/transaction.ts';
import type { Viewer } from '../../hooks/hooks.ts';
import { copyPartsAndProcesses, copySavableValues, loadPartsToCopy, type OrderParts } from './copy-parts.ts';

const ORDER_ENTITY = entities.workOrder as EntityDeclaration;

/** The planner's input for a copy of an order. */
interface OrderCopyInput {
  id: number;
  code: string;
  quantity: number;
  dueDate: string | null;
}

/**
 * Returns a function that moves a date by the days between the due dates of the source order and the copy. If
 * one of them has no due date, the function returns null for every date.
 */
function makeDateShift(sourceDueDate: string | null, dueDate: string | null) {
  const days = sourceDueDate && dueDate ? countDaysBetween(sourceDueDate, dueDate) : null;
  return (date: string | null): string | null => (date && days !== null ? addDays(date, days) : null);
}

/**
 * Scales the quantities of parts and processes. A root part is scaled by the quantity of the order, and every other
 * part by the quantity of its parent, so that no assembly lacks pieces.
 */
function scaleQuantities({ parts, processes }: OrderParts, from: number, to: number) {
  const partById = new Map(parts.map((part) => [part.id, part]));
  const partQuantities = new Map<number, number>();
  const scalePart = (part: Entity<'part'>): number => {
    const parent = part.parentId === null ? undefined : partById.get(part.parentId);
    const quantity =
      partQuantities.get(part.id) ??
      (parent
        ? scaleQuantity(part.quantity, parent.quantity, scalePart(parent))
        : scaleQuantity(part.quantity, from, to));
    partQuantities.set(part.id, quantity);
    return quantity;
  };
  for (const part of parts) scalePart(part);
  const plannedQuantities = new Map(
    processes.map(({ id, partId, plannedQuantity, scrapAllowance }) => {
      const { quantity } = partById.get(partId)!;
      const neededQuantity = subtractQuantities(plannedQuantity ?? quantity, scrapAllowance ?? 0);
      return [id, scaleQuantity(neededQuantity, quantity, partQuantities.get(partId)!)];
    }),
  );
  const materials = new Map(
    parts.map(({ id, quantity, materials: lines }) => [
      id,
      scaleMaterials(lines, quantity, partQuantities.get(id)!),
    ]),
  );
  return { partQuantities, materials, plannedQuantities };
}

/**
 * Creates a draft order with the parts and routings of another order, without its reports, its promised date and
 * its purchase order. Quantities follow the new quantity. Dates move by the days between the two due dates; if one
 * of the orders has no due date, the copy has no dates.
 * @returns the id of the new order, and how many parts and processes it has
 * @throws rowNotFound; noPermission if processes are copied by a user who may not change processes; and the errors
 * of saving an order, a part or a process
 */
export async function copyOrder(
  tx: Transaction,
  viewer: Viewer,
  { id, code, quantity, dueDate }: OrderCopyInput,
): Promise<{ id: number; partCount: number; processCount: number }> {
  const source = (await loadRecord(tx.db, ORDER_ENTITY, viewer, id)) as unknown as Entity<'workOrder'>;
  const parts = await loadPartsToCopy(tx, viewer, id);
  const shiftDate = makeDateShift(source.dueDate, dueDate);
  const [orderValues] = await copySavableValues(tx, ORDER_ENTITY, [source]);
  const [order] = await saveRecords(tx, ORDER_ENTITY, viewer, [
    {
      id: null,
      version: null,
      givenValues: {
        ...orderValues,
        code,
        quantity,
        dueDate,
        plannedStart: shiftDate(source.plannedStart),
        promisedDate: null,
        purchasingOrder: null,
      },
      isImport: true,
    },
  ]);
  const orderId = order!.id;
  await copyPartsAndProcesses(tx, viewer, parts, {
    orderId,
    ...scaleQuantities(parts, source.quantity, quantity),
    shiftDate,
  });
  return { id: orderId, partCount: parts.parts.length, processCount: parts.processes.length };
}
