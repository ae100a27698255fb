import { expect, test } from 'vitest';
import { matchesBarcodePattern } from '#shared/reporting/barcode-pattern.ts';
import { countDecimals } from '#shared/ledger/quantity.ts';

test('in a pattern, # is one digit, * is one or more letters and digits, and everything else is itself', () => {
  for (const [pattern, fittingTexts, wrongCode] of [
    ['SN-####', ['SN-0001', 'SN-9999'], ['SN-001', 'SN-00001', 'SN-000A', 'sn-0001', 'SN-0001 ', 'XSN-0001']],
    ['A*', ['AB', 'A1', 'A图7'], ['A', 'A-1', 'A B']],
    ['*-*', ['a-b', 'A1-22'], ['a-', '-b', 'a-b-c']],
    ['*#', ['a1', '12', 'abc9'], ['1', 'a', '1a']],
    ['[.](#)', ['[.](4)'], ['[x](4)', '.4']],
  ] as const) {
    expect([pattern, fittingTexts.filter((text) => !matchesBarcodePattern(text, pattern))]).toEqual([
      pattern,
      [],
    ]);
    expect([pattern, wrongCode.filter((text) => matchesBarcodePattern(text, pattern))]).toEqual([
      pattern,
      [],
    ]);
  }
});

test('without a pattern every barcode fits', () => {
  for (const pattern of [null, '', '  '])
    expect(matchesBarcodePattern('anything / at all', pattern)).toBe(true);
});

test('a pattern of many stars does not take long', () => {
  const startedAt = performance.now();
  expect(matchesBarcodePattern('a'.repeat(100), `${'*'.repeat(99)}-`)).toBe(false);
  expect(matchesBarcodePattern('a'.repeat(100), '*'.repeat(100))).toBe(true);
  expect(performance.now() - startedAt).toBeLessThan(500);
});

test('counts the digits after the point', () => {
  expect([0, 12, 12.5, -0.25, 0.01, 100.1234].map(countDecimals)).toEqual([0, 0, 1, 2, 2, 4]);
});
