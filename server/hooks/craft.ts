import { refuseRepeated } from './refuse-repeated.ts';
import type { Hooks } from './hooks.ts';

/** On any day one piece price holds: no two begin on the same. */
export const craftHooks: Hooks = {
  batchable: true,
  beforeSave: async (_work, next) => refuseRepeated(next, 'piecePrices', 'validFrom'),
};
