import { makeError } from '#shared/kernel/errors.ts';
import { markAsTerm } from '#shared/terms/error-message.ts';
import type { HooksOf } from './hooks.ts';

/**
 * Only cancelled exceptions can be deleted, because all other exceptions hold pieces or have moved pieces.
 */
export const qualityExceptionHooks: HooksOf<'qualityException'> = {
  beforeDelete: async (_tx, rows) => {
    const undeletableException = rows.find(({ state }) => state !== 'cancelled');
    if (undeletableException)
      throw makeError(
        'exceptionNotCancelled',
        { code: undeletableException.code, state: markAsTerm(undeletableException.state) },
        undefined,
        [{ entity: 'qualityException', id: undeletableException.id, name: undeletableException.code }],
      );
  },
};
