import { refuseRepeated } from './refuse-repeated.ts';
import type { HooksOf } from './hooks.ts';

/** On any day one piece price holds: no two begin on the same. */
export const craftHooks: HooksOf<'craft'> = {
  batchable: true,
  beforeSave: async (_work, next) => refuseRepeated(next, 'piecePrices', 'validFrom'),
};
