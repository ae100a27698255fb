import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boardSchema, EMPTY_BOARD, MAX_BOARD_TILES } from '#shared/boards/board.ts';
import {
  alignTiles,
  ALIGNMENTS,
  distributeTiles,
  DISTRIBUTIONS,
  limitMove,
  moveTiles,
  placeTile,
  resizeTiles,
} from '#boards/designer/state/arrange-tiles.ts';
import { isOverlapping, openDesign, toBoard, type Design } from '#boards/designer/state/design.ts';
import {
  addCopies,
  addTile,
  addTileAt,
  removeTiles,
  replaceTiles,
  setHomeRows,
  setStage,
  setTheme,
  setTileSettings,
  setVariable,
} from '#boards/designer/state/edit-board.ts';
import { beginHistory, endGesture, recordStep, redoStep, undoStep } from '#boards/designer/state/history.ts';
import { findStageName, STAGE_NAMES, STAGES } from '#boards/designer/state/stages.ts';
import { parseTiles, serializeTiles } from '#boards/designer/state/tile-clipboard.ts';
import { makeBoard, makeTile } from '#tests/support/board-maker.ts';

const TILE_SIZE = { w: 9, h: 11, minW: 8, minH: 5 };
const getMinSize = () => TILE_SIZE;
const NEW_TILE = { type: 'openCalls', version: 1, settings: {} };
const makeIdSet = (...tileIds: number[]) => new Set(tileIds);
const makeDesign = (...tiles: Parameters<typeof makeTile>[0][]): Design =>
  openDesign(makeBoard(tiles.map((tile) => makeTile(tile))));

const arbitraryTile = fc
  .record({
    type: fc.constantFrom('openCalls', 'deviceStates'),
    x: fc.integer({ min: 0, max: 12 }),
    y: fc.integer({ min: 0, max: 12 }),
    w: fc.integer({ min: 1, max: 12 }),
    h: fc.integer({ min: 1, max: 12 }),
  })
  .map(makeTile);
const arbitraryDesign = fc
  .array(arbitraryTile, { maxLength: 8 })
  .map((tiles) => openDesign(makeBoard(tiles)));
const arbitraryIds = fc
  .uniqueArray(fc.integer({ min: 1, max: 10 }), { maxLength: 5 })
  .map((tileIds) => new Set(tileIds));
const arbitraryStep = fc.integer({ min: -30, max: 30 });

type Change = (design: Design) => Design;
const arbitraryChange: fc.Arbitrary<Change> = fc.oneof(
  fc.tuple(arbitraryIds, arbitraryStep, arbitraryStep).map(
    ([tileIds, dx, dy]): Change =>
      (design) =>
        moveTiles(design, tileIds, dx, dy),
  ),
  fc.tuple(arbitraryIds, arbitraryStep, arbitraryStep).map(
    ([tileIds, dw, dh]): Change =>
      (design) =>
        resizeTiles(design, tileIds, dw, dh, getMinSize),
  ),
  fc
    .tuple(
      fc.integer({ min: 1, max: 9 }),
      fc.record({ x: arbitraryStep, y: arbitraryStep, w: arbitraryStep, h: arbitraryStep }),
    )
    .map(
      ([id, place]): Change =>
        (design) =>
          placeTile(design, id, place, getMinSize),
    ),
  fc.tuple(arbitraryIds, fc.constantFrom(...ALIGNMENTS)).map(
    ([tileIds, alignment]): Change =>
      (design) =>
        alignTiles(design, tileIds, alignment),
  ),
  fc.tuple(arbitraryIds, fc.constantFrom(...DISTRIBUTIONS)).map(
    ([tileIds, distribution]): Change =>
      (design) =>
        distributeTiles(design, tileIds, distribution),
  ),
  fc.tuple(arbitraryStep, arbitraryStep).map(
    ([x, y]): Change =>
      (design) =>
        addTileAt(design, NEW_TILE, TILE_SIZE, { x, y })?.design ?? design,
  ),
  fc.constant<Change>((design) => addTile(design, NEW_TILE, TILE_SIZE)?.design ?? design),
  arbitraryIds.map(
    (tileIds): Change =>
      (design) =>
        addCopies(
          design,
          design.tiles.filter(({ id }) => tileIds.has(id)),
        )?.design ?? design,
  ),
  fc.array(arbitraryTile, { maxLength: 3 }).map(
    (tiles): Change =>
      (design) =>
        addCopies(design, tiles)?.design ?? design,
  ),
  arbitraryIds.map(
    (tileIds): Change =>
      (design) =>
        removeTiles(design, tileIds),
  ),
  fc.constantFrom(...STAGE_NAMES).map(
    (name): Change =>
      (design) =>
        setStage(design, STAGES[name]),
  ),
  fc.integer({ min: 24, max: 240 }).map(
    (text): Change =>
      (design) =>
        setTheme(design, { text }),
  ),
  fc.constant<Change>((design) => setVariable(design, 'group', '7')),
  fc.constant<Change>((design) => setTileSettings(design, 1, 2, { a: 1 })),
);

describe('editing a board', () => {
  it('keeps every tile on the stage, and never makes a board that the server would refuse', () => {
    fc.assert(
      fc.property(arbitraryDesign, fc.array(arbitraryChange, { maxLength: 12 }), (firstDesign, changes) => {
        const design = changes.reduce((current, change) => change(current), firstDesign);
        expect(boardSchema.safeParse(toBoard(design)).error).toBeUndefined();
        expect(new Set(design.tiles.map(({ id }) => id)).size).toBe(design.tiles.length);
      }),
      { numRuns: 500 },
    );
  });

  it('can be undone step by step to the first board, and redone to the last board', () => {
    fc.assert(
      fc.property(arbitraryDesign, fc.array(arbitraryChange, { maxLength: 12 }), (firstDesign, changes) => {
        let history = beginHistory(firstDesign);
        for (const change of changes) history = recordStep(history, change(history.present));
        const lastDesign = history.present;
        while (history.past.length > 0) history = undoStep(history);
        expect(history.present).toBe(firstDesign);
        while (history.future.length > 0) history = redoStep(history);
        expect(history.present).toBe(lastDesign);
      }),
    );
  });

  it('keeps the positions of moved tiles relative to each other', () => {
    fc.assert(
      fc.property(arbitraryDesign, arbitraryIds, arbitraryStep, arbitraryStep, (design, tileIds, dx, dy) => {
        const movedDesign = moveTiles(design, tileIds, dx, dy);
        const limitedMove = limitMove(design, tileIds, dx, dy);
        for (const [index, tile] of design.tiles.entries()) {
          const { x, y, w, h } = movedDesign.tiles[index]!;
          const expected = tileIds.has(tile.id)
            ? { x: tile.x + limitedMove.dx, y: tile.y + limitedMove.dy }
            : tile;
          expect({ x, y, w, h }).toEqual({ x: expected.x, y: expected.y, w: tile.w, h: tile.h });
        }
      }),
    );
  });
});

describe('adding a tile', () => {
  it('finds the first free place, and a smaller one where the default size has no room', () => {
    const design = makeDesign({ x: 0, y: 0, w: 14, h: 24 });
    const firstResult = addTile(design, NEW_TILE, TILE_SIZE)!;
    expect(firstResult.design.tiles.at(-1)).toMatchObject({ id: 2, x: 14, y: 0, w: 9, h: 11 });
    expect(firstResult.addedIds).toEqual(makeIdSet(2));
    const secondResult = addTile(firstResult.design, NEW_TILE, { ...TILE_SIZE, h: 14 })!;
    expect(secondResult.design.tiles.at(-1)).toMatchObject({ x: 14, y: 11, w: 8, h: 5 });
  });

  it('is refused where nothing is free, and at the limit of tiles', () => {
    expect(addTile(makeDesign({ w: 20, h: 24 }), NEW_TILE, TILE_SIZE)).toBeNull();
    const fullDesign = makeDesign(...Array.from({ length: MAX_BOARD_TILES }, () => ({ w: 1, h: 1 })));
    expect(addTileAt(fullDesign, NEW_TILE, TILE_SIZE, { x: 5, y: 5 })).toBeNull();
    expect(addCopies(fullDesign, [makeTile()])).toBeNull();
  });

  it('puts copies in their own places if these are free, else where there is room, else one cell further', () => {
    const design = makeDesign({ x: 0, y: 0, w: 6, h: 6 });
    const pasteTile = (target: Design) => addCopies(target, [makeTile({ w: 6, h: 6 })])!.design.tiles.at(-1)!;
    expect(pasteTile(openDesign(EMPTY_BOARD))).toMatchObject({ x: 0, y: 0 });
    expect(pasteTile(design)).toMatchObject({ x: 6, y: 0 });
    expect(pasteTile(makeDesign({ w: 24, h: 24 }))).toMatchObject({ x: 1, y: 1, w: 6, h: 6 });
  });
});

describe('arranging tiles', () => {
  it('does not shrink a tile below the minimum size, and does not resize a tile that is already smaller', () => {
    const design = makeDesign({ x: 0, y: 0, w: 10, h: 10 }, { x: 10, y: 0, w: 3, h: 3 });
    const [largeTile, smallTile] = resizeTiles(design, makeIdSet(1, 2), -20, -20, getMinSize).tiles;
    expect(largeTile).toMatchObject({ w: 8, h: 5 });
    expect(smallTile).toMatchObject({ w: 3, h: 3 });
  });

  it('aligns several tiles with each other, and a single tile with the stage', () => {
    const design = makeDesign({ x: 2, y: 1, w: 4, h: 4 }, { x: 10, y: 8, w: 8, h: 2 });
    const listPlaces = (arrangedDesign: Design) => arrangedDesign.tiles.map(({ x, y }) => [x, y]);
    expect(listPlaces(alignTiles(design, makeIdSet(1, 2), 'right'))).toEqual([
      [14, 1],
      [10, 8],
    ]);
    expect(listPlaces(alignTiles(design, makeIdSet(1, 2), 'top'))).toEqual([
      [2, 1],
      [10, 1],
    ]);
    expect(listPlaces(alignTiles(design, makeIdSet(1), 'centre'))[0]).toEqual([10, 1]);
    expect(listPlaces(alignTiles(design, makeIdSet(1), 'bottom'))[0]).toEqual([2, 20]);
  });

  it('distributes tiles with equal gaps between the first and the last', () => {
    const design = makeDesign({ x: 0, w: 2 }, { x: 20, w: 4 }, { x: 3, w: 4 });
    expect(distributeTiles(design, makeIdSet(1, 2, 3), 'across').tiles.map(({ x }) => x)).toEqual([0, 20, 9]);
    expect(distributeTiles(design, makeIdSet(1, 2), 'across')).toBe(design);
    // With equal gaps, the wide tile in the middle would begin to the left of the stage.
    const crowdedDesign = makeDesign({ x: 0, w: 1 }, { x: 1, w: 10 }, { x: 2, w: 1 });
    expect(distributeTiles(crowdedDesign, makeIdSet(1, 2, 3), 'across').tiles.map(({ x }) => x)).toEqual([
      0, 0, 2,
    ]);
  });
});

describe('another stage', () => {
  it('keeps separate tiles separate, and scales the text with the stage', () => {
    const design = makeDesign({ x: 0, y: 0, w: 12, h: 24 }, { x: 12, y: 0, w: 12, h: 24 });
    for (const name of STAGE_NAMES) {
      const { tiles, stage } = setStage(design, STAGES[name]);
      expect(findStageName(stage)).toBe(name);
      expect(isOverlapping(tiles[0]!, tiles[1]!)).toBe(false);
    }
    expect(setStage(design, STAGES.ultraHd).theme.text).toBe(84);
    expect(setStage(design, STAGES.portrait).tiles).toMatchObject([
      { x: 0, y: 0, w: 12, h: 24 },
      { x: 0, y: 24, w: 12, h: 24 },
    ]);
    expect(findStageName({ ...STAGES.fullHd, columns: 20 })).toBeNull();
  });
});

describe('the history', () => {
  it('undoes the steps of one gesture together, but not those of the next gesture', () => {
    let history = beginHistory(0);
    for (const next of [1, 2, 3]) history = recordStep(history, next, 'move 1');
    history = recordStep(endGesture(history), 4, 'move 1');
    expect(undoStep(history).present).toBe(3);
    expect(undoStep(undoStep(history)).present).toBe(0);
    expect(undoStep(undoStep(undoStep(history))).present).toBe(0);
  });

  it('forgets the undone steps after a new step', () => {
    const history = recordStep(undoStep(recordStep(beginHistory(0), 1)), 2);
    expect(redoStep(history)).toBe(history);
  });
});

describe('a home page', () => {
  it('can get more or fewer rows, but keeps the rows with tiles', () => {
    const design = makeDesign({ y: 10, h: 6 });
    expect(setHomeRows(design, 40).stage).toMatchObject({ columns: 24, rows: 40 });
    expect(setHomeRows(design, 3).stage.rows).toBe(16);
    expect(setHomeRows(design, 500).stage.rows).toBe(96);
    expect(boardSchema.safeParse(toBoard(setHomeRows(design, 96))).success).toBe(true);
  });

  it('begins again with the tiles of a preset, which get new ids, and keeps its variables', () => {
    const design = setVariable(makeDesign({}, { x: 6 }), 'group', '7');
    const preset = makeBoard([makeTile({ type: 'clock', w: 12 })]);
    const newDesign = replaceTiles(design, preset);
    expect(newDesign.tiles.map(({ id, type }) => [id, type])).toEqual([[3, 'clock']]);
    expect(newDesign.nextId).toBe(4);
    expect(toBoard(newDesign)).toMatchObject({ stage: preset.stage, variables: { group: '7' } });
  });
});

describe('the clipboard', () => {
  it('carries tiles to another board', () => {
    const design = makeDesign({ settings: { pageSeconds: 9 } }, { x: 8 }, { x: 16 });
    const tiles = parseTiles(serializeTiles(design, makeIdSet(1, 3)))!;
    expect(tiles).toEqual([makeTile({ settings: { pageSeconds: 9 } }), makeTile({ x: 16 })]);
  });

  it.each([
    '',
    'hello',
    '{"tiles":[]}',
    '[1]',
    '{"__proto__":1}',
    JSON.stringify({ ...EMPTY_BOARD, format: 9 }),
  ])('refuses %s', (text) => expect(parseTiles(text)).toBeNull());
});
