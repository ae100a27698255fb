import { fail } from '#shared/kernel/errors.ts';
import type { Draft } from './hooks.ts';

/**
 * Refuses owned rows of which two say the same in a column; rows that say nothing there are no matter.
 * @throws fieldsInvalid
 */
export function refuseRepeated(next: Draft, lines: string, column: string): void {
  const seen = new Set<unknown>();
  (next[lines] as Record<string, unknown>[]).forEach((row, index) => {
    const value = row[column] ?? null;
    if (value === null) return;
    if (seen.has(value))
      throw fail('fieldsInvalid', {}, { [`${lines}[${index}].${column}`]: { reason: 'repeated' } });
    seen.add(value);
  });
}
