import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const readStyles = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');
const wallStyles = readStyles('boards/kit/wall/wall.css');

/** Reads the values of a colour in styles, in the order in which they stand there. */
function readColours(styles: string, name: string): string[] {
  const values = [...styles.matchAll(new RegExp(`--${name}: #([0-9a-f]{3}|[0-9a-f]{6});`, 'g'))].map(
    ([, hex]) => (hex!.length === 3 ? hex!.replaceAll(/./g, '$&$&') : hex!),
  );
  if (values.length === 0) throw new Error(`There is no colour --${name}`);
  return values;
}

/** Computes the relative luminance of a colour, as WCAG 2 defines it. @param hex six hexadecimal digits */
function computeLuminance(hex: string): number {
  const [red, green, blue] = [0, 2, 4]
    .map((index) => Number.parseInt(hex.slice(index, index + 2), 16) / 255)
    .map((channel) => (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}
function computeColourContrast(hex: string, otherHex: string): number {
  const [dark, bright] = [computeLuminance(hex), computeLuminance(otherHex)].sort((a, b) => a - b);
  return (bright! + 0.05) / (dark! + 0.05);
}
const computeContrast = (name: string, otherName: string): number =>
  computeColourContrast(readColours(wallStyles, name)[0]!, readColours(wallStyles, otherName)[0]!);

describe('the colours of a wall', () => {
  it.each(['wall-value', 'state-late', 'state-call'])('%s has the contrast of a value: 7:1', (name) => {
    for (const background of ['wall-tile', 'wall-stage'])
      expect(computeContrast(name, background)).toBeGreaterThanOrEqual(7);
  });

  it.each(['wall-label', 'state-stop', 'state-action', 'state-running', 'state-idle'])(
    '%s has the contrast of a label or a shape: 4.5:1',
    (name) => {
      for (const background of ['wall-tile', 'wall-stage'])
        expect(computeContrast(name, background)).toBeGreaterThanOrEqual(4.5);
    },
  );

  it('the filled part of a bar contrasts with the rest', () => {
    expect(computeContrast('wall-bar', 'wall-track')).toBeGreaterThanOrEqual(2.5);
  });
});

describe('the colours of a board at a desk', () => {
  it.each(['light', 'dark'] as const)('late figures have the contrast of a value: 7:1, in %s', (theme) => {
    const index = theme === 'light' ? 0 : 1;
    const late = readColours(readStyles('boards/kit/desk/desk.css'), 'state-late')[index]!;
    const surface = readColours(readStyles('client/kit/look/tokens.css'), 'mes-surface')[index]!;
    expect(computeColourContrast(late, surface)).toBeGreaterThanOrEqual(7);
  });
});
