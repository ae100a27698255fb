import { refuseRepeatedValues } from './refuse-repeated-values.ts';
import type { HooksOf } from './hooks.ts';

/**
 * The piece prices of a craft must begin on different days, so that only one is valid on each day.
 */
export const craftHooks: HooksOf<'craft'> = {
  batchable: true,
  beforeSave: async (_tx, next) => refuseRepeatedValues(next, 'piecePrices', 'validFrom'),
};
