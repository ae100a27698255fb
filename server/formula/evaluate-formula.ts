import { round4 } from '#shared/ledger/quantity.ts';
import { compileFormula } from './compile-formula.ts';
import { FormulaProblem } from './formula-problem.ts';

/** What the database can keep of a result. */
const LARGEST = 9_999_999_999;

/** An input of a formula with a value to try it with. */
export interface TriedInput {
  name: string;
  testValue: number;
}

/**
 * Works out an expression with the test values of its inputs, and with other values that are to be tried.
 * @param tries values by the inputs' names; what is not given is as in the test
 * @returns the results, to four decimals; a try without one is null
 * @throws FormulaProblem where the expression is wrong, or there is no result with the test values
 */
export function evaluateFormula(
  expression: string,
  inputs: readonly TriedInput[],
  tries: readonly ReadonlyMap<string, number>[] = [],
): { result: number; tries: (number | null)[] } {
  const give = compileFormula(
    expression,
    inputs.map((input) => input.name),
  );
  const tested = inputs.map((input) => [input.name, input.testValue] as const);
  const result = give(new Map(tested));
  if (!Number.isFinite(result)) throw new FormulaProblem('formula.noResult', 0);
  if (Math.abs(result) > LARGEST) throw new FormulaProblem('formula.tooLarge', 0);
  const tried = tries.map((values) => give(new Map([...tested, ...values])));
  return {
    result: round4(result),
    tries: tried.map((one) => (Number.isFinite(one) && Math.abs(one) <= LARGEST ? round4(one) : null)),
  };
}
