import type { HooksOf } from './hooks.ts';
import { refuseSecondRow } from './refuse-second-row.ts';

/** A factory has at most one wage setting. */
export const wageSettingHooks: HooksOf<'wageSetting'> = {
  afterSave: (tx, after) => refuseSecondRow(tx, 'wageSetting', after.id),
};
