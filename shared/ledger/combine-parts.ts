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
  const [keptPart, ...otherParts] = parts;
  for (const other of otherParts) {
    const codes = { order: order.code, other: order.code, part: keptPart!.code };
    if (other.code !== keptPart!.code)
      return { kind: 'part', ...codes, field: 'partCode', value: keptPart!.code, otherValue: other.code };
    if (other.parentId !== keptPart!.parentId) {
      const findParentName = ({ parentId }: PartToMerge) =>
        order.parts.find(({ id }) => id === parentId)?.name ?? null;
      const [value, otherValue] = [findParentName(keptPart!), findParentName(other)];
      return { kind: 'part', ...codes, field: 'parent', value, otherValue };
    }
    const difference = findPartDifference([order, keptPart!], [order, other]);
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
const addQuantitiesPer = (keptPart: PartToMerge, ...changes: number[]): number =>
  keptPart.parentId === null
    ? (keptPart.quantityPer ?? 1)
    : addQuantities(keptPart.quantityPer ?? 1, ...changes);

/** Adds up the quantities of equal parts. @param parts the parts to combine; the part that is kept comes first */
export function combineQuantities(order: OrderOfParts, parts: readonly PartToMerge[]): CombinedQuantities {
  const [keptPart, ...otherParts] = parts;
  const routings = parts.map((part) => listPlanned(order, part));
  return {
    quantity: addQuantities(...parts.map(({ quantity }) => quantity)),
    quantityPer: addQuantitiesPer(keptPart!, ...otherParts.map(({ quantityPer }) => quantityPer ?? 1)),
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
  keptPart: PartToMerge,
  leavingPart: PartToMerge,
): CombinedQuantities {
  const leavingRouting = listPlanned(order, leavingPart);
  return {
    quantity: subtractQuantities(keptPart.quantity, leavingPart.quantity),
    quantityPer: addQuantitiesPer(keptPart, -(leavingPart.quantityPer ?? 1)),
    materials: subtractMaterials(keptPart.materials, leavingPart.materials),
    processes: new Map(
      listPlanned(order, keptPart).map(({ id, planned }, index) => [
        id,
        subtractQuantities(planned, leavingRouting[index]!.planned),
      ]),
    ),
  };
}
