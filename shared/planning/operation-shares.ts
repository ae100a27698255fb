import { addQuantities, roundQuantity, subtractQuantities } from '../ledger/quantity.ts';

/** The share of a machine in an operation that is split over machines. */
export interface OperationShare {
  /** What the machine had to make when a planner last set the share. */
  readonly quantity: number;
  /** What its reports have made since; negative if an older report was reversed. */
  readonly made: number;
}

/** A quantity has at most four decimals. */
const SMALLEST_STEP = 0.0001;

/** Returns the step in which a quantity is divided: whole quantities are divided into whole ones. */
export const findShareStep = (quantity: number): number => (Number.isInteger(quantity) ? 1 : SMALLEST_STEP);

/** Divides a quantity in proportion to weights. The largest fractions are rounded up; of equal ones, the first. */
function divideByWeights(quantity: number, weights: readonly number[]): number[] {
  const step = findShareStep(quantity);
  const steps = Math.round(quantity / step);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const exact = weights.map((weight) => (steps * weight) / total);
  const floors = exact.map(Math.floor);
  const missing = steps - floors.reduce((sum, floor) => sum + floor, 0);
  const roundedUp = new Set(
    exact
      .map((value, index) => ({ index, fraction: value - floors[index]! }))
      .toSorted((a, b) => b.fraction - a.fraction || a.index - b.index)
      .slice(0, missing)
      .map(({ index }) => index),
  );
  return floors.map((floor, index) => roundQuantity((floor + (roundedUp.has(index) ? 1 : 0)) * step));
}

/**
 * Divides what is left of a split operation among its machines. What a machine reports reduces its own share first. If
 * the rest is not what is left, because other machines have reported, pieces were scrapped or the quantity was changed,
 * what is left is divided in proportion to the rests of the shares; if no share has a rest, to their quantities.
 * @param remaining what is left of the whole operation
 * @returns what is left for each share; the numbers add up to `remaining`
 */
export function divideRemaining(remaining: number, shares: readonly OperationShare[]): number[] {
  const rests = shares.map(({ quantity, made }) => Math.max(0, subtractQuantities(quantity, made)));
  const sum = addQuantities(...rests);
  if (sum === remaining) return rests;
  return divideByWeights(remaining, sum === 0 ? shares.map(({ quantity }) => quantity) : rests);
}
