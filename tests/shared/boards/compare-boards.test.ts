import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareBoards } from '#shared/boards/compare-boards.ts';
import { parseBoard } from '#shared/boards/parse-board.ts';
import { makeBoard, makeTile } from '#tests/support/board-maker.ts';

const arbitraryTile = fc
  .record({
    type: fc.constantFrom('openCalls', 'deviceStates', 'futureWidget'),
    x: fc.integer({ min: 0, max: 12 }),
    y: fc.integer({ min: 0, max: 12 }),
    w: fc.integer({ min: 1, max: 12 }),
    h: fc.integer({ min: 1, max: 12 }),
    settings: fc.dictionary(fc.constantFrom('a', 'b'), fc.integer()),
  })
  .map(makeTile);
const arbitraryTiles = fc.array(arbitraryTile, { maxLength: 8 });

describe('the differences of two boards', () => {
  it('are none if only the order of the tiles differs', () => {
    fc.assert(
      fc.property(arbitraryTiles, (tiles) => {
        expect(compareBoards(makeBoard(tiles), makeBoard(tiles.toReversed()))).toEqual([]);
      }),
    );
  });

  it('count every tile: added tiles minus removed tiles is the difference in number', () => {
    fc.assert(
      fc.property(arbitraryTiles, arbitraryTiles, (before, after) => {
        const differences = compareBoards(makeBoard(before), makeBoard(after));
        const countDifferences = (kind: string) =>
          differences.filter((difference) => difference.kind === kind).length;
        expect(countDifferences('tileAdded') - countDifferences('tileRemoved')).toBe(
          after.length - before.length,
        );
      }),
    );
  });

  it('compare tiles with the same place, even if other tiles have the same settings', () => {
    const [left, right] = [makeTile({ settings: { a: 1 } }), makeTile({ x: 6, settings: { a: 2 } })];
    const swappedTiles = [
      { ...left, settings: right.settings },
      { ...right, settings: left.settings },
    ];
    expect(compareBoards(makeBoard([left, right]), makeBoard(swappedTiles)).map(({ kind }) => kind)).toEqual([
      'tileSettings',
      'tileSettings',
    ]);
  });

  it('include the text size and the variables', () => {
    const board = makeBoard([]);
    const changedBoard = { ...board, theme: { text: 60 }, variables: { group: '7' } };
    expect(compareBoards(board, changedBoard)).toEqual([
      {
        kind: 'boardSettings',
        changes: [
          { name: 'text', before: 42, after: 60 },
          { name: 'group', before: undefined, after: '7' },
        ],
      },
    ]);
  });
});

describe('the text of a board', () => {
  it('is read back as it was written, whatever its tiles are', () => {
    fc.assert(
      fc.property(arbitraryTiles, (tiles) => {
        const board = makeBoard(tiles);
        expect(parseBoard(JSON.stringify(board))).toEqual({ board });
      }),
    );
  });

  it('is checked without an exception, whatever it contains', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json(),
          fc.anything().map((raw) => JSON.stringify({ raw })),
        ),
        (text) => {
          const parsedBoard = parseBoard(text);
          expect('board' in parsedBoard || typeof parsedBoard.problem.reason === 'string').toBe(true);
        },
      ),
      { numRuns: 500 },
    );
    expect(parseBoard('['.repeat(50_000))).toEqual({ problem: { place: '', reason: 'notJson' } });
    const deepJson = '['.repeat(25_000) + ']'.repeat(25_000);
    expect(parseBoard(deepJson)).toMatchObject({ problem: { reason: 'tooDeep' } });
  });
});
