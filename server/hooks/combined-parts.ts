import { sql } from 'kysely';
import { makeError } from '#shared/kernel/errors.ts';
import {
  combineQuantities,
  findCombineDifference,
  separateQuantities,
  type CombinedQuantities,
} from '#shared/ledger/combine-parts.ts';
import type { OrderOfParts, PartToMerge, ProcessToMerge } from '#shared/ledger/merge-orders.ts';
import type { Transaction } from '../db/transaction.ts';
import { openPartRoutings } from '../ledger/routing.ts';
import { writeChangedRows, writePartQuantities } from './part-quantities.ts';

/** A part that is combined with other parts, or separated from the kept part into which it was combined. */
export interface PartToCombine extends PartToMerge {
  version: number;
  updatedBy: string;
  updatedAt: string;
  weight: number | null;
  scrapAllowance: number;
}

/** A process of a part that is combined or separated, with the work that has been done at it. */
interface ProcessToCombine extends ProcessToMerge {
  received: number;
  excess: number;
  openReports: number;
  hasRun: boolean;
}

/** All parts of an order, and their processes. */
export interface PartsOfOrder extends OrderOfParts {
  parts: readonly PartToCombine[];
  processes: readonly ProcessToCombine[];
}

/**
 * Loads the parts of an order and their processes, with all fields that must be equal or are added up when
 * parts are combined. The parts must be locked.
 */
export async function loadPartsOfOrder(tx: Transaction, orderId: number): Promise<PartsOfOrder> {
  const parts = await sql<PartToCombine>`
    select t.id, t.version, t.updated_by, t.updated_at, t.parent_id, t.code, t.name, t.quantity, t.quantity_per,
      t.material_name, t.spec, t.size, t.weight, t.source, coalesce(t.scrap_allowance, 0) as scrap_allowance,
      (select coalesce(json_agg(json_build_object('materialId', m.material_id, 'plannedQuantity', m.planned_quantity)
        order by m.position), '[]'::json) from part_materials m where m.factory_id = t.factory_id and m.owner_id = t.id) as materials
    from part t where t.factory_id = ${tx.factoryId} and t.order_id = ${orderId} and t.deleted_at is null order by t.id`.execute(
    tx.db,
  );
  const processes = await sql<ProcessToCombine>`
    select p.id, p.part_id, p.seq, p.craft_id, c.name as craft_name, coalesce(p.name, c.name) as name, p.planned_quantity,
      p.external, p.received, p.excess, p.open_reports, p.has_run
    from part t join process p on p.factory_id = t.factory_id and p.part_id = t.id and p.deleted_at is null
      join craft c on c.factory_id = p.factory_id and c.id = p.craft_id
    where t.factory_id = ${tx.factoryId} and t.order_id = ${orderId} and t.deleted_at is null order by p.id`.execute(
    tx.db,
  );
  return { code: '', parts: parts.rows, processes: processes.rows };
}

/** Writes the quantities of a kept part after other parts were combined into it or separated from it. */
async function writeCombinedQuantities(
  tx: Transaction,
  order: PartsOfOrder,
  keptPart: PartToCombine,
  next: CombinedQuantities,
  action: 'combineParts' | 'separatePart',
): Promise<void> {
  await writePartQuantities(
    tx,
    { parts: [keptPart], processes: order.processes.filter(({ partId }) => partId === keptPart.id) },
    {
      parts: new Map([[keptPart.id, next.quantity]]),
      quantitiesPer: new Map([[keptPart.id, next.quantityPer]]),
      materials: new Map([[keptPart.id, next.materials]]),
      processes: next.processes,
    },
    { routing: await openPartRoutings(tx, [keptPart.id]), action },
  );
}

/**
 * Adds the quantities of combined parts to the kept part, which is the first of `parts`. The other parts
 * must already be deleted.
 * @returns the new quantity of the kept part
 */
export async function addToKeptPart(
  tx: Transaction,
  order: PartsOfOrder,
  parts: readonly PartToCombine[],
): Promise<number> {
  const next = combineQuantities(order, parts);
  await writeCombinedQuantities(tx, order, parts[0]!, next, 'combineParts');
  return next.quantity;
}

/**
 * Subtracts the quantities of a restored part from the kept part into which it was combined.
 * @throws separateChanged if one of the two parts or routings has changed; separateBelowReceived if the
 * kept part would have fewer pieces than it has received; cardsHoldPieces
 */
export async function takeOutOfKeptPart(
  tx: Transaction,
  part: { id: number; orderId: number; combinedIntoId: number },
): Promise<void> {
  await openPartRoutings(tx, [part.id, part.combinedIntoId]);
  const order = await loadPartsOfOrder(tx, part.orderId);
  const [keptPart, separatedPart] = [part.combinedIntoId, part.id].map((id) =>
    order.parts.find((candidate) => candidate.id === id)!,
  ) as [PartToCombine, PartToCombine];
  if (findCombineDifference(order, [keptPart, separatedPart]))
    throw makeError('separateChanged', { part: keptPart.name });
  const next = separateQuantities(order, keptPart, separatedPart);
  const processes = order.processes.filter(({ partId }) => partId === keptPart.id);
  const blockingProcess = processes.find(
    ({ id, received }) => next.processes.get(id)! < Math.max(received, 0.0001),
  );
  if (next.quantity <= 0 || next.quantityPer <= 0 || blockingProcess)
    throw makeError('separateBelowReceived', {
      part: keptPart.name,
      received: Math.max(0, ...processes.map(({ received }) => received)),
      remaining: Math.max(0, next.quantity),
    });
  await writeChangedRows(
    tx,
    'part',
    [
      {
        id: part.id,
        before: { combinedIntoId: part.combinedIntoId },
        after: { combinedIntoId: null },
      },
    ],
    'separatePart',
  );
  await writeCombinedQuantities(tx, order, keptPart, next, 'separatePart');
}
