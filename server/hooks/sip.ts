import { makeError } from '#shared/kernel/errors.ts';
import { makeRevisionHooks } from './revision.ts';
import type { DraftOf, HooksOf } from './hooks.ts';
import { refuseRepeatedValues } from './refuse-repeated-values.ts';

type Characteristic = DraftOf<'sip'>['characteristics'][number];

/**
 * Refuses wrong limits of a characteristic. A judged characteristic has neither a nominal value nor limits. A
 * measured characteristic has at least one of them, in the order lower ≤ nominal ≤ upper.
 */
function refuseInvalidLimits({ kind, nominal, lower, upper }: Characteristic, at: string): void {
  if (kind === 'judged') {
    const given = Object.entries({ nominal, lower, upper }).find(([, value]) => value !== null);
    if (given) throw makeError('fieldsInvalid', {}, { [`${at}.${given[0]}`]: { reason: 'unknown' } });
    return;
  }
  const least = nominal ?? lower;
  if (lower !== null && nominal !== null && lower > nominal)
    throw makeError(
      'fieldsInvalid',
      {},
      { [`${at}.lower`]: { reason: 'tooLarge', params: { max: nominal } } },
    );
  if (upper !== null && least !== null && upper < least)
    throw makeError('fieldsInvalid', {}, { [`${at}.upper`]: { reason: 'tooSmall', params: { min: least } } });
  if (nominal === null && lower === null && upper === null)
    throw makeError('fieldsInvalid', {}, { [`${at}.nominal`]: { reason: 'required' } });
}

/**
 * An inspection procedure is a document with revisions. Its characteristics have unique sequence numbers and
 * valid limits.
 */
export const sipHooks: HooksOf<'sip'> = makeRevisionHooks<DraftOf<'sip'>>('sip', (next) => {
  refuseRepeatedValues(next, 'characteristics', 'seq');
  next.characteristics.forEach((one, index) => refuseInvalidLimits(one, `characteristics[${index}]`));
});
