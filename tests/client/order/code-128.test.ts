import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { Code128, encodeCode128 } from '#client/kit/elements/code-128.tsx';

it('encodes a text between a start and a stop symbol, with its check symbol', () => {
  // The start symbol has the value 104 and A has 33, so the check value is (104 + 33) mod 103 = 34.
  expect(encodeCode128('A')?.join('')).toBe(['211214', '111323', '131123', '2331112'].join(''));
});

it('has 11 widths for each symbol, and 13 for the last', () => {
  const text = 'DEMO|CARD|WO-2611-013-01';
  const widths = encodeCode128(text)!;
  expect(widths.reduce((sum, width) => sum + width, 0)).toBe((text.length + 2) * 11 + 13);
});

it('refuses characters that the barcode lacks', () => {
  expect(encodeCode128('卡-01')).toBeNull();
  expect(encodeCode128('')).toBeNull();
});

it('has its text below it, for people whose scanner fails', () => {
  const markup = renderToStaticMarkup(createElement(Code128, { text: 'DEMO|CARD|W-1-01', label: 'W-1-01' }));
  expect(markup).toContain('>W-1-01</figcaption>');
});
