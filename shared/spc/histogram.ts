import { findExtent } from './statistics.ts';

export interface HistogramBin {
  from: number;
  to: number;
  count: number;
}

const MAX_BINS = 40;
/**
 * The tolerance for rounding errors. It makes sure that a value on the border of two bins counts in the upper
 * bin.
 */
const MAX_ROUNDING_ERROR = 1e-9;

/** Rounds a width up to 1, 2 or 5 times a power of ten. */
function roundWidthUp(width: number): number {
  const power = 10 ** Math.floor(Math.log10(width));
  return power * [1, 2, 5, 10].find((step) => step * power >= width * (1 - MAX_ROUNDING_ERROR))!;
}

/**
 * Counts values in bins of equal width. The width is a round number, and the number of bins is about the
 * square root of the number of values. A value on the border of two bins counts in the upper bin.
 * @returns the bins in ascending order; empty if there are no values
 */
export function countInBins(values: readonly number[]): HistogramBin[] {
  if (values.length === 0) return [];
  const [low, high] = findExtent(values);
  const approximateBinCount = Math.min(MAX_BINS, Math.max(5, Math.ceil(Math.sqrt(values.length))));
  const width = roundWidthUp((high - low || Math.abs(high) || 1) / approximateBinCount);
  const findBin = (value: number) => Math.floor(value / width + MAX_ROUNDING_ERROR);
  const first = findBin(low);
  const bins = Array.from({ length: findBin(high) - first + 1 }, (_, index) => ({
    from: (first + index) * width,
    to: (first + index + 1) * width,
    count: 0,
  }));
  for (const value of values) bins[findBin(value) - first]!.count += 1;
  return bins;
}
