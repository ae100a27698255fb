import { resourceHooks } from './group-resources.ts';
import type { HooksOf } from './hooks.ts';
import { refuseBackwards } from './refuse-backwards.ts';

/** A device is a resource of its home group. No downtime may end before it begins. */
export const deviceHooks: HooksOf<'device'> = {
  ...resourceHooks('device'),
  beforeSave: async (_work, next) => refuseBackwards(next, 'downtimes', 'downFrom', 'downUntil'),
};
