import { resourceHooks } from './group-resources.ts';
import type { Hooks } from './hooks.ts';

/** A shelf is a resource of its home group. */
export const shelfHooks: Hooks = resourceHooks('shelf');
