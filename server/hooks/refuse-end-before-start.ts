import { makeError } from '#shared/kernel/errors.ts';

/**
 * Refuses lines whose end is before their start (specification §5).
 * @throws startAfterEnd
 */
export function refuseEndBeforeStart<L extends string, C extends string>(
  next: Readonly<Record<L, readonly Readonly<Record<C, string>>[]>>,
  linesField: L,
  fromField: C,
  untilField: C,
): void {
  next[linesField].forEach((row, index) => {
    if (row[fromField] > row[untilField])
      throw makeError(
        'startAfterEnd',
        {},
        { [`${linesField}[${index}].${untilField}`]: { reason: 'notADate' } },
      );
  });
}
