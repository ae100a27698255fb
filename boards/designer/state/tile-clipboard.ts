import type { BoardTile } from '#shared/boards/board.ts';
import { parseBoard } from '#shared/boards/parse-board.ts';
import { pickTiles, type Design } from './design.ts';

/** Returns tiles as text for the clipboard: the JSON of a board that has only these tiles. */
export const serializeTiles = (design: Design, ids: ReadonlySet<number>): string =>
  JSON.stringify(pickTiles(design, ids));

/**
 * Reads tiles from a text of the clipboard: copied tiles, or an exported board.
 * @returns null if the text is no board, because any program may have written it
 */
export function parseTiles(text: string): BoardTile[] | null {
  const parsed = parseBoard(text);
  return 'board' in parsed ? parsed.board.tiles : null;
}
