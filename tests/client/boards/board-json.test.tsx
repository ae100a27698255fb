import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  BOARD_FORMAT_VERSION,
  boardSchema,
  DEFAULT_STAGE,
  readBoard,
  type BoardTile,
} from '#shared/boards/board.ts';
import { fitStage } from '#boards/kit/stage/fit-stage.ts';
import { readTileSettings } from '#boards/kit/read-tile-settings.ts';
import { stackTiles } from '#boards/kit/stage/stack-tiles.ts';
import { computeColumnWidth } from '#boards/kit/drawing/compute-column-width.ts';
import { presets } from '#boards/presets/index.ts';
import { widgets as registry } from '#boards/widgets/index.ts';

const widgets = await registry.all.fetch();

const makeTile = (overrides: Partial<BoardTile> = {}): BoardTile => ({
  type: 'orderProgress',
  version: 1,
  settings: {},
  x: 0,
  y: 0,
  w: 6,
  h: 6,
  ...overrides,
});
const makeBoard = (tiles: unknown[]) => ({
  format: BOARD_FORMAT_VERSION,
  stage: DEFAULT_STAGE,
  theme: { text: 42 },
  variables: {},
  tiles,
});

describe('a board in JSON', () => {
  it('is refused where a tile lies outside of the stage', () => {
    expect(boardSchema.safeParse(makeBoard([makeTile()])).success).toBe(true);
    expect(boardSchema.safeParse(makeBoard([makeTile({ x: 20, w: 6 })])).success).toBe(false);
    expect(boardSchema.safeParse({ ...makeBoard([]), extra: 1 }).success).toBe(false);
    expect(boardSchema.safeParse({ ...makeBoard([]), format: 2 }).success).toBe(false);
  });

  it('is read as far as possible: an invalid tile is marked, the others stay', () => {
    const board = readBoard(makeBoard([makeTile(), { type: 'x' }, 7, makeTile({ x: 20, w: 96 })]));
    expect(board.tiles).toEqual([makeTile(), { broken: true }, { broken: true }, makeTile({ x: 20, w: 4 })]);
  });

  it('is read from any value, and all its tiles lie inside the stage', () => {
    fc.assert(
      fc.property(fc.oneof(fc.anything(), fc.array(fc.anything()).map(makeBoard)), (raw) => {
        const board = readBoard(raw);
        for (const tile of board.tiles) {
          if ('broken' in tile) continue;
          expect(tile.x + tile.w).toBeLessThanOrEqual(board.stage.columns);
          expect(tile.y + tile.h).toBeLessThanOrEqual(board.stage.rows);
        }
      }),
      { numRuns: 500 },
    );
  });
});

describe('the preset boards', () => {
  it('are valid, with at most seven tiles of known widgets with valid settings', () => {
    const problems: string[] = [];
    for (const preset of Object.values(presets)) {
      expect(boardSchema.safeParse(preset.board).error).toBeUndefined();
      expect(preset.board.tiles.length).toBeLessThanOrEqual(7);
      for (const tile of preset.board.tiles) {
        const widget = widgets.find(({ type }) => type === tile.type);
        if (!widget) problems.push(`${tile.type} is no widget`);
        else if (!readTileSettings(widget, tile)) problems.push(`the settings of ${tile.type}`);
        else if (tile.w < widget.size.minW || tile.h < widget.size.minH)
          problems.push(`${tile.type} is too small`);
      }
    }
    expect(problems).toEqual([]);
    console.log(`checked ${Object.keys(presets).length} boards, ${widgets.length} widgets`);
  });

  it.each(Object.values(presets))('fill the stage of $title without overlapping tiles', ({ board }) => {
    const cells = new Set<string>();
    for (const { x, y, w, h } of board.tiles) {
      for (let column = x; column < x + w; column++) {
        for (let row = y; row < y + h; row++) {
          expect(cells.has(`${column} ${row}`)).toBe(false);
          cells.add(`${column} ${row}`);
        }
      }
    }
    expect(cells.size).toBe(board.stage.columns * board.stage.rows);
  });
});

describe('the settings of a tile', () => {
  const progressWidget = widgets.find(({ type }) => type === 'orderProgress')!;

  it('take their initial values, and are refused where they are wrong or newer than the widget', () => {
    expect(readTileSettings(progressWidget, makeTile())).toEqual({
      customerId: null,
      workshopId: null,
      productionLineId: null,
      workGroupId: null,
      pageSeconds: 10,
      nameShown: 'name',
    });
    expect(readTileSettings(progressWidget, makeTile({ settings: { pageSeconds: 3 } }))).toBeNull();
    expect(readTileSettings(progressWidget, makeTile({ settings: { nothing: 3 } }))).toBeNull();
    expect(readTileSettings(progressWidget, makeTile({ version: 2 }))).toBeNull();
  });

  it('are upgraded to the version of the widget', () => {
    const newerWidget = { ...progressWidget, version: 2, upgrade: () => ({ pageSeconds: 12 }) };
    expect(readTileSettings(newerWidget, makeTile({ settings: { seconds: 12 } }))).toMatchObject({
      pageSeconds: 12,
    });
  });
});

describe('a stage on a screen', () => {
  const landscapeStage = { ...DEFAULT_STAGE };
  const portraitStage = { ...DEFAULT_STAGE, width: 1080, height: 1920 };

  it.each([
    [
      'full HD',
      { width: 1920, height: 1080 },
      landscapeStage,
      { width: 1920, height: 1080, scale: 1, isStacked: false },
    ],
    [
      '4K',
      { width: 3840, height: 2160 },
      landscapeStage,
      { width: 1920, height: 1080, scale: 2, isStacked: false },
    ],
    [
      '21:9',
      { width: 2560, height: 1080 },
      landscapeStage,
      { width: 2560, height: 1080, scale: 1, isStacked: false },
    ],
    [
      '16:10',
      { width: 1920, height: 1200 },
      landscapeStage,
      { width: 1920, height: 1200, scale: 1, isStacked: false },
    ],
    [
      'upright',
      { width: 1080, height: 1920 },
      landscapeStage,
      { width: 1080, height: 1920, scale: 1, isStacked: true },
    ],
    [
      'an upright board on an upright screen',
      { width: 540, height: 960 },
      portraitStage,
      { scale: 0.5, isStacked: false },
    ],
    [
      'an upright board on a landscape screen',
      { width: 1920, height: 1080 },
      portraitStage,
      { width: 1080, height: 1920 },
    ],
  ])('%s', (_name, screen, stage, fit) => {
    expect(fitStage(screen, stage)).toMatchObject(fit);
  });

  it('is never larger than the screen', () => {
    const arbitraryLength = fc.integer({ min: 200, max: 8000 });
    fc.assert(
      fc.property(
        arbitraryLength,
        arbitraryLength,
        fc.constantFrom(landscapeStage, portraitStage),
        (width, height, stage) => {
          const fit = fitStage({ width, height }, stage);
          expect(fit.width * fit.scale).toBeLessThanOrEqual(width + fit.scale);
          expect(fit.height * fit.scale).toBeLessThanOrEqual(height + fit.scale);
        },
      ),
    );
  });
});

describe('a landscape board on an upright screen', () => {
  const stackBoardTiles = (tiles: BoardTile[]) =>
    stackTiles(readBoard(makeBoard(tiles))).tiles as BoardTile[];

  it('stacks the tiles from left to right, with heights in proportion to their areas', () => {
    const tiles = stackBoardTiles([
      { ...makeTile({ x: 0, y: 0, w: 6, h: 24 }), type: 'planActualToday' },
      { ...makeTile({ x: 6, y: 0, w: 18, h: 14 }), type: 'orderProgress' },
      { ...makeTile({ x: 6, y: 14, w: 18, h: 10 }), type: 'latestReports' },
    ]);
    expect(tiles.map(({ type }) => type)).toEqual(['planActualToday', 'orderProgress', 'latestReports']);
    expect(tiles.map(({ y, h }) => [y, h])).toEqual([
      [0, 6],
      [6, 11],
      [17, 7],
    ]);
  });

  it('fills the screen without overlaps, for any tiles', () => {
    const arbitraryPlace = fc.record({
      x: fc.integer({ min: 0, max: 12 }),
      y: fc.integer({ min: 0, max: 12 }),
      w: fc.integer({ min: 1, max: 12 }),
      h: fc.integer({ min: 1, max: 12 }),
    });
    fc.assert(
      fc.property(fc.array(arbitraryPlace, { minLength: 1, maxLength: 12 }), (places) => {
        const tiles = stackBoardTiles(places.map((place) => makeTile(place)));
        let y = 0;
        for (const tile of tiles) {
          expect(tile).toMatchObject({ x: 0, y, w: 24 });
          expect(tile.h).toBeGreaterThan(0);
          y += tile.h;
        }
        expect(y).toBe(24);
      }),
    );
  });
});

describe('the width of a column', () => {
  it('fits nearly all of its texts, so that one long text does not take the space of others', () => {
    const usualTexts = Array.from({ length: 19 }, (_, index) => `WO-${100 + index}`);
    expect(computeColumnWidth(usualTexts)).toBe('6.5ch');
    expect(computeColumnWidth([...usualTexts, 'WO-2026-1107-0004-REWORK'])).toBe('6.5ch');
    expect(computeColumnWidth(['WO-1'])).toBe('4.5ch');
    expect(computeColumnWidth([])).toBe('0.5ch');
  });
});
