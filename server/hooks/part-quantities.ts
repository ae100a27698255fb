import { entities } from '#shared/entities/index.ts';
import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import type { MeasuredPart } from '#shared/formula/part-inputs.ts';
import type { MaterialLine } from '#shared/ledger/part-materials.ts';
import { addQuantities } from '#shared/ledger/quantity.ts';
import { writeListFieldValues, writeRows } from './write-rows.ts';
import type { Transaction } from '../db/transaction.ts';
import { closeRouting } from '../ledger/close-routing.ts';
import type { Routing } from '../ledger/routing.ts';
import { updateCardQuantity } from './cards.ts';
import { updateFormulaTimes } from './formula-times.ts';

/** The entities whose quantities change together. */
export type ChangedEntity = 'workOrder' | 'part' | 'process';

/** A part with its quantities from before a change. */
interface UnchangedPart extends MeasuredPart {
  id: number;
  quantity: number;
  quantityPer: number | null;
  scrapAllowance: number | null;
}

/** The new quantities of parts and of their processes. */
export interface NewPartQuantities {
  /** The quantities by the id of the part. */
  parts: ReadonlyMap<number, number>;
  /**
   * How many pieces go into one piece of the parent part, by the id of the part. A part that is missing in
   * the map keeps its stored value.
   */
  quantitiesPer?: ReadonlyMap<number, number>;
  /** The planned materials with their new quantities, by the id of the part. */
  materials: ReadonlyMap<number, MaterialLine[]>;
  /** The planned quantities by the id of the process. */
  processes: ReadonlyMap<number, number>;
}

/** Writes changed values of rows, adds them to the history and announces them. */
export async function writeChangedRows(
  tx: Transaction,
  entity: ChangedEntity,
  rows: readonly { id: number; before: Record<string, unknown>; after: Record<string, unknown> }[],
  action: 'modify' | 'splitOrder' | 'mergeOrders' | 'combineParts' | 'separatePart' = 'modify',
): Promise<void> {
  if (rows.length === 0) return;
  await writeRows(
    tx,
    entities[entity] as EntityDeclaration,
    rows.map(({ id, after }) => ({ id, next: after })),
  );
  for (const row of rows) tx.log({ entity, action, ...row });
  tx.announce(
    'progress',
    entity,
    rows.map(({ id }) => id),
  );
}

/**
 * Writes new quantities of parts with their cards, and of their processes, and recalculates the ledger and the state of
 * their orders. The caller must have locked the parts.
 * @param action the action of the parts in the history
 * @throws cardsHoldPieces
 */
export async function writePartQuantities(
  tx: Transaction,
  {
    parts,
    processes,
  }: {
    parts: readonly UnchangedPart[];
    processes: readonly { id: number; plannedQuantity: number | null }[];
  },
  next: NewPartQuantities,
  { routing, action = 'modify' }: { routing: Routing; action?: 'modify' | 'combineParts' | 'separatePart' },
): Promise<void> {
  await writeChangedRows(
    tx,
    'part',
    parts.map(({ id, quantity, quantityPer }) => {
      const newQuantityPer = next.quantitiesPer?.get(id);
      return {
        id,
        before: { quantity, ...(newQuantityPer !== undefined && { quantityPer }) },
        after: {
          quantity: next.parts.get(id)!,
          ...(newQuantityPer !== undefined && { quantityPer: newQuantityPer }),
        },
      };
    }),
    action,
  );
  await writeListFieldValues(
    tx,
    entities.part as EntityDeclaration,
    'materials',
    parts.map(({ id }) => ({ owner: id, rows: next.materials.get(id)!, deletesStoredValues: true })),
  );
  for (const { id, quantity, scrapAllowance } of parts)
    await updateCardQuantity(tx, {
      id,
      oldQuantity: quantity,
      total: addQuantities(next.parts.get(id)!, scrapAllowance ?? 0),
    });
  await writeChangedRows(
    tx,
    'process',
    processes.map(({ id, plannedQuantity }) => ({
      id,
      before: { plannedQuantity },
      after: { plannedQuantity: next.processes.get(id)! },
    })),
  );
  await updateFormulaTimes(
    tx,
    parts.map((part) => ({ ...part, quantity: next.parts.get(part.id)! })),
  );
  for (const process of routing.processes) {
    const plannedQuantity = next.processes.get(process.id);
    if (plannedQuantity === undefined) continue;
    process.plannedQuantity = plannedQuantity;
    routing.changedProcesses.add(process);
  }
  await closeRouting(tx, routing);
}
