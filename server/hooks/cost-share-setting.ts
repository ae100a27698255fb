import { fail } from '#shared/kernel/errors.ts';
import { findDuplicate } from './find-duplicate.ts';
import type { HooksOf } from './hooks.ts';

/** Settings of one cost pool must begin on different days, so that one is valid per day. */
export const costShareSettingHooks: HooksOf<'costShareSetting'> = {
  beforeSave: async (work, { costTypeId, validFrom, departmentId }, before) => {
    if (await findDuplicate(work, 'costShareSetting', { costTypeId, validFrom, departmentId }, before))
      throw fail('costShareTaken', { day: validFrom }, { validFrom: { reason: 'repeated' } });
  },
};
