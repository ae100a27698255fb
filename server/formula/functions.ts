/** A function for formulas, with its minimum and maximum number of arguments. */
interface NumberFunction {
  readonly minArguments: number;
  readonly maxArguments: number;
  readonly apply: (...values: number[]) => number;
}

/**
 * Rounds to a number of decimals, 0 to 9. Halves are rounded away from zero. For example, 1.005 to two
 * decimals is 1.01.
 */
function roundToDecimals(value: number, decimals = 0): number {
  const digits = Math.max(0, Math.min(9, Math.trunc(decimals)));
  const shiftedValue = Number(`${Math.abs(value)}e${digits}`);
  if (Number.isNaN(shiftedValue)) return value;
  return Math.sign(value) * Number(`${Math.round(shiftedValue)}e-${digits}`);
}

const MAX_ARGUMENTS = 30;

/** The functions that compute a number from numbers, by the names that formulas use. */
export const NUMBER_FUNCTIONS: Readonly<Record<string, NumberFunction>> = {
  min: { minArguments: 1, maxArguments: MAX_ARGUMENTS, apply: Math.min },
  max: { minArguments: 1, maxArguments: MAX_ARGUMENTS, apply: Math.max },
  round: { minArguments: 1, maxArguments: 2, apply: roundToDecimals },
  floor: { minArguments: 1, maxArguments: 1, apply: Math.floor },
  ceil: { minArguments: 1, maxArguments: 1, apply: Math.ceil },
  abs: { minArguments: 1, maxArguments: 1, apply: Math.abs },
  sqrt: { minArguments: 1, maxArguments: 1, apply: Math.sqrt },
  pi: { minArguments: 0, maxArguments: 0, apply: () => Math.PI },
};

/** The functions that compute a truth value from truth values. */
const TRUTH_FUNCTIONS = ['and', 'or', 'not'] as const;

/** The words that an input must not have as its name, in small or capital letters. */
export const RESERVED_FORMULA_WORDS: ReadonlySet<string> = new Set([
  ...Object.keys(NUMBER_FUNCTIONS),
  ...TRUTH_FUNCTIONS,
  'if',
  // The parser reserves the word `this`.
  'this',
]);
