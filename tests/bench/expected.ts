/**
 * Prints one line of a benchmark: the measured value and its limit.
 * @param label the measured quantity
 * @param limit the maximum value that passes; null if there is no limit
 */
export function printResult(label: string, value: number, unit: string, limit: number | null): void {
  const digits = unit === '' || unit === '%' ? 2 : unit === 'KB' ? 0 : 1;
  const valueText = `${value.toFixed(digits)}${unit === '' ? '' : ` ${unit}`}`;
  const verdict =
    limit === null
      ? ''
      : `   expected ≤ ${limit}${unit === '' ? '' : ` ${unit}`}: ${value <= limit ? 'kept' : 'MISSED'}`;
  console.log(`${label.padEnd(58)} ${valueText.padStart(12)}${verdict}`);
}

/**
 * Prints one line of a benchmark: a ratio and its minimum. @param limit the minimum ratio that passes; null if there is
 * no limit
 */
export function printRatio(label: string, ratio: number, limit: number | null): void {
  const verdict = limit === null ? '' : `   expected ≥ ${limit}: ${ratio >= limit ? 'kept' : 'MISSED'}`;
  console.log(`${label.padEnd(58)} ${ratio.toFixed(2).padStart(12)}${verdict}`);
}
