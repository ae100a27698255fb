import { makeError } from '#shared/kernel/errors.ts';
import { TIME_OF_DAY_PATTERN } from '#shared/rules/shift-times.ts';
import { refuseRepeatedValues } from './refuse-repeated-values.ts';
import { refuseSecondRow } from './refuse-second-row.ts';
import type { HooksOf } from './hooks.ts';

/** A factory has at most one cycle schedule setting, and each rule occurs at most once in the setting. */
export const cycleScheduleSettingHooks: HooksOf<'cycleScheduleSetting'> = {
  beforeSave: async (_tx, next) => {
    refuseRepeatedValues(next, 'rules', 'rule');
    if (next.replanAt && !TIME_OF_DAY_PATTERN.test(next.replanAt))
      throw makeError('fieldsInvalid', {}, { replanAt: { reason: 'notATime' } });
  },
  afterSave: (tx, after) => refuseSecondRow(tx, 'cycleScheduleSetting', after.id),
};
