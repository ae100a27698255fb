import { makeError } from '#shared/kernel/errors.ts';
import type { HooksOf } from './hooks.ts';

/** A call rule that addresses a role must name the role. */
export const callRuleHooks: HooksOf<'callRule'> = {
  beforeSave: async (_tx, next) => {
    if (next.asked === 'role' && next.roleId === null)
      throw makeError('callRuleWithoutRole', {}, { roleId: { reason: 'required' } });
  },
};
