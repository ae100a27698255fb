import { revisionHooks } from './revision.ts';
import type { DraftOf, HooksOf } from './hooks.ts';
import { refuseRepeated } from './refuse-repeated.ts';

/** An operating procedure is a document with revisions. The numbers of its steps must be unique. */
export const sopHooks: HooksOf<'sop'> = revisionHooks<DraftOf<'sop'>>('sop', (next) =>
  refuseRepeated(next, 'steps', 'seq'),
);
