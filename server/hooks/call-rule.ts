import { fail } from '#shared/kernel/errors.ts';
import type { HooksOf } from './hooks.ts';

/** A rule that calls a role must name it. */
export const callRuleHooks: HooksOf<'callRule'> = {
  beforeSave: async (_work, next) => {
    if (next.asked === 'role' && next.roleId === null)
      throw fail('callRuleWithoutRole', {}, { roleId: { reason: 'required' } });
  },
};
