import { fail } from '#shared/kernel/errors.ts';
import type { Draft } from './hooks.ts';

/**
 * Refuses owned rows that end before they begin (specification §5).
 * @throws startAfterEnd
 */
export function refuseBackwards(next: Draft, lines: string, from: string, until: string): void {
  (next[lines] as Record<string, string>[]).forEach((row, index) => {
    if (row[from]! > row[until]!)
      throw fail('startAfterEnd', {}, { [`${lines}[${index}].${until}`]: { reason: 'notADate' } });
  });
}
