import { revisionHooks } from './revision.ts';
import type { DraftOf, HooksOf } from './hooks.ts';
import { refuseRepeated } from './refuse-repeated.ts';

/** An operating procedure comes in editions; its steps are counted. */
export const sopHooks: HooksOf<'sop'> = revisionHooks<DraftOf<'sop'>>('sop', (next) =>
  refuseRepeated(next, 'steps', 'seq'),
);
