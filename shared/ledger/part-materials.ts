import { addQuantities, roundQuantity, subtractQuantities } from './quantity.ts';
import type { QuantityShares } from './split-order.ts';

/** A planned material of a part. */
export interface MaterialLine {
  materialId: number;
  plannedQuantity: number | null;
}

const SMALLEST_QUANTITY = 0.0001;
const limitToSmallest = (quantity: number) => Math.max(SMALLEST_QUANTITY, quantity);

/** Scales the planned materials of a part in proportion to the quantity of the part. */
export const scaleMaterials = (
  materials: readonly MaterialLine[],
  from: number,
  to: number,
): MaterialLine[] =>
  materials.map(({ materialId, plannedQuantity }) => ({
    materialId,
    plannedQuantity:
      plannedQuantity === null ? null : limitToSmallest(roundQuantity((plannedQuantity * to) / from)),
  }));

/**
 * Divides the planned materials of a part in proportion to the quantity of the part. The shares add up to the old
 * quantities.
 */
export function divideMaterials(
  materials: readonly MaterialLine[],
  { remaining, splitOff }: QuantityShares,
): { remaining: MaterialLine[]; splitOff: MaterialLine[] } {
  const splitOffLines = scaleMaterials(materials, addQuantities(remaining, splitOff), splitOff);
  return {
    splitOff: splitOffLines,
    remaining: materials.map(({ materialId, plannedQuantity }, index) => ({
      materialId,
      plannedQuantity:
        plannedQuantity === null
          ? null
          : limitToSmallest(subtractQuantities(plannedQuantity, splitOffLines[index]!.plannedQuantity ?? 0)),
    })),
  };
}

/** Adds up the planned materials of parts that are merged. */
export function mergeMaterials(materialLists: readonly (readonly MaterialLine[])[]): MaterialLine[] {
  const quantities = new Map<number, number | null>();
  for (const { materialId, plannedQuantity } of materialLists.flat()) {
    const quantity = quantities.get(materialId) ?? null;
    quantities.set(
      materialId,
      quantity === null ? plannedQuantity : addQuantities(quantity, plannedQuantity ?? 0),
    );
  }
  return [...quantities].map(([materialId, plannedQuantity]) => ({ materialId, plannedQuantity }));
}

/**
 * Subtracts the planned materials of one part from those of another part. A material whose quantity becomes 0
 * is left out.
 */
export const subtractMaterials = (
  materials: readonly MaterialLine[],
  subtractedMaterials: readonly MaterialLine[],
): MaterialLine[] =>
  materials.flatMap(({ materialId, plannedQuantity }) => {
    const line = subtractedMaterials.find((candidate) => candidate.materialId === materialId);
    if (!line || plannedQuantity === null) return [{ materialId, plannedQuantity }];
    const remainingQuantity = subtractQuantities(plannedQuantity, line.plannedQuantity ?? 0);
    return remainingQuantity > 0 ? [{ materialId, plannedQuantity: remainingQuantity }] : [];
  });
