import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const wallCss = readFileSync(new URL('../../../boards/kit/wall/wall.css', import.meta.url), 'utf8');

function readColour(name: string): number[] {
  const hex = new RegExp(`--${name}: #([0-9a-f]{6});`).exec(wallCss)?.[1];
  if (!hex) throw new Error(`There is no colour --${name}`);
  return [0, 2, 4].map((index) => Number.parseInt(hex.slice(index, index + 2), 16) / 255);
}

/** Computes the relative luminance of a colour, as WCAG 2 defines it. */
function computeLuminance(name: string): number {
  const [red, green, blue] = readColour(name).map((channel) =>
    channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}
function computeContrast(name: string, otherName: string): number {
  const [dark, bright] = [computeLuminance(name), computeLuminance(otherName)].sort((a, b) => a - b);
  return (bright! + 0.05) / (dark! + 0.05);
}

describe('the colours of a wall', () => {
  it.each(['wall-value', 'state-late', 'state-call'])('%s has the contrast of a value: 7:1', (name) => {
    for (const ground of ['wall-tile', 'wall-stage'])
      expect(computeContrast(name, ground)).toBeGreaterThanOrEqual(7);
  });

  it.each(['wall-label', 'state-stop', 'state-action', 'state-running', 'state-idle'])(
    '%s has the contrast of a label or a shape: 4.5:1',
    (name) => {
      for (const ground of ['wall-tile', 'wall-stage'])
        expect(computeContrast(name, ground)).toBeGreaterThanOrEqual(4.5);
    },
  );

  it('the filled part of a bar contrasts with the rest', () => {
    expect(computeContrast('wall-bar', 'wall-track')).toBeGreaterThanOrEqual(2.5);
  });
});
