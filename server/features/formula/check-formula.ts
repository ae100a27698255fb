import type { Lang } from '#shared/kernel/lang.ts';
import { translateTerm } from '#shared/terms/index.ts';
import { FormulaProblem } from '../../formula/formula-problem.ts';
import { evaluateFormula, type InputWithTestValue } from '../../formula/evaluate-formula.ts';

/** The maximum number of rows of test values in one check. */
export const MAX_TEST_ROWS = 50;

/** The result of checking a formula: its value, or a problem with its position (from 1) and its reason. */
interface FormulaCheckResult {
  result: number | null;
  /** The result of each row of test values; null if the row has no result. */
  tries: (number | null)[];
  problem: { position: number; reason: string } | null;
}

/** Evaluates a formula with test values, without saving it. */
export function checkFormula(
  lang: Lang,
  expression: string,
  inputs: readonly InputWithTestValue[],
  testValues: readonly { row: number; input: string; value: number }[],
): FormulaCheckResult {
  const rows = Array.from(
    { length: Math.max(0, ...testValues.map((testValue) => testValue.row + 1)) },
    () => new Map<string, number>(),
  );
  for (const { row, input, value } of testValues) rows[row]!.set(input, value);
  try {
    return { ...evaluateFormula(expression, inputs, rows), problem: null };
  } catch (error) {
    if (!(error instanceof FormulaProblem)) throw error;
    return {
      result: null,
      tries: rows.map(() => null),
      problem: { position: error.index + 1, reason: translateTerm(lang, error.reason) },
    };
  }
}
