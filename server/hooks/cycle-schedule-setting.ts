import { refuseAnother } from './refuse-another.ts';
import { refuseRepeated } from './refuse-repeated.ts';
import type { HooksOf } from './hooks.ts';

/** A factory schedules by one setting, in which each rule stands once. */
export const cycleScheduleSettingHooks: HooksOf<'cycleScheduleSetting'> = {
  beforeSave: async (_work, next) => refuseRepeated(next, 'rules', 'rule'),
  afterSave: (work, after) => refuseAnother(work, 'cycleScheduleSetting', after.id),
};
