import type { Lang } from '#shared/kernel/lang.ts';
import { term } from '#shared/terms/index.ts';
import { FormulaProblem } from '../../formula/formula-problem.ts';
import { evaluateFormula, type TestInput } from '../../formula/evaluate-formula.ts';

/** How many sets of values are tried at once. */
export const MAX_TRIES = 50;

/** What a formula gives as it stands: a result, or what is wrong with it, where and in words. */
interface FormulaCheck {
  result: number | null;
  /** The results of the try-outs by row; null where there is none. */
  tries: (number | null)[];
  problem: { position: number; reason: string } | null;
}

/** Tries a formula out without keeping it. */
export function checkFormula(
  lang: Lang,
  expression: string,
  inputs: readonly TestInput[],
  values: readonly { row: number; input: string; value: number }[],
): FormulaCheck {
  const rows = Array.from(
    { length: Math.max(0, ...values.map((one) => one.row + 1)) },
    () => new Map<string, number>(),
  );
  for (const { row, input, value } of values) rows[row]!.set(input, value);
  try {
    return { ...evaluateFormula(expression, inputs, rows), problem: null };
  } catch (error) {
    if (!(error instanceof FormulaProblem)) throw error;
    return {
      result: null,
      tries: rows.map(() => null),
      problem: { position: error.at + 1, reason: term(lang, error.reason) },
    };
  }
}
