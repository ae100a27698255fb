import { makeError } from '#shared/kernel/errors.ts';
import type { HooksOf } from './hooks.ts';

/** A signing rule names at least one default signer. */
export const signingRuleHooks: HooksOf<'signingRule'> = {
  batchable: true,
  beforeSave: async (_tx, next) => {
    if (next.signerIds.length === 0)
      throw makeError('fieldsInvalid', {}, { signerIds: { reason: 'required' } });
  },
};
