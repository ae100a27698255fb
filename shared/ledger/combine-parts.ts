import {
  findPartDifference,
  listRankedProcesses,
  type MergeDifference,
  type OrderOfParts,
  type PartToMerge,
} from './merge-orders.ts';
import { mergeMaterials, subtractMaterials, type MaterialLine } from './part-materials.ts';
import { addQuantities, subtractQuantities } from './quantity.ts';

/** The maximum number of parts that become one. */
export const MAX_COMBINED_PARTS = 30;

/** The quantities of a part that change when other parts are combined into it, or taken out of it. */
export interface CombinedQuantities {
  quantity: number;
  quantityPer: number;
  materials: MaterialLine[];
  /** The planned quantities by the id of the process. */
  processes: ReadonlyMap<number, number>;
}

/** A part that was combined into another part of its order. */
export interface CombinedPart {
  id: number;
  combinedIntoId: number;
  code: string;
  name: string;
  quantity: number;
  at: string;
  by: string;
}

/** Whether two parts have the same code at the same place of their order, so that they may be combined. */
export const areSameParts = (
  a: Pick<PartToMerge, 'id' | 'code' | 'parentId'>,
  b: Pick<PartToMerge, 'id' | 'code' | 'parentId'>,
): boolean => a.id !== b.id && a.code === b.code && a.parentId === b.parentId;

/**
 * Finds what forbids to combine parts of one order: the first difference of a part from the part that is
 * kept, in code, place, material or routing.
 * @param parts the parts; the part that is kept comes first
 */
export function findCombineDifference(
  order: OrderOfParts,
  parts: readonly PartToMerge[],
): MergeDifference | null {
  const [kept, ...others] = parts;
  for (const other of others) {
    const codes = { order: order.code, other: order.code, part: kept!.code };
    if (other.code !== kept!.code)
      return { kind: 'part', ...codes, field: 'partCode', value: kept!.code, otherValue: other.code };
    if (other.parentId !== kept!.parentId) {
      const findParentName = ({ parentId }: PartToMerge) =>
        order.parts.find(({ id }) => id === parentId)?.name ?? null;
      const [value, otherValue] = [findParentName(kept!), findParentName(other)];
      return { kind: 'part', ...codes, field: 'parent', value, otherValue };
    }
    const difference = findPartDifference([order, kept!], [order, other]);
    if (difference) return difference;
  }
  return null;
}

/** Lists the planned quantities of the processes of a part, in the order of its routing. */
const listPlanned = (order: OrderOfParts, part: PartToMerge) =>
  listRankedProcesses(order, part).map(({ process: { id, plannedQuantity } }) => ({
    id,
    planned: plannedQuantity ?? part.quantity,
  }));

/**
 * Returns how many pieces of the combined part go into one piece of the parent part. A root part has no
 * parent, so its number does not change.
 */
const addQuantitiesPer = (kept: PartToMerge, ...changes: number[]): number =>
  kept.parentId === null ? (kept.quantityPer ?? 1) : addQuantities(kept.quantityPer ?? 1, ...changes);

/** Adds up the quantities of equal parts. @param parts the parts to combine; the part that is kept comes first */
export function combineQuantities(order: OrderOfParts, parts: readonly PartToMerge[]): CombinedQuantities {
  const [kept, ...others] = parts;
  const routings = parts.map((part) => listPlanned(order, part));
  return {
    quantity: addQuantities(...parts.map(({ quantity }) => quantity)),
    quantityPer: addQuantitiesPer(kept!, ...others.map(({ quantityPer }) => quantityPer ?? 1)),
    materials: mergeMaterials(parts.map(({ materials }) => materials)),
    processes: new Map(
      routings[0]!.map(({ id }, index) => [
        id,
        addQuantities(...routings.map((routing) => routing[index]!.planned)),
      ]),
    ),
  };
}

/**
 * Subtracts the quantities of a part from the part that it was combined into. Both parts have the same
 * routing.
 */
export function separateQuantities(
  order: OrderOfParts,
  kept: PartToMerge,
  leaving: PartToMerge,
): CombinedQuantities {
  const leavingRouting = listPlanned(order, leaving);
  return {
    quantity: subtractQuantities(kept.quantity, leaving.quantity),
    quantityPer: addQuantitiesPer(kept, -(leaving.quantityPer ?? 1)),
    materials: subtractMaterials(kept.materials, leaving.materials),
    processes: new Map(
      listPlanned(order, kept).map(({ id, planned }, index) => [
        id,
        subtractQuantities(planned, leavingRouting[index]!.planned),
      ]),
    ),
  };
}
