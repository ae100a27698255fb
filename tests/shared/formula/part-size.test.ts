import { describe, expect, test } from 'vitest';
import { findPartInput, readPartInputs } from '#shared/formula/part-inputs.ts';
import { parsePartSize } from '#shared/formula/part-size.ts';

describe('the size of a part', () => {
  test.each([
    ['120×80×10', { length: 120, width: 80, height: 10 }],
    ['120x80X10', { length: 120, width: 80, height: 10 }],
    ['120*80.5*10', { length: 120, width: 80.5, height: 10 }],
    ['１２０×８０', { length: 120, width: 80 }],
    ['200', { length: 200 }],
    ['Φ50×200', { diameter: 50, length: 200 }],
    ['⌀50 × 30', { diameter: 50, length: 30 }],
    ['φ50/φ30×200', { diameter: 50, innerDiameter: 30, length: 200 }],
    ['M8×20', { diameter: 8, length: 20 }],
    ['D50 × L200', { diameter: 50, length: 200 }],
    ['长120×宽80×厚10', { length: 120, width: 80, height: 10 }],
    ['W80 × L120', { width: 80, length: 120 }],
    ['120×80×10mm', { length: 120, width: 80, height: 10 }],
    ['12×8×1cm', { length: 120, width: 80, height: 10 }],
    ['1.2m × 80mm', { length: 1200, width: 80 }],
    ['Φ50±0.1×200', { diameter: 50, length: 200 }],
  ])('%s is understood', (text, size) => {
    expect(parsePartSize(text)).toEqual(size);
  });

  test.each(['', null, 'A4', '120×', '1×2×3×4', 'L10×L20', 'see drawing', '120-80', '-5×3'])(
    '%s gives no numbers',
    (text) => {
      expect(parsePartSize(text)).toBeNull();
    },
  );

  test('gives its numbers to formulas, with the quantity and the weight', () => {
    expect(readPartInputs({ quantity: 5, size: '120×80', weight: 2.5 })).toEqual({
      quantity: 5,
      weight: 2.5,
      length: 120,
      width: 80,
    });
    expect(readPartInputs({ quantity: 5, size: 'round', weight: null })).toEqual({ quantity: 5 });
  });

  test('is named by formulas in any of the four languages', () => {
    expect(['长', '長さ', 'Length', 'ｌｅｎｇｔｈ'].map(findPartInput)).toEqual(Array(4).fill('length'));
    expect(findPartInput('colour')).toBeUndefined();
  });
});
