import { makeRevisionHooks } from './revision.ts';
import type { DraftOf, HooksOf } from './hooks.ts';
import { refuseRepeatedValues } from './refuse-repeated-values.ts';

/** An operating procedure is a document with revisions. The numbers of its steps must be unique. */
export const sopHooks: HooksOf<'sop'> = makeRevisionHooks<DraftOf<'sop'>>('sop', (next) =>
  refuseRepeatedValues(next, 'steps', 'seq'),
);
