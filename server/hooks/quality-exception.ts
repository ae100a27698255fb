import { makeError } from '#shared/kernel/errors.ts';
import { markAsTerm } from '#shared/terms/error-message.ts';
import type { HooksOf } from './hooks.ts';

/** Only cancelled exceptions can be deleted, because other exceptions hold or have moved pieces. */
export const qualityExceptionHooks: HooksOf<'qualityException'> = {
  beforeDelete: async (_tx, rows) => {
    const kept = rows.find(({ state }) => state !== 'cancelled');
    if (kept)
      throw makeError(
        'exceptionNotCancelled',
        { code: kept.code, state: markAsTerm(kept.state) },
        undefined,
        [{ entity: 'qualityException', id: kept.id, name: kept.code }],
      );
  },
};
