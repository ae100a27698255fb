import { FormulaProblem } from './formula-problem.ts';

/** A number or a name in an expression, and its index in the text. */
export interface Operand {
  text: string;
  index: number;
}

const NUMBER_PATTERN = /(?:\d+(?:\.\d+)?|\.\d+)/y;
const NAME_PATTERN = /[\p{L}_][\p{L}\p{N}_]*/uy;
const SYMBOL_PATTERN = /(?:[<>=!]=|<>|[-+*/^<>=≤≥≠(),?:]|\s+)/y;

/**
 * The maximum nesting depth of brackets. It is far below the depth at which the parser would overflow the
 * call stack.
 */
const MAX_BRACKET_DEPTH = 40;

const matchAt = (pattern: RegExp, text: string, index: number): string | null => {
  pattern.lastIndex = index;
  return pattern.exec(text)?.[0] ?? null;
};

/**
 * Replaces full-width characters, the full-width space and the signs × and ÷ by ASCII characters. Positions
 * do not change.
 */
export const toAsciiFormula = (text: string): string =>
  text
    .replace(/[\uff01-\uff5e]/g, (character) => String.fromCharCode(character.charCodeAt(0) - 0xfee0))
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
  for (let index = 0; index < text.length;) {
    const operand = matchAt(NUMBER_PATTERN, text, index) ?? matchAt(NAME_PATTERN, text, index);
    if (operand) {
      const previous = operands.at(-1);
      // An operand directly after another one is a typing error, as in "2a" or "1.2.3".
      if (previous && previous.index + previous.text.length === index)
        throw new FormulaProblem('formula.notUnderstood', index);
      operands.push({ text: operand, index });
      index += operand.length;
      continue;
    }
    const symbol = matchAt(SYMBOL_PATTERN, text, index);
    if (!symbol) throw new FormulaProblem('formula.character', index);
    if (symbol === '(') openBracketPositions.push(index);
    if (openBracketPositions.length > MAX_BRACKET_DEPTH) throw new FormulaProblem('formula.tooDeep', index);
    if (symbol === ')' && openBracketPositions.pop() === undefined)
      throw new FormulaProblem('formula.bracket', index);
    index += symbol.length;
  }
  if (openBracketPositions.length > 0)
    throw new FormulaProblem('formula.bracket', openBracketPositions.at(-1)!);
  return operands;
}
