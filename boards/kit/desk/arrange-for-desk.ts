import type { BoardTile, LoadedBoard, LoadedTile } from '#shared/boards/board.ts';

const isValidTile = (tile: LoadedTile): tile is BoardTile => !('broken' in tile);

const FALLBACK_ROWS_OF_BROKEN_TILE = 6;

/** Ends the board with its last tile, so that the page has no empty part below. */
function cutEmptyRows(board: LoadedBoard): LoadedBoard {
  const validTiles = board.tiles.filter(isValidTile);
  const usedRowCount = Math.max(0, ...validTiles.map(({ y, h }) => y + h));
  const brokenRowCount = (board.tiles.length - validTiles.length) * FALLBACK_ROWS_OF_BROKEN_TILE;
  return { ...board, stage: { ...board.stage, rows: Math.max(1, usedRowCount + brokenRowCount) } };
}

/**
 * Arranges tiles one below the other in reading order, each with its full height. Two successive tiles stand side by
 * side if each of them is at most a quarter of the board wide. Broken tiles come last.
 */
export function arrangeInColumn(board: LoadedBoard): LoadedBoard {
  const { columns } = board.stage;
  const halfColumnCount = Math.floor(columns / 2);
  const isSmallTile = (tile: BoardTile | undefined) => tile !== undefined && tile.w * 4 <= columns;
  const waitingTiles = board.tiles
    .filter(isValidTile)
    .sort((one, other) => one.y - other.y || one.x - other.x);
  const arrangedTiles: BoardTile[] = [];
  let y = 0;
  while (waitingTiles.length > 0) {
    const tile = waitingTiles.shift()!;
    if (isSmallTile(tile) && isSmallTile(waitingTiles[0])) {
      const partner = waitingTiles.shift()!;
      const h = Math.max(tile.h, partner.h);
      arrangedTiles.push(
        { ...tile, x: 0, y, w: halfColumnCount, h },
        { ...partner, x: halfColumnCount, y, w: columns - halfColumnCount, h },
      );
      y += h;
    } else {
      arrangedTiles.push({ ...tile, x: 0, y, w: columns });
      y += tile.h;
    }
  }
  return cutEmptyRows({
    ...board,
    tiles: [...arrangedTiles, ...board.tiles.filter((tile) => !isValidTile(tile))],
  });
}

/** Arranges a home page for its width: as it was designed, or one tile below the other if it is narrow. */
export const arrangeForDesk = (board: LoadedBoard, isNarrow: boolean): LoadedBoard =>
  isNarrow ? arrangeInColumn(board) : cutEmptyRows(board);
