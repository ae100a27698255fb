import { defineEntity } from '#shared/kernel/entity.ts';
import { lines, number, text } from '#shared/kernel/fields.ts';

/** A formula with named inputs, e.g. the weight of a bar from its diameter and length. */
export const formula = defineEntity({
  name: 'formula',
  path: '/mes/system/basic/formula',
  permission: 'SYSTEM_BASIC_FORMULA',
  shownAs: 'name',
  sort: 'code',
  derived: ['testResult'],
  fields: {
    code: text({ required: true, unique: true, max: 40 }),
    name: text({ required: true, max: 100 }),
    resultUnit: text({ max: 20 }),
    remark: text({ max: 500 }),
    inputs: lines(
      {
        name: text({ required: true, max: 30, label: 'inputName' }),
        unit: text({ max: 20 }),
        testValue: number({ required: true, min: -9_999_999_999 }),
        meaning: text({ max: 200 }),
      },
      { max: 30, label: 'formulaInputs' },
    ),
    expression: text({ required: true, max: 500 }),
    /** The result for the test values. */
    testResult: number({ min: -9_999_999_999 }),
  },
});
