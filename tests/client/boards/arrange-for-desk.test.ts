import { describe, expect, test } from 'vitest';
import { readBoard, type BoardTile } from '#shared/boards/board.ts';
import { arrangeForDesk } from '#boards/kit/desk/arrange-for-desk.ts';
import { makeBoard, makeTile } from '#tests/support/board-maker.ts';

const BOARD = readBoard({
  ...makeBoard([
    makeTile({ type: 'orderGantt', x: 0, y: 4, w: 24, h: 8 }),
    makeTile({ type: 'clock', x: 18, y: 0, w: 6, h: 4 }),
    makeTile({ type: 'figure', x: 0, y: 0, w: 6, h: 3 }),
    makeTile({ type: 'note', x: 6, y: 0, w: 6, h: 4 }),
    makeTile({ type: 'openCalls', x: 12, y: 0, w: 6, h: 4 }),
    makeTile({ type: 'qrCode', x: 0, y: 12, w: 6, h: 4 }),
  ]),
});
const readPlaces = (tiles: readonly unknown[]) =>
  (tiles as BoardTile[]).map(({ type, x, y, w, h }) => [type, x, y, w, h]);

describe('a home page', () => {
  test('keeps the places of its tiles in a wide window, and ends with its last tile', () => {
    const board = arrangeForDesk(BOARD, false);
    expect(board.stage.rows).toBe(16);
    expect(board.tiles).toEqual(BOARD.tiles);
    expect(arrangeForDesk({ ...BOARD, tiles: [] }, false).stage.rows).toBe(1);
  });

  test('stands in one column on a phone, in reading order, with small tiles in pairs', () => {
    const board = arrangeForDesk(BOARD, true);
    expect(readPlaces(board.tiles)).toEqual([
      ['figure', 0, 0, 12, 4],
      ['note', 12, 0, 12, 4],
      ['openCalls', 0, 4, 12, 4],
      ['clock', 12, 4, 12, 4],
      ['orderGantt', 0, 8, 24, 8],
      ['qrCode', 0, 16, 24, 4],
    ]);
    expect(board.stage.rows).toBe(20);
  });

  test('keeps a tile that cannot be read, after the others', () => {
    const board = arrangeForDesk({ ...BOARD, tiles: [{ broken: true }, ...BOARD.tiles] }, true);
    expect(board.tiles.at(-1)).toEqual({ broken: true });
    expect(board.stage.rows).toBeGreaterThan(20);
  });
});
