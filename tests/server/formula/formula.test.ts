import { describe, expect, test } from 'vitest';
import { FormulaProblem } from '#server/formula/formula-problem.ts';
import { evaluateFormula } from '#server/formula/evaluate-formula.ts';

const values = { 直径: 40, 长度: 120, n: 3 };
const inputs = Object.entries(values).map(([name, testValue]) => ({ name, testValue }));
const gives = (expression: string) => evaluateFormula(expression, inputs).result;
const problem = (expression: string) => {
  try {
    return gives(expression);
  } catch (error) {
    if (error instanceof FormulaProblem) return [error.reason.replace('formula.', ''), error.at];
    throw error;
  }
};

describe('a formula', () => {
  test('reckons as people who know Excel expect', () => {
    expect(gives('1 + 2 * 3')).toBe(7);
    expect(gives('(1 + 2) * 3')).toBe(9);
    expect(gives('-2^2')).toBe(4);
    expect(gives('2^3^2')).toBe(64);
    expect(gives('2^-1')).toBe(0.5);
    expect(gives('n - 1 - 1')).toBe(1);
    expect(gives('if(n = 3, 10, 20)')).toBe(10);
    expect(gives('IF(AND(n >= 3, NOT(n > 5)), 1, 0)')).toBe(1);
    expect(gives('if(or(n <> 3, n < 0), 1, 0)')).toBe(0);
    expect(gives('n > 2 ? n : -n')).toBe(3);
    expect(gives('min(4, n, 9) + max(1, 2) + abs(-1) + floor(1.9) + ceil(1.1)')).toBe(9);
    expect(gives('round(1.005, 2)')).toBe(1.01);
    expect(gives('round(-2.5)')).toBe(-3);
    expect(gives('0.1 + 0.2')).toBe(0.3);
  });

  test('works out the weight of a bar from inputs with Chinese names, however they are typed', () => {
    const weight = 1.1838;
    expect(gives('pi() / 4 * 直径^2 * 长度 * 7.85 / 1000000')).toBe(weight);
    expect(gives('pi() ÷ 4 × 直径^2 × 长度 × 7.85 ÷ 1000000')).toBe(weight);
    expect(gives('pi()/4*直径^2*长度*7.85/1000000')).toBe(weight);
    expect(gives('ｒｏｕｎｄ（直径 ÷ ３， １）')).toBe(13.3);
  });

  test('says where it is wrong, and why', () => {
    expect(problem('n +')).toEqual(['unfinished', 3]);
    expect(problem('n + * 2')).toEqual(['notUnderstood', 4]);
    expect(problem('n 2')).toEqual(['notUnderstood', 2]);
    expect(problem('2n')).toEqual(['notUnderstood', 1]);
    expect(problem('(n + 1')).toEqual(['bracket', 0]);
    expect(problem('n + 1)')).toEqual(['bracket', 5]);
    expect(problem('n + width')).toEqual(['unknownInput', 4]);
    expect(problem('n + N')).toEqual(['unknownInput', 4]);
    expect(problem('n + sin(1)')).toEqual(['unknownFunction', 4]);
    expect(problem('1 + abs(1, 2)')).toEqual(['arguments', 4]);
    expect(problem('n > 2')).toEqual(['truth', 0]);
    expect(problem('1 + (n > 2)')).toEqual(['truth', 5]);
    expect(problem('if(n, 1, 2)')).toEqual(['number', 3]);
    expect(problem('if(n > 1, 1, n > 2)')).toEqual(['truth', 13]);
    expect(problem('n / (n - 3)')).toEqual(['noResult', 0]);
    expect(problem('sqrt(-1)')).toEqual(['noResult', 0]);
    expect(problem('10 ^ 12')).toEqual(['tooLarge', 0]);
    expect(problem('')).toEqual(['unfinished', 0]);
  });

  test('is never run as a program, nor led out of its inputs', () => {
    const hostile = [
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
    for (const expression of hostile)
      expect([expression, problem(expression)]).toEqual([
        expression,
        [expect.any(String), expect.any(Number)],
      ]);
  });

  test('however long and deep it is written, is answered at once', () => {
    const began = performance.now();
    expect(problem(`${'('.repeat(250)}1${')'.repeat(249)}`)).toEqual(['tooDeep', 40]);
    expect(problem(`${'-'.repeat(499)}1`)).toBe(-1);
    expect(problem(`1${'^9'.repeat(249)}`)).toBe(1);
    expect(problem(`9${'^9'.repeat(249)}`)).toEqual(['noResult', 0]);
    expect(problem(`${'n>1?1:'.repeat(80)}0`)).toBe(1);
    expect(problem(`${'if(n>1,1,'.repeat(45)}0${')'.repeat(45)}`)).toEqual(['tooDeep', expect.any(Number)]);
    expect(performance.now() - began).toBeLessThan(200);
  });

  test('is tried with several sets of values; where there is no result there is none', () => {
    const tries = [new Map([['n', 2]]), new Map([['n', 0]]), new Map()];
    expect(evaluateFormula('12 / n', inputs, tries)).toEqual({ result: 4, tries: [6, null, 4] });
  });
});
