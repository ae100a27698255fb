import { resourceHooks } from './group-resources.ts';
import type { Hooks } from './hooks.ts';

/** A device is a resource of its home group. */
export const deviceHooks: Hooks = resourceHooks('device');
