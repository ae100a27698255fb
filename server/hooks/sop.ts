import { revisionHooks } from './revision.ts';
import type { Hooks } from './hooks.ts';
import { refuseRepeated } from './refuse-repeated.ts';

/** An operating procedure comes in editions; its steps are counted. */
export const sopHooks: Hooks = revisionHooks('sop', (next) => refuseRepeated(next, 'steps', 'seq'));
