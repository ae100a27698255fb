import { makeError } from '#shared/kernel/errors.ts';
import { findDuplicate } from './find-duplicate.ts';
import type { HooksOf } from './hooks.ts';

/**
 * A weekly rest has a weekday, and other holidays have a date. No two holidays of a factory have the same
 * weekday or the same date.
 */
export const holidayHooks: HooksOf<'holiday'> = {
  beforeSave: async (tx, next, before) => {
    const [usedField, unusedField] =
      next.kind === 'weeklyRest' ? (['weekday', 'date'] as const) : (['date', 'weekday'] as const);
    next[unusedField] = null;
    if (next[usedField] === null)
      throw makeError('fieldsInvalid', {}, { [usedField]: { reason: 'required' } });
    const duplicate = await findDuplicate(tx, 'holiday', { [usedField]: next[usedField] }, before);
    if (duplicate)
      throw makeError('holidayTaken', { name: duplicate.name }, { [usedField]: { reason: 'repeated' } });
  },
};
