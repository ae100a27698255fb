import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const wallCss = readFileSync(new URL('../../../boards/kit/wall/wall.css', import.meta.url), 'utf8');

function readColour(name: string): number[] {
  const hex = new RegExp(`--${name}: #([0-9a-f]{6});`).exec(wallCss)?.[1];
  if (!hex) throw new Error(`There is no colour --${name}`);
  return [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255);
}

/** Computes the relative luminance of a colour, as WCAG 2 defines it. */
function computeLuminance(name: string): number {
  const [red, green, blue] = readColour(name).map((part) =>
    part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}
function computeContrast(one: string, other: string): number {
  const [dark, bright] = [computeLuminance(one), computeLuminance(other)].sort((a, b) => a - b);
  return (bright! + 0.05) / (dark! + 0.05);
}

describe('the colours of a wall', () => {
  it.each(['wall-value', 'state-late', 'state-call'])('%s is read as a value: 7:1', (name) => {
    for (const ground of ['wall-tile', 'wall-stage'])
      expect(computeContrast(name, ground)).toBeGreaterThanOrEqual(7);
  });

  it.each(['wall-label', 'state-stop', 'state-action', 'state-running', 'state-idle'])(
    '%s is read as a label or a shape: 4.5:1',
    (name) => {
      for (const ground of ['wall-tile', 'wall-stage'])
        expect(computeContrast(name, ground)).toBeGreaterThanOrEqual(4.5);
    },
  );

  it('shows how far a bar has come', () => {
    expect(computeContrast('wall-bar', 'wall-track')).toBeGreaterThanOrEqual(2.5);
  });
});
