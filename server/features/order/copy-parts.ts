import { entities, type Entity } from '#shared/entities/index.ts';
import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import { makeError } from '#shared/kernel/errors.ts';
import { hasPermission } from '#shared/kernel/permissions.ts';
import type { MaterialLine } from '#shared/ledger/part-materials.ts';
import { validateRecord } from '#shared/kernel/validate.ts';
import { allowCopiedFiles } from '../../crud/attach-files.ts';
import { lockCustomColumns } from '../../crud/custom-columns.ts';
import { loadRecords } from '../../crud/read.ts';
import { lockReferencedRows } from '../../crud/references.ts';
import { getSavableFields, saveRecords } from '../../crud/save.ts';
import { writeRows } from '../../hooks/write-rows.ts';
import type { Transaction } from '../../db/transaction.ts';
import { pickTypedTimes, updateFormulaTimes } from '../../hooks/formula-times.ts';
import type { Viewer } from '../../hooks/hooks.ts';
import { calculateNewRoutings } from '../../ledger/calculate-new-routings.ts';

const PART_ENTITY = entities.part as EntityDeclaration;
const PROCESS_ENTITY = entities.process as EntityDeclaration;

type Part = Entity<'part'>;
type Process = Entity<'process'>;
type RowValues = Record<string, unknown>;

/** The parts of an order and their processes. */
export interface OrderParts {
  parts: readonly Part[];
  processes: readonly Process[];
}

/** The values in which the copies of parts and processes differ from their sources. */
interface PartCopyChanges {
  orderId: number;
  /** The quantity of each copy, by the id of the source part. */
  partQuantities: ReadonlyMap<number, number>;
  /** The planned materials of each copy, by the id of the source part. */
  materials: ReadonlyMap<number, MaterialLine[]>;
  /** The planned quantity of each copy, by the id of the source process. */
  plannedQuantities: ReadonlyMap<number, number>;
  shiftDate: (date: string | null) => string | null;
}

/** Copies the values that a save accepts. Values of custom columns that no longer exist are left out. */
export async function copySavableValues(
  tx: Transaction,
  entity: EntityDeclaration,
  rows: readonly object[],
): Promise<RowValues[]> {
  const names = Object.keys(getSavableFields(entity));
  const columns = entity.customColumns ? await lockCustomColumns(tx, entity.customColumns) : [];
  const columnIds = new Set(columns.map(({ id }) => String(id)));
  return (rows as readonly RowValues[]).map((row) => ({
    ...Object.fromEntries(names.map((name) => [name, row[name] ?? null])),
    custom: Object.fromEntries(
      Object.entries((row['custom'] ?? {}) as RowValues).filter(([id]) => columnIds.has(id)),
    ),
  }));
}

/** The factory and the database from which rows are read: a transaction, or a plain connection. */
export type FactoryReader = Pick<Transaction, 'db' | 'factoryId'>;

/** Loads the ids of the parts of orders, in id order. */
export const loadPartIds = async (tx: FactoryReader, orderIds: readonly number[]): Promise<number[]> =>
  (
    await tx.db
      .selectFrom('part')
      .select('id')
      .where('factoryId', '=', tx.factoryId)
      .where('orderId', 'in', orderIds)
      .where('deletedAt', 'is', null)
      .orderBy('id')
      .execute()
  ).map((row) => row.id);

const loadProcessIds = async (tx: FactoryReader, partIds: readonly number[]): Promise<number[]> =>
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
 * Loads the parts and processes of an order, to copy or to change them.
 * @throws noPermission if there are processes and the viewer may not change processes
 */
export async function loadPartsToCopy(
  tx: FactoryReader,
  viewer: Viewer,
  orderId: number,
): Promise<OrderParts> {
  const partIds = await loadPartIds(tx, [orderId]);
  const parts = (await loadRecords(tx.db, PART_ENTITY, viewer, partIds)) as unknown as Part[];
  const processIds = await loadProcessIds(tx, partIds);
  if (processIds.length > 0 && !hasPermission(viewer, 'PROCESS_MODIFY')) throw makeError('noPermission');
  const processes = (await loadRecords(tx.db, PROCESS_ENTITY, viewer, processIds)) as unknown as Process[];
  return { parts, processes };
}

/**
 * Copies the part tree, level by level from the root parts.
 * @returns the ids of the copies, by the id of their source
 */
async function copyPartTree(
  tx: Transaction,
  viewer: Viewer,
  parts: readonly Part[],
  { orderId, partQuantities, materials, shiftDate }: PartCopyChanges,
): Promise<Map<number, number>> {
  const copyIds = new Map<number, number>();
  let level = parts.filter(({ parentId }) => parentId === null);
  while (level.length > 0) {
    allowCopiedFiles(tx, PART_ENTITY.fields, ...level);
    const values = await copySavableValues(tx, PART_ENTITY, level);
    const changes = level.map((source, index) => {
      const partValues = {
        ...values[index],
        orderId,
        parentId: source.parentId === null ? null : copyIds.get(source.parentId)!,
        quantity: partQuantities.get(source.id)!,
        materials: materials.get(source.id)!,
        dueDate: shiftDate(source.dueDate),
      };
      return { id: null, version: null, givenValues: partValues, isImport: true as const };
    });
    const savedParts = await saveRecords(tx, PART_ENTITY, viewer, changes);
    for (const [index, source] of level.entries()) copyIds.set(source.id, savedParts[index]!.id);
    const levelIds = new Set(level.map(({ id }) => id));
    level = parts.filter(({ parentId }) => parentId !== null && levelIds.has(parentId));
  }
  return copyIds;
}

/**
 * Copies processes to the copies of their parts, in one write, and computes the ledgers of the copies. The
 * order and its parts are new, so no other transaction can change them. The copies get no appointments and
 * belong to no sync group.
 */
async function copyProcesses(
  tx: Transaction,
  { parts, processes }: OrderParts,
  partCopyIds: ReadonlyMap<number, number>,
  { partQuantities, plannedQuantities, shiftDate }: PartCopyChanges,
): Promise<void> {
  const fields = getSavableFields(PROCESS_ENTITY);
  const copiedValues = await copySavableValues(tx, PROCESS_ENTITY, processes);
  const rows = processes.map((process, index) => {
    const { custom, ...values } = copiedValues[index]!;
    const validation = validateRecord(fields, {
      ...values,
      ...pickTypedTimes(process),
      appointmentStart: null,
      appointmentEnd: null,
      pinned: false,
      syncKey: null,
      partId: partCopyIds.get(process.partId)!,
      plannedQuantity: plannedQuantities.get(process.id)!,
      plannedStart: shiftDate(process.plannedStart),
      plannedEnd: shiftDate(process.plannedEnd),
      needBy: shiftDate(process.needBy),
    });
    if (validation.problems) throw makeError('fieldsInvalid', {}, validation.problems);
    return { id: null, next: { ...validation.values, custom } };
  });
  await lockReferencedRows(tx, fields, ...rows.map(({ next }) => next));
  const ids = await writeRows(tx, PROCESS_ENTITY, rows);
  for (const [index, id] of ids.entries())
    tx.log({ entity: 'process', id, action: 'add', before: null, after: rows[index]!.next });
  await updateFormulaTimes(
    tx,
    parts.map((part) => ({
      ...part,
      id: partCopyIds.get(part.id)!,
      quantity: partQuantities.get(part.id)!,
    })),
  );
  await calculateNewRoutings(tx, [...partCopyIds.values()]);
}

/**
 * Copies parts and their processes to a new order, without reports, and computes the state of the order.
 * @throws the errors of saving a part or a process
 */
export async function copyPartsAndProcesses(
  tx: Transaction,
  viewer: Viewer,
  orderParts: OrderParts,
  changes: PartCopyChanges,
): Promise<void> {
  const partCopyIds = await copyPartTree(tx, viewer, orderParts.parts, changes);
  if (orderParts.processes.length > 0) await copyProcesses(tx, orderParts, partCopyIds, changes);
}
