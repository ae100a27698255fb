/** A function of formulas: how many numbers it takes, and what it makes of them. */
interface NumberFunction {
  readonly least: number;
  readonly most: number;
  readonly apply: (...given: number[]) => number;
}

/** Half goes away from zero, and 1.005 to two decimals is 1.01: as people reckon, not as binary fractions do. */
function round(value: number, decimals = 0): number {
  const digits = Math.max(0, Math.min(9, Math.trunc(decimals)));
  const shifted = Number(`${Math.abs(value)}e${digits}`);
  if (Number.isNaN(shifted)) return value;
  return Math.sign(value) * Number(`${Math.round(shifted)}e-${digits}`);
}

const MANY = 30;

/** What an expression may call, and nothing else. */
export const NUMBER_FUNCTIONS: Readonly<Record<string, NumberFunction>> = {
  min: { least: 1, most: MANY, apply: Math.min },
  max: { least: 1, most: MANY, apply: Math.max },
  round: { least: 1, most: 2, apply: round },
  floor: { least: 1, most: 1, apply: Math.floor },
  ceil: { least: 1, most: 1, apply: Math.ceil },
  abs: { least: 1, most: 1, apply: Math.abs },
  sqrt: { least: 1, most: 1, apply: Math.sqrt },
  pi: { least: 0, most: 0, apply: () => Math.PI },
};

/** Functions of yes and no. */
const TRUTH_FUNCTIONS = ['and', 'or', 'not'] as const;

/** Words that an input cannot be called by. */
export const FORMULA_WORDS: ReadonlySet<string> = new Set([
  ...Object.keys(NUMBER_FUNCTIONS),
  ...TRUTH_FUNCTIONS,
  'if',
  // The parser's own word.
  'this',
]);
