import { makeResourceHooks } from './group-resources.ts';
import type { HooksOf } from './hooks.ts';
import { refuseEndBeforeStart } from './refuse-end-before-start.ts';

/** A device is a resource of its home group. The downtimes of a device must not end before they begin. */
export const deviceHooks: HooksOf<'device'> = {
  ...makeResourceHooks('device'),
  beforeSave: async (_tx, next) => refuseEndBeforeStart(next, 'downtimes', 'downFrom', 'downUntil'),
};
