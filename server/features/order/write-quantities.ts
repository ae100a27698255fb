import { entities, type Entity } from '#shared/entities/index.ts';
import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import type { MaterialLine } from '#shared/ledger/part-materials.ts';
import { addQuantities } from '#shared/ledger/quantity.ts';
import { writeListFieldValues, writeRows } from '../../crud/write-rows.ts';
import type { Transaction } from '../../db/transaction.ts';
import { updateCardQuantity } from '../../hooks/cards.ts';
import { updateFormulaTimes } from '../../hooks/formula-times.ts';
import { closeRouting } from '../../ledger/close-routing.ts';
import type { Routing } from '../../ledger/routing.ts';
import type { OrderParts } from './copy-parts.ts';

/** The new values of an order, and the new quantities of its parts and processes. */
interface NewQuantities {
  order: Partial<Entity<'workOrder'>>;
  /** The quantities by the id of the part. */
  parts: ReadonlyMap<number, number>;
  /** The planned materials of each part, by the id of the part. */
  materials: ReadonlyMap<number, MaterialLine[]>;
  /** The planned quantities by the id of the process. */
  processes: ReadonlyMap<number, number>;
}

/**
 * Writes new quantities of an order, of its parts with their cards, and of its processes, and recalculates its ledger
 * and its state. The caller must have locked the order and its parts.
 * @param action the action of the order in the history
 */
export async function writeOrderQuantities(
  tx: Transaction,
  order: Entity<'workOrder'>,
  { parts, processes }: OrderParts,
  next: NewQuantities,
  { routing, action }: { routing: Routing; action: 'splitOrder' | 'mergeOrders' },
): Promise<void> {
  const write = async (
    entity: 'workOrder' | 'part' | 'process',
    rows: readonly { id: number; before: Record<string, unknown>; after: Record<string, unknown> }[],
  ) => {
    if (rows.length === 0) return;
    await writeRows(
      tx,
      entities[entity] as EntityDeclaration,
      rows.map(({ id, after }) => ({ id, next: after })),
    );
    for (const row of rows) tx.log({ entity, action: entity === 'workOrder' ? action : 'modify', ...row });
    tx.announce(
      'progress',
      entity,
      rows.map(({ id }) => id),
    );
  };
  const oldOrder = order as unknown as Record<string, unknown>;
  const before = Object.fromEntries(Object.keys(next.order).map((name) => [name, oldOrder[name]]));
  await write('workOrder', [{ id: order.id, before, after: next.order }]);
  await write(
    'part',
    parts.map(({ id, quantity }) => ({ id, before: { quantity }, after: { quantity: next.parts.get(id)! } })),
  );
  const partsWithMaterials = parts.filter(({ id }) => next.materials.get(id)!.length > 0);
  await writeListFieldValues(
    tx,
    entities.part as EntityDeclaration,
    'materials',
    partsWithMaterials.map(({ id }) => ({ owner: id, rows: next.materials.get(id)!, replace: true })),
  );
  for (const { id, quantity, scrapAllowance } of parts)
    await updateCardQuantity(tx, {
      id,
      oldQuantity: quantity,
      total: addQuantities(next.parts.get(id)!, scrapAllowance ?? 0),
    });
  await write(
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
