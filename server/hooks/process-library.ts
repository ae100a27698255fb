import { revisionHooks } from './revision.ts';
import type { HooksOf } from './hooks.ts';

/** A standard routing comes in editions. */
export const processLibraryHooks: HooksOf<'processLibrary'> = revisionHooks('processLibrary');
