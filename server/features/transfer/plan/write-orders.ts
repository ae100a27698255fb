import { entities } from '#shared/entities/index.ts';
import type { MeasuredPart } from '#shared/formula/part-inputs.ts';
import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import { MesError } from '#shared/kernel/errors.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import { insertRecords } from '../../../crud/insert-records.ts';
import { saveRecords } from '../../../crud/save.ts';
import type { Transaction } from '../../../db/transaction.ts';
import { createCards } from '../../../hooks/cards.ts';
import { fillInFormulaTimes, loadCraftTimes } from '../../../hooks/formula-times.ts';
import type { DraftOf } from '../../../hooks/hooks.ts';
import { completeNewProcess, loadCraftDefaults } from '../../../hooks/process.ts';
import { calculateNewRoutings } from '../../../ledger/calculate-new-routings.ts';
import { PLAN_ENTITIES } from './plan-columns.ts';
import type { PlanOrder, PlanPart, PlanProcess, PlanRecord } from './plan-records.ts';

/** The error of a record of a plan that is refused when it is written. */
export class RecordRefusedError extends Error {
  readonly record: PlanRecord;
  readonly refusal: MesError;

  constructor(record: PlanRecord, refusal: MesError) {
    super(refusal.message);
    this.record = record;
    this.refusal = refusal;
  }
}

/**
 * Writes records with the given function. If a refusal names the index of a record, the function throws a
 * `RecordRefusedError` with this record instead.
 */
async function runForRecords<T>(records: readonly PlanRecord[], write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    const record = error instanceof MesError ? records[error.rowIndex ?? -1] : undefined;
    throw record ? new RecordRefusedError(record, error as MesError) : error;
  }
}

/** A part that is being written, with the values that its processes need. */
interface PartToWrite {
  part: PlanPart;
  orderId: number;
}

const getQuantity = ({ checkedValues }: PlanPart): number => checkedValues!['quantity'] as number;

/**
 * Writes parts and their cards, level by level, so that each part is written after its parent.
 * @returns the ids of the parts
 */
async function writeParts(
  tx: Transaction,
  partsToWrite: readonly PartToWrite[],
): Promise<Map<PlanPart, number>> {
  const idsByPart = new Map<PlanPart, number>();
  let remainingParts = partsToWrite;
  while (remainingParts.length > 0) {
    const isReady = ({ part }: PartToWrite) => part.parent === null || idsByPart.has(part.parent);
    const level = remainingParts.filter(isReady);
    remainingParts = remainingParts.filter((part) => !isReady(part));
    const givenRows = level.map(({ part, orderId }) => ({
      ...part.checkedValues,
      orderId,
      parentId: part.parent && idsByPart.get(part.parent)!,
    }));
    const ids = await runForRecords(
      level.map(({ part }) => part),
      () => insertRecords(tx, PLAN_ENTITIES.part, givenRows),
    );
    for (const [index, { part }] of level.entries()) idsByPart.set(part, ids[index]!);
  }
  await createCards(
    tx,
    partsToWrite.map(({ part, orderId }) => ({
      id: idsByPart.get(part)!,
      orderId,
      quantity: getQuantity(part),
    })),
  );
  return idsByPart;
}

async function writeProcesses(tx: Transaction, idsByPart: ReadonlyMap<PlanPart, number>): Promise<void> {
  const processes: { process: PlanProcess; partId: number }[] = [];
  const measuredParts = new Map<number, MeasuredPart>();
  for (const [part, partId] of idsByPart) {
    measuredParts.set(partId, part.checkedValues as unknown as MeasuredPart);
    for (const process of part.processes) processes.push({ process, partId });
  }
  if (processes.length === 0) return;
  const craftIds = processes.map(({ process }) => process.checkedValues!['craftId'] as number);
  const crafts = await loadCraftDefaults(tx, craftIds);
  const craftTimes = await loadCraftTimes(tx, craftIds);
  await runForRecords(
    processes.map(({ process }) => process),
    () =>
      insertRecords(
        tx,
        PLAN_ENTITIES.process,
        processes.map(({ process, partId }) => ({ ...process.checkedValues, partId })),
        (values) => {
          const newProcess = values as DraftOf<'process'>;
          const part = measuredParts.get(newProcess.partId)!;
          fillInFormulaTimes(newProcess, null, craftTimes.get(newProcess.craftId), part);
          completeNewProcess(newProcess, crafts.get(newProcess.craftId), part.quantity);
        },
      ),
  );
  await calculateNewRoutings(tx, [...idsByPart.values()]);
}

/**
 * Writes orders as drafts, with their parts, cards and processes, in a few statements. All records must be checked.
 * @returns the ids of the orders
 * @throws RecordRefusedError, and the errors of saving orders, parts and processes
 */
export async function writeOrders(
  tx: Transaction,
  user: CurrentUser,
  orders: readonly PlanOrder[],
): Promise<number[]> {
  const changes = orders.map(({ checkedValues }) => ({
    id: null,
    version: null,
    givenValues: checkedValues!,
    isImport: true as const,
  }));
  const savedOrders = await runForRecords(orders, () =>
    saveRecords(tx, entities.workOrder as EntityDeclaration, user, changes),
  );
  const partsToWrite = orders.flatMap((order, index) =>
    [...order.parts.values()].map((part) => ({ part, orderId: savedOrders[index]!.id })),
  );
  if (partsToWrite.length > 0) await writeProcesses(tx, await writeParts(tx, partsToWrite));
  tx.announce(
    'progress',
    'workOrder',
    savedOrders.map(({ id }) => id),
  );
  return savedOrders.map(({ id }) => id);
}

/**
 * Splits orders into groups that are written together. A group has few processes, so that their ledgers are computed
 * quickly.
 */
export function* splitIntoGroups(
  orders: readonly PlanOrder[],
  rowsPerGroup: number,
): Generator<{ orders: PlanOrder[]; rowCount: number }> {
  let group: PlanOrder[] = [];
  let rowCount = 0;
  for (const order of orders) {
    group.push(order);
    rowCount += countRows(order);
    if (rowCount < rowsPerGroup) continue;
    yield { orders: group, rowCount };
    group = [];
    rowCount = 0;
  }
  if (group.length > 0) yield { orders: group, rowCount };
}

/** Counts the rows of an order: the order, its parts and its processes. */
export const countRows = (order: PlanOrder): number =>
  [...order.parts.values()].reduce((count, { processes }) => count + 1 + processes.length, 1);
