import { refuseRepeated } from './refuse-repeated.ts';
import type { HooksOf } from './hooks.ts';

/** Piece prices must begin on different days, so that one price is valid per day. */
export const craftHooks: HooksOf<'craft'> = {
  batchable: true,
  beforeSave: async (_work, next) => refuseRepeated(next, 'piecePrices', 'validFrom'),
};
