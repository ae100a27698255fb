import type { ProductionParameter } from '#shared/reporting/report-entries.ts';
import type { RandomGenerator } from './random.ts';

/** The probability that a measured value is out of its limits. */
const OUTSIDE_PROBABILITY = 0.04;
/** The width of the range of values if only one limit is given, as a share of this limit. */
const OPEN_RANGE_SHARE = 0.2;

/**
 * Chooses a measured value. Most values are near the middle of the limits, and a few are a little outside.
 */
export function chooseValue(
  { lowerLimit, upperLimit, decimals }: Pick<ProductionParameter, 'lowerLimit' | 'upperLimit' | 'decimals'>,
  random: RandomGenerator,
  outsideProbability = OUTSIDE_PROBABILITY,
): number {
  const lower = lowerLimit ?? (upperLimit ?? 10) * (1 - OPEN_RANGE_SHARE);
  const upper = upperLimit ?? lower + Math.max(1, Math.abs(lower) * OPEN_RANGE_SHARE);
  const range = upper - lower;
  const isOutside = random.pickBoolean(outsideProbability);
  const rangeShare = isOutside
    ? random.pickOne([-0.1, 1.1])
    : (random.pickBetween(0.1, 0.9) + random.pickBetween(0.1, 0.9)) / 2;
  return Number((lower + rangeShare * range).toFixed(decimals));
}
