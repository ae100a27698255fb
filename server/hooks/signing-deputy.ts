import { makeError } from '#shared/kernel/errors.ts';
import type { HooksOf } from './hooks.ts';

/** The last day of a deputy must not be before the first day (specification §5). */
export const signingDeputyHooks: HooksOf<'signingDeputy'> = {
  batchable: true,
  beforeSave: async (_tx, next) => {
    if (next.validFrom > next.validUntil)
      throw makeError('startAfterEnd', {}, { validUntil: { reason: 'notADate' } });
  },
};
