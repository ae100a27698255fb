import type { BoardStage, BoardTile, LoadedBoard, LoadedTile } from '#shared/boards/board.ts';

const isValidTile = (tile: LoadedTile): tile is BoardTile => !('broken' in tile);

/**
 * Stacks tiles: first the leftmost tiles from top to bottom, then the tiles further to the right. Each tile gets the
 * full width, and a height roughly in proportion to its former area.
 */
export function stackInColumn<T extends BoardTile>(
  tiles: readonly T[],
  { columns, rows }: Pick<BoardStage, 'columns' | 'rows'>,
): T[] {
  const sortedTiles = [...tiles].sort((one, other) => one.x - other.x || one.y - other.y);
  const totalArea = sortedTiles.reduce((sum, { w, h }) => sum + w * h, 0);
  let y = 0;
  return sortedTiles.map((tile, index) => {
    const remainingTileCount = sortedTiles.length - index - 1;
    const h =
      remainingTileCount === 0
        ? rows - y
        : Math.max(
            1,
            Math.min(rows - y - remainingTileCount, Math.round((tile.w * tile.h * rows) / totalArea)),
          );
    const stackedTile = { ...tile, x: 0, y, w: columns, h };
    y += h;
    return stackedTile;
  });
}

/** Arranges a landscape board for a portrait screen. It stacks the valid tiles; broken tiles come last. */
export const stackTiles = (board: LoadedBoard): LoadedBoard => ({
  ...board,
  tiles: [
    ...stackInColumn(board.tiles.filter(isValidTile), board.stage),
    ...board.tiles.filter((tile) => !isValidTile(tile)),
  ],
});
