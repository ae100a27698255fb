import { refuseRepeatedValues } from './refuse-repeated-values.ts';
import type { HooksOf } from './hooks.ts';

/**
 * The rates of a cost type must begin on different days. They are sorted by the day on which they
 * begin.
 */
export const costTypeHooks: HooksOf<'costType'> = {
  batchable: true,
  beforeSave: async (_tx, next) => {
    refuseRepeatedValues(next, 'rates', 'validFrom');
    const { rates } = next;
    if (rates.some((rate, index) => index > 0 && rate.validFrom < rates[index - 1]!.validFrom))
      next.rates = rates.toSorted((a, b) => (a.validFrom < b.validFrom ? -1 : 1));
  },
};
