import { fail } from '#shared/kernel/errors.ts';
import { findDuplicate } from './find-duplicate.ts';
import type { HooksOf } from './hooks.ts';

/** On any day the costs of a pool are shared by one key: no two settings of one pool begin on the same. */
export const costShareSettingHooks: HooksOf<'costShareSetting'> = {
  beforeSave: async (work, { costTypeId, validFrom, departmentId }, before) => {
    if (await findDuplicate(work, 'costShareSetting', { costTypeId, validFrom, departmentId }, before))
      throw fail('costShareTaken', { day: validFrom }, { validFrom: { reason: 'repeated' } });
  },
};
