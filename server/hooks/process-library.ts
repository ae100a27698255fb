import { revisionHooks } from './revision.ts';
import type { Hooks } from './hooks.ts';

/** A standard routing comes in editions. */
export const processLibraryHooks: Hooks = revisionHooks('processLibrary');
