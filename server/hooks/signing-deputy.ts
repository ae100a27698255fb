import { makeError } from '#shared/kernel/errors.ts';
import type { HooksOf } from './hooks.ts';

/** A deputy is another person, for days in order. */
export const signingDeputyHooks: HooksOf<'signingDeputy'> = {
  batchable: true,
  beforeSave: async (_tx, next) => {
    if (next.validFrom > next.validUntil)
      throw makeError('startAfterEnd', {}, { validUntil: { reason: 'notADate' } });
    if (next.employeeId === next.deputyId)
      throw makeError('deputyIsSigner', {}, { deputyId: { reason: 'repeated' } });
  },
};
