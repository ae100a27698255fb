import { roundQuantity } from '#shared/ledger/quantity.ts';
import { compileFormula } from './compile-formula.ts';
import { FormulaProblem } from './formula-problem.ts';

/** The largest absolute value of a result that the database can store. */
const MAX_RESULT = 9_999_999_999;

/** Rounds a result to four decimals; null if it is no number, or beyond `MAX_RESULT`. */
const roundResult = (value: number): number | null =>
  Number.isFinite(value) && Math.abs(value) <= MAX_RESULT ? roundQuantity(value) : null;

/** An input of a formula with its test value. */
export interface InputWithTestValue {
  name: string;
  testValue: number;
}

/**
 * Evaluates an expression with the test values of its inputs, and with each entry of `tries`.
 * @param tries maps from input name to value; an input without a value keeps its test value
 * @returns the results, rounded to four decimals; null for an entry of `tries` that gives no
 * result, or a result beyond `MAX_RESULT`
 * @throws FormulaProblem if the expression is invalid, or if the test values give no result, or a
 * result beyond `MAX_RESULT`
 */
export function evaluateFormula(
  expression: string,
  inputs: readonly InputWithTestValue[],
  tries: readonly ReadonlyMap<string, number>[] = [],
): { result: number; tries: (number | null)[] } {
  const evaluate = compileFormula(
    expression,
    inputs.map((input) => input.name),
  );
  const testValues = inputs.map((input) => [input.name, input.testValue] as const);
  const result = evaluate(new Map(testValues));
  if (!Number.isFinite(result)) throw new FormulaProblem('formula.noResult', 0);
  if (Math.abs(result) > MAX_RESULT) throw new FormulaProblem('formula.tooLarge', 0);
  const results = tries.map((values) => evaluate(new Map([...testValues, ...values])));
  return {
    result: roundQuantity(result),
    tries: results.map(roundResult),
  };
}

/**
 * Evaluates the expression of a saved formula for the values of its inputs.
 * @returns the result, rounded to four decimals; null if the formula has no result, or a result beyond
 * `MAX_RESULT`
 */
export function evaluateForValues(expression: string, values: ReadonlyMap<string, number>): number | null {
  return roundResult(compileFormula(expression, [...values.keys()])(values));
}
