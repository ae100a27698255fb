import { fail } from '#shared/kernel/errors.ts';
import { findDuplicate } from './find-duplicate.ts';
import type { HooksOf } from './hooks.ts';

/** The pages of an area have one guide in each language. */
export const guideBookHooks: HooksOf<'guideBook'> = {
  beforeSave: async (work, { area, language }, before) => {
    const twin = await findDuplicate(work, 'guideBook', { area, language }, before);
    if (twin) throw fail('guideTaken', { title: twin.title }, { language: { reason: 'repeated' } });
  },
};
