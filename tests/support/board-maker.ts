import { BOARD_FORMAT_VERSION, DEFAULT_STAGE, type Board, type BoardTile } from '#shared/boards/board.ts';
import type { Entity } from '#shared/entities/index.ts';
import { makeUniqueText } from './makers.ts';
import type { Caller } from './wire-server.ts';

export type BoardRow = Entity<'board'>;

export const makeTile = (overrides: Partial<BoardTile> = {}): BoardTile => ({
  type: 'orderProgress',
  version: 1,
  settings: {},
  x: 0,
  y: 0,
  w: 6,
  h: 6,
  ...overrides,
});

export const makeBoard = (tiles: readonly BoardTile[] = [makeTile()]): Board => ({
  format: BOARD_FORMAT_VERSION,
  stage: DEFAULT_STAGE,
  theme: { text: 42 },
  variables: {},
  tiles: [...tiles],
});

/** Adds a board with these tiles. */
export const addBoard = (caller: Caller, tiles?: readonly BoardTile[]): Promise<BoardRow> =>
  caller.send<BoardRow>('/mes/board/add', {
    name: makeUniqueText('Board'),
    content: JSON.stringify(makeBoard(tiles)),
  });

/** Saves these tiles as the next version of a board. */
export const writeBoard = (
  caller: Caller,
  { id, version }: { id: number; version: number },
  tiles: readonly BoardTile[],
): Promise<BoardRow> =>
  caller.send<BoardRow>('/mes/board/write', { id, version, content: JSON.stringify(makeBoard(tiles)) });
