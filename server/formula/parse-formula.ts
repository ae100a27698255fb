import jsep, { type Expression, type HookScope } from 'jsep';
import { FormulaProblem } from './formula-problem.ts';

// The parser knows what Excel knows of arithmetic and comparison: - binds closer than ^, and ^ goes from left to right.
jsep.removeAllUnaryOps();
jsep.removeAllBinaryOps();
jsep.removeAllLiterals();
for (const sign of ['-', '+']) jsep.addUnaryOp(sign);
for (const sign of ['=', '==', '<>', '!=', '≠']) jsep.addBinaryOp(sign, 6);
for (const sign of ['<', '>', '<=', '>=', '≤', '≥']) jsep.addBinaryOp(sign, 7);
for (const sign of ['+', '-']) jsep.addBinaryOp(sign, 9);
for (const sign of ['*', '/']) jsep.addBinaryOp(sign, 10);
jsep.addBinaryOp('^', 11);

/** The parser's own class, which its types leave out: it tells how far it came. */
const { Jsep: Reader } = jsep as unknown as { Jsep: new (text: string) => HookScope };

/**
 * Parses a scanned expression.
 * @throws FormulaProblem
 */
export function parseFormula(text: string): Expression {
  const reader = new Reader(text);
  try {
    const whole = reader.gobbleExpression();
    reader.gobbleSpaces();
    if (whole && reader.index >= text.length) return whole;
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
