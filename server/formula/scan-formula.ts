import { FormulaProblem } from './formula-problem.ts';

/** A number or a name, and its position. */
export interface Operand {
  text: string;
  at: number;
}

const NUMBER = /(?:\d+(?:\.\d+)?|\.\d+)/y;
const NAME = /[\p{L}_][\p{L}\p{N}_]*/uy;
const SYMBOL = /(?:[<>=!]=|<>|[-+*/^<>=≤≥≠(),?:]|\s+)/y;

/** Maximum nesting depth; far below the stack limit of the parser. */
const MAX_DEPTH = 40;

const read = (pattern: RegExp, text: string, at: number): string | null => {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? null;
};

/** Converts full-width characters to ASCII, one to one, so that positions do not change. */
export const plain = (text: string): string =>
  text
    .replace(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replaceAll('×', '*')
    .replaceAll('÷', '/')
    .replaceAll('\u3000', ' ');

/**
 * Scans an expression before it is parsed, so that the parser receives only numbers, names, operators and
 * matching
 * brackets.
 * @returns the numbers and names in order
 * @throws FormulaProblem
 */
export function scanFormula(text: string): Operand[] {
  const operands: Operand[] = [];
  const open: number[] = [];
  for (let at = 0; at < text.length;) {
    const operand = read(NUMBER, text, at) ?? read(NAME, text, at);
    if (operand) {
      const previous = operands.at(-1);
      // "2a" and "1.2.3" are typing errors.
      if (previous && previous.at + previous.text.length === at)
        throw new FormulaProblem('formula.notUnderstood', at);
      operands.push({ text: operand, at });
      at += operand.length;
      continue;
    }
    const symbol = read(SYMBOL, text, at);
    if (!symbol) throw new FormulaProblem('formula.character', at);
    if (symbol === '(') open.push(at);
    if (open.length > MAX_DEPTH) throw new FormulaProblem('formula.tooDeep', at);
    if (symbol === ')' && open.pop() === undefined) throw new FormulaProblem('formula.bracket', at);
    at += symbol.length;
  }
  if (open.length > 0) throw new FormulaProblem('formula.bracket', open.at(-1)!);
  return operands;
}
