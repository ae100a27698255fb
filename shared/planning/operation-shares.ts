import { addQuantities, roundQuantity, subtractQuantities } from '../ledger/quantity.ts';

/** The share of a machine in an operation that is split over machines. */
export interface OperationShare {
  /** What the machine had to make when a planner last set the share. */
  readonly quantity: number;
  /** The pieces in its reports since then; negative if an older report was reversed. */
  readonly made: number;
}

/** The smallest step of quantities, which have at most four decimals. */
const SMALLEST_STEP = 0.0001;

/** Returns the step in which a quantity is divided: 1 for a whole quantity, otherwise the smallest step. */
export const findShareStep = (quantity: number): number => (Number.isInteger(quantity) ? 1 : SMALLEST_STEP);

/**
 * Divides a quantity in proportion to weights. The shares with the largest fractions are rounded up. Of equal
 * fractions, the first is rounded up.
 */
function divideByWeights(quantity: number, weights: readonly number[]): number[] {
  const step = findShareStep(quantity);
  const steps = Math.round(quantity / step);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const exactSteps = weights.map((weight) => (steps * weight) / total);
  const wholeSteps = exactSteps.map(Math.floor);
  const missingStepCount = steps - wholeSteps.reduce((sum, floor) => sum + floor, 0);
  const roundedUpIndexes = new Set(
    exactSteps
      .map((value, index) => ({ index, fraction: value - wholeSteps[index]! }))
      .toSorted((a, b) => b.fraction - a.fraction || a.index - b.index)
      .slice(0, missingStepCount)
      .map(({ index }) => index),
  );
  return wholeSteps.map((floor, index) =>
    roundQuantity((floor + (roundedUpIndexes.has(index) ? 1 : 0)) * step),
  );
}

/**
 * Divides the remaining quantity of a split operation among its machines. The reports of a machine first
 * reduce the share of that machine. The sum of the remaining shares may then differ from `remaining`, because
 * machines without a share have reported, pieces were scrapped or the quantity was changed. In this case,
 * `remaining` is divided in proportion to the remaining shares. If no share has anything left, it is divided
 * in proportion to the quantities of the shares.
 * @param remaining the remaining quantity of the whole operation
 * @returns the remaining quantity of each share; the numbers add up to `remaining`
 */
export function divideRemaining(remaining: number, shares: readonly OperationShare[]): number[] {
  const remainingShares = shares.map(({ quantity, made }) => Math.max(0, subtractQuantities(quantity, made)));
  const sum = addQuantities(...remainingShares);
  if (sum === remaining) return remainingShares;
  return divideByWeights(remaining, sum === 0 ? shares.map(({ quantity }) => quantity) : remainingShares);
}
