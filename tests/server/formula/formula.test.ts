import { describe, expect, test } from 'vitest';
import { FormulaProblem } from '#server/formula/formula-problem.ts';
import { evaluateFormula } from '#server/formula/evaluate-formula.ts';

const inputValues = { 直径: 40, 长度: 120, n: 3 };
const formulaInputs = Object.entries(inputValues).map(([name, testValue]) => ({ name, testValue }));
const evaluateTestFormula = (expression: string) => evaluateFormula(expression, formulaInputs).result;
const evaluateOrFindProblem = (expression: string) => {
  try {
    return evaluateTestFormula(expression);
  } catch (error) {
    if (error instanceof FormulaProblem) return [error.reason.replace('formula.', ''), error.index];
    throw error;
  }
};

describe('a formula', () => {
  test('computes as Excel users expect', () => {
    expect(evaluateTestFormula('1 + 2 * 3')).toBe(7);
    expect(evaluateTestFormula('(1 + 2) * 3')).toBe(9);
    expect(evaluateTestFormula('-2^2')).toBe(4);
    expect(evaluateTestFormula('2^3^2')).toBe(64);
    expect(evaluateTestFormula('2^-1')).toBe(0.5);
    expect(evaluateTestFormula('n - 1 - 1')).toBe(1);
    expect(evaluateTestFormula('if(n = 3, 10, 20)')).toBe(10);
    expect(evaluateTestFormula('IF(AND(n >= 3, NOT(n > 5)), 1, 0)')).toBe(1);
    expect(evaluateTestFormula('if(or(n <> 3, n < 0), 1, 0)')).toBe(0);
    expect(evaluateTestFormula('n > 2 ? n : -n')).toBe(3);
    expect(evaluateTestFormula('min(4, n, 9) + max(1, 2) + abs(-1) + floor(1.9) + ceil(1.1)')).toBe(9);
    expect(evaluateTestFormula('round(1.005, 2)')).toBe(1.01);
    expect(evaluateTestFormula('round(-2.5)')).toBe(-3);
    expect(evaluateTestFormula('0.1 + 0.2')).toBe(0.3);
  });

  test('works out the weight of a bar from inputs with Chinese names, however they are typed', () => {
    const weight = 1.1838;
    expect(evaluateTestFormula('pi() / 4 * 直径^2 * 长度 * 7.85 / 1000000')).toBe(weight);
    expect(evaluateTestFormula('pi() ÷ 4 × 直径^2 × 长度 × 7.85 ÷ 1000000')).toBe(weight);
    expect(evaluateTestFormula('pi()/4*直径^2*长度*7.85/1000000')).toBe(weight);
    expect(evaluateTestFormula('ｒｏｕｎｄ（直径 ÷ ３， １）')).toBe(13.3);
  });

  test('says where it is wrong, and why', () => {
    expect(evaluateOrFindProblem('n +')).toEqual(['unfinished', 3]);
    expect(evaluateOrFindProblem('n + * 2')).toEqual(['notUnderstood', 4]);
    expect(evaluateOrFindProblem('n 2')).toEqual(['notUnderstood', 2]);
    expect(evaluateOrFindProblem('2n')).toEqual(['notUnderstood', 1]);
    expect(evaluateOrFindProblem('(n + 1')).toEqual(['bracket', 0]);
    expect(evaluateOrFindProblem('n + 1)')).toEqual(['bracket', 5]);
    expect(evaluateOrFindProblem('n + width')).toEqual(['unknownInput', 4]);
    expect(evaluateOrFindProblem('n + N')).toEqual(['unknownInput', 4]);
    expect(evaluateOrFindProblem('n + sin(1)')).toEqual(['unknownFunction', 4]);
    expect(evaluateOrFindProblem('1 + abs(1, 2)')).toEqual(['arguments', 4]);
    expect(evaluateOrFindProblem('n > 2')).toEqual(['truth', 0]);
    expect(evaluateOrFindProblem('1 + (n > 2)')).toEqual(['truth', 5]);
    expect(evaluateOrFindProblem('if(n, 1, 2)')).toEqual(['number', 3]);
    expect(evaluateOrFindProblem('if(n > 1, 1, n > 2)')).toEqual(['truth', 13]);
    expect(evaluateOrFindProblem('n / (n - 3)')).toEqual(['noResult', 0]);
    expect(evaluateOrFindProblem('sqrt(-1)')).toEqual(['noResult', 0]);
    expect(evaluateOrFindProblem('10 ^ 12')).toEqual(['tooLarge', 0]);
    expect(evaluateOrFindProblem('')).toEqual(['unfinished', 0]);
  });

  test('never runs as a program, and reads nothing but its inputs', () => {
    const hostileExpressions = [
      'constructor',
      'this',
      'this.constructor',
      '__proto__',
      'toString()',
      'constructor(1)',
      'n.constructor',
      'n["constructor"]',
      'n[0]',
      '"text"',
      '`${n}`',
      'n = 1; n',
      'n => n',
      '[1, 2]',
      '{}',
      'n++',
      '() => 1',
      'process.exit(1)',
      'globalThis',
      'true',
      'null',
      '(1, 2)',
      'min(1,,2)',
      'min()',
      '0x10',
      '1e400',
      '1.2.3',
      '//',
      '/* 1 */ 2',
      '\\u0061',
      'n\u0000',
    ];
    for (const expression of hostileExpressions)
      expect([expression, evaluateOrFindProblem(expression)]).toEqual([
        expression,
        [expect.any(String), expect.any(Number)],
      ]);
  });

  // A parser whose work grows exponentially would run into the time limit of the test.
  test('is answered, however long and deeply nested it is', () => {
    expect(evaluateOrFindProblem(`${'('.repeat(250)}1${')'.repeat(249)}`)).toEqual(['tooDeep', 40]);
    expect(evaluateOrFindProblem(`${'-'.repeat(499)}1`)).toBe(-1);
    expect(evaluateOrFindProblem(`1${'^9'.repeat(249)}`)).toBe(1);
    expect(evaluateOrFindProblem(`9${'^9'.repeat(249)}`)).toEqual(['noResult', 0]);
    expect(evaluateOrFindProblem(`${'n>1?1:'.repeat(80)}0`)).toBe(1);
    expect(evaluateOrFindProblem(`${'if(n>1,1,'.repeat(45)}0${')'.repeat(45)}`)).toEqual([
      'tooDeep',
      expect.any(Number),
    ]);
  });

  test('is tried with several sets of values; a set without a result gives null', () => {
    const triedInputs = [new Map([['n', 2]]), new Map([['n', 0]]), new Map()];
    expect(evaluateFormula('12 / n', formulaInputs, triedInputs)).toEqual({ result: 4, tries: [6, null, 4] });
  });
});
