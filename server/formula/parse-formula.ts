import jsep, { type Expression, type HookScope } from 'jsep';
import { FormulaProblem } from './formula-problem.ts';

// The parser follows Excel: unary minus binds tighter than ^, and ^ is left-associative.
jsep.removeAllUnaryOps();
jsep.removeAllBinaryOps();
jsep.removeAllLiterals();
for (const operator of ['-', '+']) jsep.addUnaryOp(operator);
for (const operator of ['=', '==', '<>', '!=', '≠']) jsep.addBinaryOp(operator, 6);
for (const operator of ['<', '>', '<=', '>=', '≤', '≥']) jsep.addBinaryOp(operator, 7);
for (const operator of ['+', '-']) jsep.addBinaryOp(operator, 9);
for (const operator of ['*', '/']) jsep.addBinaryOp(operator, 10);
jsep.addBinaryOp('^', 11);

/**
 * The parser class of jsep, which the types of jsep do not export. Its `index` is the position that the
 * parser has reached.
 */
const { Jsep: Parser } = jsep as unknown as { Jsep: new (text: string) => HookScope };

/**
 * Parses an expression that `scanFormula` has accepted.
 * @throws FormulaProblem if the expression is invalid
 */
export function parseFormula(text: string): Expression {
  const parser = new Parser(text);
  try {
    const expression = parser.gobbleExpression();
    parser.gobbleSpaces();
    if (expression && parser.index >= text.length) return expression;
  } catch (error) {
    if (error instanceof RangeError) throw new FormulaProblem('formula.tooDeep', 0);
    parser.index = (error as { index?: number }).index ?? parser.index;
  }
  const hasReachedEnd = parser.index >= text.trimEnd().length;
  throw new FormulaProblem(
    hasReachedEnd ? 'formula.unfinished' : 'formula.notUnderstood',
    Math.min(parser.index, text.length),
  );
}
