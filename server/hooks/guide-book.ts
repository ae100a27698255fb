import { makeError } from '#shared/kernel/errors.ts';
import { findDuplicate } from './find-duplicate.ts';
import type { HooksOf } from './hooks.ts';

/** Each area has at most one guide per language. */
export const guideBookHooks: HooksOf<'guideBook'> = {
  beforeSave: async (tx, { area, language }, before) => {
    const duplicate = await findDuplicate(tx, 'guideBook', { area, language }, before);
    if (duplicate)
      throw makeError('guideTaken', { title: duplicate.title }, { language: { reason: 'repeated' } });
  },
};
