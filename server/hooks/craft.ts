import { fail } from '#shared/kernel/errors.ts';
import type { Hooks } from './hooks.ts';

/** On any day one piece price holds: no two begin on the same. */
export const craftHooks: Hooks = {
  beforeSave: async (_work, next) => {
    const days = new Set<string>();
    (next.piecePrices as { validFrom: string }[]).forEach(({ validFrom }, index) => {
      if (days.has(validFrom))
        throw fail('fieldsInvalid', {}, { [`piecePrices[${index}].validFrom`]: { reason: 'repeated' } });
      days.add(validFrom);
    });
  },
};
