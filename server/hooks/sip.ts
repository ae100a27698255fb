import { makeError } from '#shared/kernel/errors.ts';
import { makeRevisionHooks } from './revision.ts';
import type { DraftOf, HooksOf } from './hooks.ts';
import { refuseRepeatedValues } from './refuse-repeated-values.ts';

type Characteristic = DraftOf<'sip'>['characteristics'][number];

/**
 * Refuses wrong limits of a characteristic. A judged characteristic has neither a nominal value nor
 * limits. A measured characteristic has at least one of these values, and lower ≤ nominal ≤ upper.
 */
function refuseInvalidLimits({ kind, nominal, lower, upper }: Characteristic, path: string): void {
  if (kind === 'judged') {
    const filledEntry = Object.entries({ nominal, lower, upper }).find(([, value]) => value !== null);
    if (filledEntry)
      throw makeError('fieldsInvalid', {}, { [`${path}.${filledEntry[0]}`]: { reason: 'unknown' } });
    return;
  }
  const minUpper = nominal ?? lower;
  if (lower !== null && nominal !== null && lower > nominal)
    throw makeError(
      'fieldsInvalid',
      {},
      { [`${path}.lower`]: { reason: 'tooLarge', params: { max: nominal } } },
    );
  if (upper !== null && minUpper !== null && upper < minUpper)
    throw makeError(
      'fieldsInvalid',
      {},
      { [`${path}.upper`]: { reason: 'tooSmall', params: { min: minUpper } } },
    );
  if (nominal === null && lower === null && upper === null)
    throw makeError('fieldsInvalid', {}, { [`${path}.nominal`]: { reason: 'required' } });
}

/**
 * An inspection procedure is a document with revisions. Its characteristics have unique sequence numbers and
 * valid limits.
 */
export const sipHooks: HooksOf<'sip'> = makeRevisionHooks<DraftOf<'sip'>>('sip', (next) => {
  refuseRepeatedValues(next, 'characteristics', 'seq');
  next.characteristics.forEach((characteristic, index) =>
    refuseInvalidLimits(characteristic, `characteristics[${index}]`),
  );
});
