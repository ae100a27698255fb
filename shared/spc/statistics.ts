export const computeSum = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0);

export const computeMean = (values: readonly number[]): number => computeSum(values) / values.length;

/** Computes the standard deviation of a sample; null for fewer than two values. */
export function computeStandardDeviation(values: readonly number[]): number | null {
  if (values.length < 2) return null;
  const mean = computeMean(values);
  return Math.sqrt(computeSum(values.map((value) => (value - mean) ** 2)) / (values.length - 1));
}

/** Finds the smallest and the largest of at least one value. */
export function findExtent(values: readonly number[]): [low: number, high: number] {
  let [low, high] = [values[0]!, values[0]!];
  for (const value of values) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return [low, high];
}

/** Computes the range of a sample: the largest value minus the smallest; null for fewer than two values. */
export function computeRange(values: readonly number[]): number | null {
  if (values.length < 2) return null;
  const [low, high] = findExtent(values);
  return high - low;
}
