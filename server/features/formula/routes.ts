import { entities } from '#shared/entities/index.ts';
import { lines, number, text } from '#shared/kernel/fields.ts';
import { defineQuery, type Route } from '../../call/route.ts';
import { checkFormula, MAX_TEST_ROWS } from './check-formula.ts';

const { inputs, expression } = entities.formula.fields;

export const formulaRoutes: Route[] = [
  defineQuery({
    path: '/mes/system/basic/formula/check',
    permission: 'SYSTEM_BASIC_FORMULA',
    input: {
      expression,
      inputs,
      tries: lines(
        {
          row: number({ required: true, min: 0, max: MAX_TEST_ROWS - 1, decimals: 0, label: 'line' }),
          input: text({ required: true, max: 30, label: 'inputName' }),
          value: number({ required: true, min: -9_999_999_999, label: 'testValue' }),
        },
        { max: MAX_TEST_ROWS * 30, label: 'tryOuts' },
      ),
    },
    run: async ({ lang, input }) => checkFormula(lang, input.expression, input.inputs, input.tries),
  }),
];
