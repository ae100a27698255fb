import { makeResourceHooks } from './group-resources.ts';
import type { HooksOf } from './hooks.ts';
import { refuseEndBeforeStart } from './refuse-end-before-start.ts';

/** A device is a resource of its home group. No downtime may end before it begins. */
export const deviceHooks: HooksOf<'device'> = {
  ...makeResourceHooks('device'),
  beforeSave: async (_work, next) => refuseEndBeforeStart(next, 'downtimes', 'downFrom', 'downUntil'),
};
