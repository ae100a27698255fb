import { fail } from '#shared/kernel/errors.ts';
import { findDuplicate } from './find-duplicate.ts';
import type { HooksOf } from './hooks.ts';

/** A weekly rest has a weekday; other holidays have a date. Days are unique. */
export const holidayHooks: HooksOf<'holiday'> = {
  beforeSave: async (work, next, before) => {
    const [kept, dropped] =
      next.kind === 'weeklyRest' ? (['weekday', 'date'] as const) : (['date', 'weekday'] as const);
    next[dropped] = null;
    if (next[kept] === null) throw fail('fieldsInvalid', {}, { [kept]: { reason: 'required' } });
    const twin = await findDuplicate(work, 'holiday', { [kept]: next[kept] }, before);
    if (twin) throw fail('holidayTaken', { name: twin.name }, { [kept]: { reason: 'repeated' } });
  },
};
