import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareBoards } from '#shared/boards/compare-boards.ts';
import { parseBoard } from '#shared/boards/parse-board.ts';
import { makeBoard, makeTile } from '#tests/support/board-maker.ts';

const anyTile = fc
  .record({
    type: fc.constantFrom('openCalls', 'deviceStates', 'futureWidget'),
    x: fc.integer({ min: 0, max: 12 }),
    y: fc.integer({ min: 0, max: 12 }),
    w: fc.integer({ min: 1, max: 12 }),
    h: fc.integer({ min: 1, max: 12 }),
    settings: fc.dictionary(fc.constantFrom('a', 'b'), fc.integer()),
  })
  .map(makeTile);
const anyTiles = fc.array(anyTile, { maxLength: 8 });

describe('the differences of two boards', () => {
  it('are none between a board and the same tiles in another sequence', () => {
    fc.assert(
      fc.property(anyTiles, (tiles) => {
        expect(compareBoards(makeBoard(tiles), makeBoard(tiles.toReversed()))).toEqual([]);
      }),
    );
  });

  it('account for every tile: what comes less what goes is the difference in number', () => {
    fc.assert(
      fc.property(anyTiles, anyTiles, (before, after) => {
        const found = compareBoards(makeBoard(before), makeBoard(after));
        const count = (kind: string) => found.filter((one) => one.kind === kind).length;
        expect(count('tileAdded') - count('tileRemoved')).toBe(after.length - before.length);
      }),
    );
  });

  it('pair a tile with the one in its place before one with its settings', () => {
    const [left, right] = [makeTile({ settings: { a: 1 } }), makeTile({ x: 6, settings: { a: 2 } })];
    const swapped = [
      { ...left, settings: right.settings },
      { ...right, settings: left.settings },
    ];
    expect(compareBoards(makeBoard([left, right]), makeBoard(swapped)).map(({ kind }) => kind)).toEqual([
      'tileSettings',
      'tileSettings',
    ]);
  });

  it('include the stage, the text size and the variables', () => {
    const board = makeBoard([]);
    const changed = { ...board, theme: { text: 60 }, variables: { group: '7' } };
    expect(compareBoards(board, changed)).toEqual([
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
      fc.property(anyTiles, (tiles) => {
        const board = makeBoard(tiles);
        expect(parseBoard(JSON.stringify(board))).toEqual({ board });
      }),
    );
  });

  it('is checked whatever it is, without an exception', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json(),
          fc.anything().map((raw) => JSON.stringify({ raw })),
        ),
        (text) => {
          const parsed = parseBoard(text);
          expect('board' in parsed || typeof parsed.problem.reason === 'string').toBe(true);
        },
      ),
      { numRuns: 500 },
    );
    expect(parseBoard('['.repeat(50_000))).toEqual({ problem: { place: '', reason: 'notJson' } });
    const deep = '['.repeat(25_000) + ']'.repeat(25_000);
    expect(parseBoard(deep)).toMatchObject({ problem: { reason: 'tooDeep' } });
  });
});
