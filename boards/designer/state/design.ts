import {
  BOARD_FORMAT_VERSION,
  type Board,
  type BoardStage,
  type BoardTile,
  type LoadedBoard,
} from '#shared/boards/board.ts';

/** A tile with an id, which stays the same while the board is edited. */
export interface DesignTile extends BoardTile {
  readonly id: number;
}

/** A board while it is edited. */
export interface Design {
  readonly stage: BoardStage;
  readonly theme: Board['theme'];
  readonly variables: Board['variables'];
  readonly tiles: readonly DesignTile[];
  /** The id of the next tile. */
  readonly nextId: number;
  /** The number of tiles that could not be read. They are lost when the board is saved. */
  readonly unreadableCount: number;
}

/** The position and the size of a tile, in cells. */
export type Place = Pick<BoardTile, 'x' | 'y' | 'w' | 'h'>;
/** The smallest size of a tile, in cells. */
export interface MinSize {
  readonly minW: number;
  readonly minH: number;
}
/** Returns the smallest size of the tiles of a widget, by the type of the widget. */
export type MinSizeOf = (type: string) => MinSize;

/** Begins to edit a board. Tiles that could not be read are left out. */
export function openDesign({ stage, theme, variables, tiles }: LoadedBoard): Design {
  const readableTiles = tiles.filter((tile): tile is BoardTile => !('broken' in tile));
  return {
    stage,
    theme,
    variables,
    tiles: readableTiles.map((tile, index) => ({ ...tile, id: index + 1 })),
    nextId: readableTiles.length + 1,
    unreadableCount: tiles.length - readableTiles.length,
  };
}

const toBoardTile = ({ type, version, settings, x, y, w, h }: DesignTile): BoardTile => ({
  type,
  version,
  settings,
  x,
  y,
  w,
  h,
});

/** Returns the board as it is stored. */
export const toBoard = ({ stage, theme, variables, tiles }: Design): Board => ({
  format: BOARD_FORMAT_VERSION,
  stage,
  theme,
  variables,
  tiles: tiles.map(toBoardTile),
});

/** Returns a board with only some of the tiles. */
export const pickTiles = (design: Design, ids: ReadonlySet<number>): Board =>
  toBoard({ ...design, tiles: design.tiles.filter(({ id }) => ids.has(id)) });

/** Limits a number to a range. If the range is empty, the result is `min`. */
export const clamp = (value: number, min: number, max: number): number => Math.max(min, Math.min(max, value));

/** Whether two places share a cell. */
export const isOverlapping = (one: Place, other: Place): boolean =>
  one.x < other.x + other.w &&
  other.x < one.x + one.w &&
  one.y < other.y + other.h &&
  other.y < one.y + one.h;

/** Returns the smallest place that contains all of the places; there must be at least one. */
export function findBounds(places: readonly Place[]): Place {
  const x = Math.min(...places.map((place) => place.x));
  const y = Math.min(...places.map((place) => place.y));
  return {
    x,
    y,
    w: Math.max(...places.map((place) => place.x + place.w)) - x,
    h: Math.max(...places.map((place) => place.y + place.h)) - y,
  };
}

/**
 * Finds the first free room, in reading order, for places that move together.
 * @param places the places, which keep their positions relative to each other
 * @returns how far the places must be moved; null if there is no room
 */
export function findRoom(
  { columns, rows }: BoardStage,
  takenPlaces: readonly Place[],
  places: readonly Place[],
): { dx: number; dy: number } | null {
  const bounds = findBounds(places);
  for (let y = 0; y + bounds.h <= rows; y++) {
    for (let x = 0; x + bounds.w <= columns; x++) {
      const dx = x - bounds.x;
      const dy = y - bounds.y;
      const isFree = places.every((place) => {
        const movedPlace = { ...place, x: place.x + dx, y: place.y + dy };
        return !takenPlaces.some((other) => isOverlapping(movedPlace, other));
      });
      if (isFree) return { dx, dy };
    }
  }
  return null;
}
