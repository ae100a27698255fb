import { makeError } from '#shared/kernel/errors.ts';
import type { HooksOf } from './hooks.ts';

/** The days of a deputy are in order (specification §5). */
export const signingDeputyHooks: HooksOf<'signingDeputy'> = {
  batchable: true,
  beforeSave: async (_tx, next) => {
    if (next.validFrom > next.validUntil)
      throw makeError('startAfterEnd', {}, { validUntil: { reason: 'notADate' } });
  },
};
