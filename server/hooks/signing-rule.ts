import { makeError } from '#shared/kernel/errors.ts';
import type { HooksOf } from './hooks.ts';

/** A rule for default signers names at least one of them. */
export const signingRuleHooks: HooksOf<'signingRule'> = {
  batchable: true,
  beforeSave: async (_tx, next) => {
    if (next.signerIds.length === 0)
      throw makeError('fieldsInvalid', {}, { signerIds: { reason: 'required' } });
  },
};
