import { makeError } from '#shared/kernel/errors.ts';

/**
 * Refuses lines that have the same value in one field. Null values may repeat.
 * @throws fieldsInvalid
 */
export function refuseRepeatedValues<L extends string, C extends string>(
  next: Readonly<Record<L, readonly Readonly<Record<C, unknown>>[]>>,
  linesField: L,
  field: C,
): void {
  const seenValues = new Set<unknown>();
  next[linesField].forEach((row, index) => {
    const value = row[field] ?? null;
    if (value === null) return;
    if (seenValues.has(value))
      throw makeError('fieldsInvalid', {}, { [`${linesField}[${index}].${field}`]: { reason: 'repeated' } });
    seenValues.add(value);
  });
}
