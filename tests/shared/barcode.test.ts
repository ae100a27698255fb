import { expect, test } from 'vitest';
import { BARCODE_TYPES, buildBarcode, parseBarcode } from '#shared/rules/barcode.ts';

test('parsing a printed barcode returns its kind and code', () => {
  for (const type of BARCODE_TYPES)
    for (const code of ['C-1', 'WO-2611-001-01', '图 7|B', 'ß'])
      expect(parseBarcode(buildBarcode('DEMO', type, code), 'DEMO')).toEqual({ code, type });
});

test('a code without a prefix does not tell its kind', () => {
  expect(parseBarcode(' WO-1-01\n', 'DEMO')).toEqual({ code: 'WO-1-01', type: null });
});

test('an incomplete or empty code is distinguished from a foreign code', () => {
  for (const malformedText of [
    'DEMO|',
    'DEMO|CARD',
    'DEMO|CARD|',
    'DEMO|CARD| ',
    '|CARD|1',
    'DEMO|LOT|1',
    'a\u0000b',
  ])
    expect([malformedText, parseBarcode(malformedText, 'DEMO')]).toEqual([
      malformedText,
      { problem: 'format' },
    ]);
  expect(parseBarcode('x'.repeat(201), 'DEMO')).toEqual({ problem: 'format' });
  expect(parseBarcode('  ', 'DEMO')).toEqual({ problem: 'empty' });
  expect(parseBarcode('OTHER|CARD|1', 'DEMO')).toEqual({ problem: 'otherFactory', factory: 'OTHER' });
});
