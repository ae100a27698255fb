import { afterEach, describe, expect, it } from 'vitest';
import { computeContrast, hasPaleText, mixColours, parseColour } from '#boards/designer/stage/contrast.ts';

const WHITE = [255, 255, 255, 1] as const;
const BLACK = [0, 0, 0, 1] as const;

describe('the contrast of a text', () => {
  afterEach(() => document.body.replaceChildren());
  const makeTile = (html: string) => {
    const tile = document.createElement('div');
    tile.style.backgroundColor = 'rgb(25, 29, 35)';
    tile.innerHTML = html;
    document.body.append(tile);
    return tile;
  };

  it('is computed as WCAG 2 defines it', () => {
    expect(computeContrast(BLACK, WHITE)).toBeCloseTo(21, 5);
    expect(computeContrast(WHITE, WHITE)).toBe(1);
    expect(computeContrast(parseColour('rgb(118, 118, 118)'), WHITE)).toBeCloseTo(4.54, 2);
    expect(parseColour('color(srgb 1 0 0.5)')).toEqual([255, 0, 127.5, 1]);
    expect(mixColours([0, 0, 0, 0.5], WHITE)).toEqual([127.5, 127.5, 127.5, 1]);
  });

  it('must be 7:1 for a bold number and 4.5:1 for other texts', () => {
    // On the tile, this colour has a contrast of about 5.2.
    const grey = 'color: rgb(143, 143, 143)';
    expect(hasPaleText(makeTile(`<span style="${grey}; font-weight: 400">Plan 12</span>`))).toBe(false);
    expect(hasPaleText(makeTile(`<span style="${grey}; font-weight: 600">Plan</span>`))).toBe(false);
    expect(hasPaleText(makeTile(`<span style="${grey}; font-weight: 600">12</span>`))).toBe(true);
    expect(hasPaleText(makeTile('<span style="color: rgb(80, 80, 80)">Plan</span>'))).toBe(true);
  });

  it('is not checked in a drawing', () => {
    const text = '<text style="color: rgb(80, 80, 80)">12</text>';
    expect(hasPaleText(makeTile(`<svg>${text}</svg>`))).toBe(false);
    expect(hasPaleText(makeTile(text))).toBe(true);
  });

  it('is not checked while a row is marked as changed', () => {
    const label = '<span style="color: rgb(80, 80, 80)">Plan</span>';
    expect(hasPaleText(makeTile(`<div class="paged-row is-changed">${label}</div>`))).toBe(false);
    expect(hasPaleText(makeTile(`<div class="paged-row">${label}</div>`))).toBe(true);
  });
});
