import { extentOf } from './statistics.ts';

export interface HistogramBin {
  from: number;
  to: number;
  count: number;
}

const MAX_BINS = 40;
/** Keeps a value that lies on a border of bins in the upper one, whatever the last bit of the division says. */
const MAX_ROUNDING_ERROR = 1e-9;

/** Rounds a width up to 1, 2 or 5 times a power of ten. */
function roundWidthUp(width: number): number {
  const power = 10 ** Math.floor(Math.log10(width));
  return power * [1, 2, 5, 10].find((step) => step * power >= width * (1 - MAX_ROUNDING_ERROR))!;
}

/**
 * Counts values in bins of one round width, about as many bins as the square root of the number of values.
 * The upper border belongs to the next bin. @returns empty without values
 */
export function countInBins(values: readonly number[]): HistogramBin[] {
  if (values.length === 0) return [];
  const [low, high] = extentOf(values);
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
