import { sql } from 'kysely';
import { makeError } from '#shared/kernel/errors.ts';
import { refuseUnknownPartInputs } from './part-inputs.ts';
import { refuseRepeatedValues } from './refuse-repeated-values.ts';
import type { DraftOf, HooksOf } from './hooks.ts';

/** Refuses a production parameter whose lower limit is above its upper limit. @throws fieldsInvalid */
function refuseCrossedLimits({ productionParameters }: Pick<DraftOf<'craft'>, 'productionParameters'>): void {
  for (const [index, { lowerLimit, upperLimit }] of productionParameters.entries()) {
    if (lowerLimit !== null && upperLimit !== null && lowerLimit > upperLimit)
      throw makeError(
        'fieldsInvalid',
        {},
        {
          [`productionParameters[${index}].upperLimit`]: { reason: 'tooSmall', params: { min: lowerLimit } },
        },
      );
  }
}

const FORMULA_FIELDS = ['deviceFormulaId', 'manpowerFormulaId'] as const;

/**
 * The piece prices of a craft must begin on different days, so that only one is valid on each day. Its production
 * parameters have different codes. The formulas of a craft may use only values of a part as inputs.
 */
export const craftHooks: HooksOf<'craft'> = {
  batchable: true,
  beforeSave: async (tx, next) => {
    refuseRepeatedValues(next, 'piecePrices', 'validFrom');
    refuseRepeatedValues(next, 'productionParameters', 'code');
    refuseCrossedLimits(next);
    for (const field of FORMULA_FIELDS) {
      const formulaId = next[field] ?? null;
      if (formulaId === null) continue;
      const { rows: inputs } = await sql<{ name: string; formula: string }>`select i.name, f.name as formula
        from formula f join formula_inputs i on i.factory_id = f.factory_id and i.owner_id = f.id
        where f.factory_id = ${tx.factoryId} and f.id = ${formulaId} order by i.position`.execute(tx.db);
      refuseUnknownPartInputs(inputs[0]?.formula ?? '', inputs, field);
    }
  },
};
