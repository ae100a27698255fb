import { refuseRepeatedValues } from './refuse-repeated-values.ts';
import { refuseSecondRow } from './refuse-second-row.ts';
import type { HooksOf } from './hooks.ts';

/** A factory has at most one cycle schedule setting, and each rule occurs at most once in the setting. */
export const cycleScheduleSettingHooks: HooksOf<'cycleScheduleSetting'> = {
  beforeSave: async (_tx, next) => refuseRepeatedValues(next, 'rules', 'rule'),
  afterSave: (tx, after) => refuseSecondRow(tx, 'cycleScheduleSetting', after.id),
};
