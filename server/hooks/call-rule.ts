import { fail } from '#shared/kernel/errors.ts';
import type { Hooks } from './hooks.ts';

/** A rule that asks a role names it, and it is about calls alone. */
export const callRuleHooks: Hooks = {
  beforeSave: async (work, next) => {
    if (next.asked === 'role' && next.roleId === null)
      throw fail('callRuleWithoutRole', {}, { roleId: { reason: 'required' } });
    if (next.typeId === null) return;
    const type = await work.db
      .selectFrom('classification')
      .select('classId')
      .where('factoryId', '=', work.factoryId)
      .where('id', '=', next.typeId as number)
      .executeTakeFirst();
    if (type && type.classId !== 'abnormalType')
      throw fail('fieldsInvalid', {}, { typeId: { reason: 'notAReference' } });
  },
};
