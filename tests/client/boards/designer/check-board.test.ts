import { describe, expect, it } from 'vitest';
import { number } from '#shared/kernel/fields.ts';
import { openDesign, type Design } from '#boards/designer/state/design.ts';
import { checkBoard } from '#boards/designer/state/check-board.ts';
import { setTheme } from '#boards/designer/state/edit-board.ts';
import { STAGES } from '#boards/designer/state/stages.ts';
import { computeTextSizes } from '#boards/designer/state/text-size.ts';
import { defineWidget } from '#boards/kit/widget.ts';
import { makeBoard, makeTile } from '#tests/support/board-maker.ts';

const widget = defineWidget({
  type: 'orderProgress',
  version: 2,
  title: 'orderProgress',
  area: 'orders',
  size: { w: 6, h: 6, minW: 4, minH: 4 },
  settings: { pageSeconds: number({ min: 8, max: 12, decimals: 0, initial: 10, unit: 'seconds' }) },
  source: () => ({ path: '/mes/form/orderProgress', params: {} }),
  Component: () => null,
});
const makeDesign = (...tiles: Parameters<typeof makeTile>[0][]): Design =>
  openDesign(makeBoard(tiles.map((tile) => makeTile(tile))));
const listFindings = (design: Design) =>
  checkBoard(design, [widget]).map(({ kind, isError, tiles }) => [kind, isError, tiles.map(({ id }) => id)]);

describe('the check before a board is saved', () => {
  it('finds nothing on a valid board', () => {
    expect(listFindings(makeDesign({}, { x: 6 }))).toEqual([]);
  });

  it('reports overlapping tiles and wrong settings as errors', () => {
    expect(listFindings(makeDesign({ settings: { pageSeconds: 99 } }, { x: 5 }, { x: 11 }))).toEqual([
      ['settingsWrong', true, [1]],
      ['tilesOverlap', true, [1, 2]],
    ]);
  });

  it('warns of tiles that are too small, too many, or of an unknown or newer widget', () => {
    expect(listFindings(makeDesign({ w: 3 }, { x: 6, type: 'later' }, { x: 12, version: 3 }))).toEqual([
      ['tileTooSmall', false, [1]],
      ['unknownWidget', false, [2]],
      ['newerWidget', false, [3]],
    ]);
    const eightTiles = Array.from({ length: 8 }, (_, index) => ({
      x: (index % 4) * 6,
      y: index < 4 ? 0 : 6,
    }));
    expect(listFindings(makeDesign(...eightTiles))).toEqual([['tooManyTiles', false, []]]);
    expect(listFindings(makeDesign(...eightTiles.slice(1)))).toEqual([]);
  });

  it('warns of a tile whose content does not fit, unless it is too small anyway', () => {
    const findings = checkBoard(makeDesign({}, { x: 6, w: 3 }), [widget], { cutTileIds: new Set([1, 2]) });
    expect(findings.map(({ kind, isError, tiles }) => [kind, isError, tiles[0]!.id])).toEqual([
      ['tileCut', false, 1],
      ['tileTooSmall', false, 2],
    ]);
  });

  it('warns of a tile with a pale text', () => {
    const findings = checkBoard(makeDesign({}, { x: 6 }), [widget], { lowContrastTileIds: new Set([2]) });
    expect(findings.map(({ kind, isError, tiles }) => [kind, isError, tiles[0]!.id])).toEqual([
      ['tilePale', false, 2],
    ]);
  });

  it('allows many tiles and small text on a home page, which is read at a desk', () => {
    const nineTiles = Array.from({ length: 9 }, (_, index) => ({
      x: (index % 4) * 6,
      y: index < 4 ? 0 : index < 8 ? 6 : 12,
    }));
    const design = setTheme(makeDesign(...nineTiles), { text: 24 });
    expect(checkBoard(design, [widget]).map(({ kind }) => kind)).toEqual(['tooManyTiles', 'textTooSmall']);
    expect(checkBoard(design, [widget], { isWall: false })).toEqual([]);
  });

  it('warns of a text that is unreadable at the distance, and gives readable sizes', () => {
    const design = setTheme(makeDesign({}), { screenInches: 55, distanceMetres: 6 });
    const [finding] = checkBoard(design, [widget]);
    expect(finding).toMatchObject({
      kind: 'textTooSmall',
      isError: false,
      params: { inches: 55, metres: 6, text: 42, min: 63, preferred: 86 },
    });
    expect(checkBoard(setTheme(design, { text: 63 }), [widget])).toEqual([]);
  });
});

describe('the readable text size', () => {
  it.each([
    [43, 3, 40, 55],
    [43, 6, 80, 111],
    [55, 4, 42, 58],
    [55, 6, 63, 86],
    [75, 4, 31, 42],
    [75, 6, 46, 63],
  ])('of a %s″ screen at %s m is at least %s, better %s', (inches, metres, min, preferred) => {
    expect(computeTextSizes(STAGES.fullHd, { inches, metres })).toEqual({ min, preferred });
  });

  it('is the same on a portrait stage, and twice as large on a stage with twice the pixels', () => {
    const viewing = { inches: 55, metres: 4 };
    expect(computeTextSizes(STAGES.portrait, viewing)).toEqual(computeTextSizes(STAGES.fullHd, viewing));
    expect(computeTextSizes(STAGES.ultraHd, viewing).min).toBe(84);
  });
});
