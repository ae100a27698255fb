import { makeError } from '#shared/kernel/errors.ts';
import { markAsTerm } from '#shared/terms/error-message.ts';
import { FormulaProblem } from '../formula/formula-problem.ts';
import { RESERVED_FORMULA_WORDS } from '../formula/functions.ts';
import type { Transaction } from '../db/transaction.ts';
import { evaluateFormula } from '../formula/evaluate-formula.ts';
import type { HooksOf } from './hooks.ts';
import { refuseUnknownPartInputs } from './part-inputs.ts';
import { refuseRepeatedValues } from './refuse-repeated-values.ts';

const INPUT_NAME_PATTERN = /^[\p{L}_][\p{L}\p{N}_]*/u;
/** The maximum number of characters of an expression that an error message quotes. */
const MAX_QUOTED_CHARACTERS = 12;

/** Whether a craft uses the formula for its times. */
async function isFormulaOfTimes(tx: Transaction, formulaId: number): Promise<boolean> {
  const craft = await tx.db
    .selectFrom('craft')
    .select('id')
    .where('factoryId', '=', tx.factoryId)
    .where('deletedAt', 'is', null)
    .where((expression) =>
      expression.or([
        expression('deviceFormulaId', '=', formulaId),
        expression('manpowerFormulaId', '=', formulaId),
      ]),
    )
    .executeTakeFirst();
  return craft !== undefined;
}

/**
 * A formula can be saved only if its inputs have valid, different names and its expression has a result for
 * their test values. The result is saved with the formula.
 */
export const formulaHooks: HooksOf<'formula'> = {
  batchable: true,
  beforeSave: async (tx, next, before) => {
    refuseRepeatedValues(next, 'inputs', 'name');
    const inputs = next.inputs;
    inputs.forEach(({ name }, index) => {
      const matchedName = INPUT_NAME_PATTERN.exec(name)?.[0] ?? '';
      if (matchedName !== name || RESERVED_FORMULA_WORDS.has(name.toLowerCase()))
        throw makeError(
          'fieldsInvalid',
          {},
          {
            [`inputs[${index}].name`]: {
              reason: 'notAFormula',
              params: { position: matchedName === name ? 1 : matchedName.length + 1 },
            },
          },
        );
    });
    if (before && (await isFormulaOfTimes(tx, before.id)))
      refuseUnknownPartInputs(next.name, inputs, 'inputs');
    const expression = next.expression;
    try {
      next.testResult = evaluateFormula(expression, inputs).result;
    } catch (error) {
      if (!(error instanceof FormulaProblem)) throw error;
      const position = error.index + 1;
      throw makeError(
        'formulaInvalid',
        {
          position,
          found:
            expression.slice(error.index, error.index + MAX_QUOTED_CHARACTERS) || markAsTerm('formulaEnd'),
          reason: markAsTerm(error.reason),
        },
        { expression: { reason: 'notAFormula', params: { position } } },
      );
    }
  },
};
