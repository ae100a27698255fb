import { revisionHooks } from './revision.ts';
import type { DraftOf, HooksOf } from './hooks.ts';
import { refuseRepeated } from './refuse-repeated.ts';

/** An operating procedure has revisions and unique step numbers. */
export const sopHooks: HooksOf<'sop'> = revisionHooks<DraftOf<'sop'>>('sop', (next) =>
  refuseRepeated(next, 'steps', 'seq'),
);
