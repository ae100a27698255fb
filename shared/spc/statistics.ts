export const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

export const meanOf = (values: readonly number[]): number => sumOf(values) / values.length;

/** The standard deviation of a sample; null for fewer than two values. */
export function standardDeviationOf(values: readonly number[]): number | null {
  if (values.length < 2) return null;
  const mean = meanOf(values);
  return Math.sqrt(sumOf(values.map((value) => (value - mean) ** 2)) / (values.length - 1));
}

/** The smallest and the largest value of at least one value. */
export function extentOf(values: readonly number[]): [low: number, high: number] {
  let [low, high] = [values[0]!, values[0]!];
  for (const value of values) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return [low, high];
}

/** The range of a sample; null for fewer than two values. */
export function rangeOf(values: readonly number[]): number | null {
  if (values.length < 2) return null;
  const [low, high] = extentOf(values);
  return high - low;
}
