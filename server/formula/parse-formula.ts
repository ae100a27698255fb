import jsep, { type Expression, type HookScope } from 'jsep';
import { FormulaProblem } from './formula-problem.ts';

// The parser follows Excel: unary minus binds tighter than ^, and ^ is left-associative.
jsep.removeAllUnaryOps();
jsep.removeAllBinaryOps();
jsep.removeAllLiterals();
for (const sign of ['-', '+']) jsep.addUnaryOp(sign);
for (const sign of ['=', '==', '<>', '!=', '≠']) jsep.addBinaryOp(sign, 6);
for (const sign of ['<', '>', '<=', '>=', '≤', '≥']) jsep.addBinaryOp(sign, 7);
for (const sign of ['+', '-']) jsep.addBinaryOp(sign, 9);
for (const sign of ['*', '/']) jsep.addBinaryOp(sign, 10);
jsep.addBinaryOp('^', 11);

/**
 * The parser class of jsep, which the types of jsep do not export. Its `index` is the position that the
 * parser has reached.
 */
const { Jsep: Reader } = jsep as unknown as { Jsep: new (text: string) => HookScope };

/**
 * Parses an expression that `scanFormula` has accepted.
 * @throws FormulaProblem if the expression is invalid
 */
export function parseFormula(text: string): Expression {
  const reader = new Reader(text);
  try {
    const expression = reader.gobbleExpression();
    reader.gobbleSpaces();
    if (expression && reader.index >= text.length) return expression;
  } catch (error) {
    if (error instanceof RangeError) throw new FormulaProblem('formula.tooDeep', 0);
    reader.index = (error as { index?: number }).index ?? reader.index;
  }
  const isOver = reader.index >= text.trimEnd().length;
  throw new FormulaProblem(
    isOver ? 'formula.unfinished' : 'formula.notUnderstood',
    Math.min(reader.index, text.length),
  );
}
