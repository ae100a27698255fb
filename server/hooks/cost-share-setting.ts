import { makeError } from '#shared/kernel/errors.ts';
import { findDuplicate } from './find-duplicate.ts';
import type { HooksOf } from './hooks.ts';

/**
 * The settings of a cost type and department must begin on different days, so that only one is valid on each
 * day.
 */
export const costShareSettingHooks: HooksOf<'costShareSetting'> = {
  beforeSave: async (tx, { costTypeId, validFrom, departmentId }, before) => {
    if (await findDuplicate(tx, 'costShareSetting', { costTypeId, validFrom, departmentId }, before))
      throw makeError('costShareTaken', { day: validFrom }, { validFrom: { reason: 'repeated' } });
  },
};
