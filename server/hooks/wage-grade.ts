import type { HooksOf } from './hooks.ts';
import { refuseRepeatedValues } from './refuse-repeated-values.ts';

/** The wages of a grade must begin on different days. They are sorted by the day on which they begin. */
export const wageGradeHooks: HooksOf<'wageGrade'> = {
  batchable: true,
  beforeSave: async (_tx, next) => {
    refuseRepeatedValues(next, 'rates', 'validFrom');
    next.rates = next.rates.toSorted((a, b) => (a.validFrom < b.validFrom ? -1 : 1));
  },
};
