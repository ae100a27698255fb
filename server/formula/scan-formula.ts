import { FormulaProblem } from './formula-problem.ts';

/** A number or a name in an expression, and its position. */
export interface Operand {
  text: string;
  at: number;
}

const NUMBER_PATTERN = /(?:\d+(?:\.\d+)?|\.\d+)/y;
const NAME_PATTERN = /[\p{L}_][\p{L}\p{N}_]*/uy;
const SYMBOL_PATTERN = /(?:[<>=!]=|<>|[-+*/^<>=≤≥≠(),?:]|\s+)/y;

/**
 * The maximum nesting depth of brackets. It is far below the depth at which the parser would overflow the
 * call stack.
 */
const MAX_BRACKET_DEPTH = 40;

const matchAt = (pattern: RegExp, text: string, at: number): string | null => {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? null;
};

/**
 * Replaces full-width characters, the full-width space and the signs × and ÷ by ASCII characters. Positions
 * do not change.
 */
export const toAsciiFormula = (text: string): string =>
  text
    .replace(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replaceAll('×', '*')
    .replaceAll('÷', '/')
    .replaceAll('\u3000', ' ');

/**
 * Scans an expression before it is parsed, so that the parser receives only numbers, names, operators,
 * commas, spaces and matching brackets.
 * @returns the numbers and names in the order of the text
 * @throws FormulaProblem if the expression contains anything else, too many nested brackets, or two operands
 * without a symbol or space between them
 */
export function scanFormula(text: string): Operand[] {
  const operands: Operand[] = [];
  const openBracketPositions: number[] = [];
  for (let at = 0; at < text.length;) {
    const operand = matchAt(NUMBER_PATTERN, text, at) ?? matchAt(NAME_PATTERN, text, at);
    if (operand) {
      const previous = operands.at(-1);
      // An operand directly after another one is a typing error, as in "2a" or "1.2.3".
      if (previous && previous.at + previous.text.length === at)
        throw new FormulaProblem('formula.notUnderstood', at);
      operands.push({ text: operand, at });
      at += operand.length;
      continue;
    }
    const symbol = matchAt(SYMBOL_PATTERN, text, at);
    if (!symbol) throw new FormulaProblem('formula.character', at);
    if (symbol === '(') openBracketPositions.push(at);
    if (openBracketPositions.length > MAX_BRACKET_DEPTH) throw new FormulaProblem('formula.tooDeep', at);
    if (symbol === ')' && openBracketPositions.pop() === undefined)
      throw new FormulaProblem('formula.bracket', at);
    at += symbol.length;
  }
  if (openBracketPositions.length > 0)
    throw new FormulaProblem('formula.bracket', openBracketPositions.at(-1)!);
  return operands;
}
