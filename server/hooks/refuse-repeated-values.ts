import { makeError } from '#shared/kernel/errors.ts';

/**
 * Refuses lines that have the same value in one field. Null values may repeat.
 * @throws fieldsInvalid
 */
export function refuseRepeatedValues<L extends string, C extends string>(
  next: Readonly<Record<L, readonly Readonly<Record<C, unknown>>[]>>,
  lines: L,
  column: C,
): void {
  const seen = new Set<unknown>();
  next[lines].forEach((row, index) => {
    const value = row[column] ?? null;
    if (value === null) return;
    if (seen.has(value))
      throw makeError('fieldsInvalid', {}, { [`${lines}[${index}].${column}`]: { reason: 'repeated' } });
    seen.add(value);
  });
}
