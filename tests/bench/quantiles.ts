/**
 * Computes a quantile of values.
 * @param quantile 0.5 for the median, 0.95 for the 95th percentile
 * @returns NaN if there are no values
 */
export function computeQuantile(values: readonly number[], quantile: number): number {
  const sortedValues = values.toSorted((a, b) => a - b);
  return (
    sortedValues[Math.min(sortedValues.length - 1, Math.floor(sortedValues.length * quantile))] ?? Number.NaN
  );
}

export const computeMedian = (values: readonly number[]): number => computeQuantile(values, 0.5);
