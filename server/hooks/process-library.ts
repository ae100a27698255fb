import { makeRevisionHooks } from './revision.ts';
import type { HooksOf } from './hooks.ts';

/** A standard routing is a document with revisions. */
export const processLibraryHooks: HooksOf<'processLibrary'> = makeRevisionHooks('processLibrary');
