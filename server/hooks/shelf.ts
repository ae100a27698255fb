import { makeResourceHooks } from './group-resources.ts';
import type { HooksOf } from './hooks.ts';

/** A shelf is a resource of its home group. */
export const shelfHooks: HooksOf<'shelf'> = makeResourceHooks('shelf');
