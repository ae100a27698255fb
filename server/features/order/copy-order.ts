import { entities, type Entity } from '#shared/entities/index.ts';
import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import { makeError } from '#shared/kernel/errors.ts';
import { hasPermission } from '#shared/kernel/permissions.ts';
import { validateRecord } from '#shared/kernel/validate.ts';
import { scaleQuantity } from '#shared/ledger/quantity.ts';
import { addDays, countDaysBetween } from '#shared/rules/days.ts';
import { allowCopiedFiles } from '../../crud/attach-files.ts';
import { lockCustomColumns } from '../../crud/custom-columns.ts';
import { loadRecord, loadRecords } from '../../crud/read.ts';
import { lockReferencedRows } from '../../crud/references.ts';
import { getSavableFields, saveRecords } from '../../crud/save.ts';
import { writeRows } from '../../crud/write-rows.ts';
import type { Transaction } from '../../db/transaction.ts';
import type { Viewer } from '../../hooks/hooks.ts';
import { closeRouting } from '../../ledger/close-routing.ts';
import { openPartRoutings } from '../../ledger/routing.ts';

const ORDER_ENTITY = entities.workOrder as EntityDeclaration;
const PART_ENTITY = entities.part as EntityDeclaration;
const PROCESS_ENTITY = entities.process as EntityDeclaration;

type Part = Entity<'part'>;
type Process = Entity<'process'>;
type Values = Record<string, unknown>;

/** What the planner decides about the copy of an order. */
interface OrderCopyInput {
  id: number;
  code: string;
  quantity: number;
  dueDate: string | null;
}

/** A source part and its copy. */
interface CopiedPart {
  source: Part;
  id: number;
  quantity: number;
}

/** Copies the values that a save accepts. Values of custom columns that no longer exist are left out. */
async function copySavableValues(
  tx: Transaction,
  entity: EntityDeclaration,
  rows: readonly object[],
): Promise<Values[]> {
  const names = Object.keys(getSavableFields(entity));
  const columns = entity.customColumns ? await lockCustomColumns(tx, entity.customColumns) : [];
  const columnIds = new Set(columns.map(({ id }) => String(id)));
  return (rows as readonly Values[]).map((row) => ({
    ...Object.fromEntries(names.map((name) => [name, row[name] ?? null])),
    custom: Object.fromEntries(
      Object.entries((row['custom'] ?? {}) as Values).filter(([id]) => columnIds.has(id)),
    ),
  }));
}

/**
 * Returns a function that moves a date of the source order by the days between the two due dates. If one of the
 * orders has no due date, the copy has no dates.
 */
function makeDateShift(sourceDueDate: string | null, dueDate: string | null) {
  const days = sourceDueDate && dueDate ? countDaysBetween(sourceDueDate, dueDate) : null;
  return (date: string | null): string | null => (date && days !== null ? addDays(date, days) : null);
}
type DateShift = ReturnType<typeof makeDateShift>;

const loadPartIds = async (tx: Transaction, orderId: number): Promise<number[]> =>
  (
    await tx.db
      .selectFrom('part')
      .select('id')
      .where('factoryId', '=', tx.factoryId)
      .where('orderId', '=', orderId)
      .where('deletedAt', 'is', null)
      .orderBy('id')
      .execute()
  ).map((row) => row.id);

const loadProcessIds = async (tx: Transaction, partIds: readonly number[]): Promise<number[]> =>
  partIds.length === 0
    ? []
    : (
        await tx.db
          .selectFrom('process')
          .select('id')
          .where('factoryId', '=', tx.factoryId)
          .where('partId', 'in', partIds)
          .where('deletedAt', 'is', null)
          .orderBy('partId')
          .orderBy('seq')
          .orderBy('id')
          .execute()
      ).map((row) => row.id);

/**
 * Copies the part tree, level by level from the root parts. A root part is scaled by the quantity of the order,
 * and every other part by the quantity of its parent, so that no assembly lacks pieces.
 * @returns the copies by the id of their source
 */
async function copyParts(
  tx: Transaction,
  viewer: Viewer,
  parts: readonly Part[],
  order: { id: number; quantity: number; sourceQuantity: number },
  shiftDate: DateShift,
): Promise<Map<number, CopiedPart>> {
  const copies = new Map<number, CopiedPart>();
  let level = parts.filter(({ parentId }) => parentId === null);
  while (level.length > 0) {
    allowCopiedFiles(tx, PART_ENTITY.fields, ...level);
    const values = await copySavableValues(tx, PART_ENTITY, level);
    const changes = level.map((source, index) => {
      const parent = source.parentId === null ? undefined : copies.get(source.parentId);
      const quantity = parent
        ? scaleQuantity(source.quantity, parent.source.quantity, parent.quantity)
        : scaleQuantity(source.quantity, order.sourceQuantity, order.quantity);
      const given = {
        ...values[index],
        orderId: order.id,
        parentId: parent?.id ?? null,
        quantity,
        dueDate: shiftDate(source.dueDate),
      };
      return { id: null, version: null, given, isImport: true as const };
    });
    const saved = await saveRecords(tx, PART_ENTITY, viewer, changes);
    for (const [index, source] of level.entries())
      copies.set(source.id, { source, id: saved[index]!.id, quantity: changes[index]!.given.quantity });
    const levelIds = new Set(level.map(({ id }) => id));
    level = parts.filter(({ parentId }) => parentId !== null && levelIds.has(parentId));
  }
  return copies;
}

/**
 * Copies processes to the copies of their parts, in one write, and computes the ledgers of the copies. The order
 * and its parts are new, so that no other transaction knows them.
 */
async function copyProcesses(
  tx: Transaction,
  processes: readonly Process[],
  parts: ReadonlyMap<number, CopiedPart>,
  shiftDate: DateShift,
): Promise<void> {
  const fields = getSavableFields(PROCESS_ENTITY);
  const copiedValues = await copySavableValues(tx, PROCESS_ENTITY, processes);
  const rows = processes.map((process, index) => {
    const part = parts.get(process.partId)!;
    const { custom, ...values } = copiedValues[index]!;
    const validated = validateRecord(fields, {
      ...values,
      partId: part.id,
      plannedQuantity: scaleQuantity(
        process.plannedQuantity ?? part.source.quantity,
        part.source.quantity,
        part.quantity,
      ),
      plannedStart: shiftDate(process.plannedStart),
      plannedEnd: shiftDate(process.plannedEnd),
      needBy: shiftDate(process.needBy),
    });
    if (validated.problems) throw makeError('fieldsInvalid', {}, validated.problems);
    return { id: null, next: { ...validated.values, custom } };
  });
  await lockReferencedRows(tx, fields, ...rows.map(({ next }) => next));
  const ids = await writeRows(tx, PROCESS_ENTITY, rows);
  for (const [index, id] of ids.entries())
    tx.log({ entity: 'process', id, action: 'add', before: null, after: rows[index]!.next });
  const routing = await openPartRoutings(
    tx,
    [...parts.values()].map(({ id }) => id),
  );
  for (const process of routing.processes) routing.changedProcesses.add(process);
  await closeRouting(tx, routing);
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
  const partIds = await loadPartIds(tx, id);
  const parts = (await loadRecords(tx.db, PART_ENTITY, viewer, partIds)) as unknown as Part[];
  const processIds = await loadProcessIds(tx, partIds);
  if (processIds.length > 0 && !hasPermission(viewer, 'PROCESS_MODIFY')) throw makeError('noPermission');
  const processes = (await loadRecords(tx.db, PROCESS_ENTITY, viewer, processIds)) as unknown as Process[];

  const shiftDate = makeDateShift(source.dueDate, dueDate);
  const [orderValues] = await copySavableValues(tx, ORDER_ENTITY, [source]);
  const [order] = await saveRecords(tx, ORDER_ENTITY, viewer, [
    {
      id: null,
      version: null,
      given: {
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
  const copiedParts = await copyParts(
    tx,
    viewer,
    parts,
    { id: orderId, quantity, sourceQuantity: source.quantity },
    shiftDate,
  );
  if (processes.length > 0) await copyProcesses(tx, processes, copiedParts, shiftDate);
  return { id: orderId, partCount: copiedParts.size, processCount: processes.length };
}
