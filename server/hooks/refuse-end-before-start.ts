import { makeError } from '#shared/kernel/errors.ts';

/**
 * Refuses lines whose end is before their start (specification §5).
 * @throws startAfterEnd
 */
export function refuseEndBeforeStart<L extends string, C extends string>(
  next: Readonly<Record<L, readonly Readonly<Record<C, string>>[]>>,
  lines: L,
  from: C,
  until: C,
): void {
  next[lines].forEach((row, index) => {
    if (row[from] > row[until])
      throw makeError('startAfterEnd', {}, { [`${lines}[${index}].${until}`]: { reason: 'notADate' } });
  });
}
