import type { BoardTile, LoadedBoard, LoadedTile } from '#shared/boards/board.ts';

const isValidTile = (tile: LoadedTile): tile is BoardTile => !('broken' in tile);

/**
 * Arranges a landscape board for a portrait screen. It stacks the tiles: first the leftmost tiles from top to
 * bottom, then the tiles further to the right. Each valid tile gets the full width, and a height roughly in
 * proportion to its former area. Broken tiles come last.
 */
export function stackTiles(board: LoadedBoard): LoadedBoard {
  const { columns, rows } = board.stage;
  const sortedTiles = [...board.tiles.filter(isValidTile)].sort(
    (one, other) => one.x - other.x || one.y - other.y,
  );
  const area = sortedTiles.reduce((sum, { w, h }) => sum + w * h, 0);
  let y = 0;
  const tiles = sortedTiles.map((tile, index): BoardTile => {
    const remainingTileCount = sortedTiles.length - index - 1;
    const h =
      remainingTileCount === 0
        ? rows - y
        : Math.max(1, Math.min(rows - y - remainingTileCount, Math.round((tile.w * tile.h * rows) / area)));
    const placed = { ...tile, x: 0, y, w: columns, h };
    y += h;
    return placed;
  });
  return { ...board, tiles: [...tiles, ...board.tiles.filter((tile) => !isValidTile(tile))] };
}
