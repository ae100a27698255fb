import {
  MAX_BOARD_TILES,
  MAX_TEXT_SIZE_PX,
  MIN_TEXT_SIZE_PX,
  type Board,
  type BoardStage,
  type BoardTile,
  type BoardVariable,
} from '#shared/boards/board.ts';
import { stackInColumn } from '../../kit/stage/stack-tiles.ts';
import { clamp, findRoom, isOverlapping, type Design, type DesignTile, type Place } from './design.ts';

/** A changed board, with the tiles that the change has added. */
export interface Addition {
  readonly design: Design;
  readonly added: ReadonlySet<number>;
}

type NewTile = Pick<BoardTile, 'type' | 'version' | 'settings'>;
/** The default and the minimum size of a widget, in cells. */
interface WidgetSize {
  readonly w: number;
  readonly h: number;
  readonly minW: number;
  readonly minH: number;
}

function insertTiles(design: Design, tiles: readonly BoardTile[]): Addition {
  const added = tiles.map((tile, index): DesignTile => ({ ...tile, id: design.nextId + index }));
  return {
    design: { ...design, tiles: [...design.tiles, ...added], nextId: design.nextId + added.length },
    added: new Set(added.map(({ id }) => id)),
  };
}

const hasRoomInList = (design: Design, count: number): boolean =>
  design.tiles.length + count <= MAX_BOARD_TILES;

/** Makes a place as large as a widget wants it and as the stage allows it. */
const fitToStage = (
  { columns, rows }: BoardStage,
  at: { x: number; y: number },
  w: number,
  h: number,
): Place => {
  const fitted = { w: Math.min(w, columns), h: Math.min(h, rows) };
  return { ...fitted, x: clamp(at.x, 0, columns - fitted.w), y: clamp(at.y, 0, rows - fitted.h) };
};

/** Adds a tile at a cell. It may lie over other tiles. @returns null if the board has too many tiles */
export function addTileAt(
  design: Design,
  tile: NewTile,
  { w, h }: { w: number; h: number },
  at: { x: number; y: number },
): Addition | null {
  if (!hasRoomInList(design, 1)) return null;
  return insertTiles(design, [{ ...tile, ...fitToStage(design.stage, at, w, h) }]);
}

/**
 * Adds a tile at the first free place: in the default size of its widget, or else in the minimum size.
 * @returns null if there is no free place
 */
export function addTile(design: Design, tile: NewTile, { w, h, minW, minH }: WidgetSize): Addition | null {
  for (const size of [
    { w, h },
    { w: minW, h: minH },
  ]) {
    const place = fitToStage(design.stage, { x: 0, y: 0 }, size.w, size.h);
    const room = findRoom(design.stage, design.tiles, [place]);
    if (room) return addTileAt(design, tile, place, { x: room.dx, y: room.dy });
  }
  return null;
}

/**
 * Adds copies of tiles, which may come from another board. They keep their places if these are free. Otherwise they
 * get the first free places, or else places that are one cell further.
 * @returns null if there is nothing to add, or the board would have too many tiles
 */
export function addCopies(design: Design, tiles: readonly BoardTile[]): Addition | null {
  if (tiles.length === 0 || !hasRoomInList(design, tiles.length)) return null;
  const { stage } = design;
  const places = tiles.map((tile) => fitToStage(stage, tile, tile.w, tile.h));
  const isFree = places.every((place) => !design.tiles.some((tile) => isOverlapping(place, tile)));
  const { dx, dy } = isFree ? { dx: 0, dy: 0 } : (findRoom(stage, design.tiles, places) ?? { dx: 1, dy: 1 });
  return insertTiles(
    design,
    tiles.map(({ type, version, settings }, index) => {
      const { x, y, w, h } = places[index]!;
      return { type, version, settings, ...fitToStage(stage, { x: x + dx, y: y + dy }, w, h) };
    }),
  );
}

export const removeTiles = (design: Design, ids: ReadonlySet<number>): Design =>
  design.tiles.some(({ id }) => ids.has(id))
    ? { ...design, tiles: design.tiles.filter(({ id }) => !ids.has(id)) }
    : design;

/** Gives a tile settings of a version of its widget. */
export const setTileSettings = (
  design: Design,
  id: number,
  version: number,
  settings: Record<string, unknown>,
): Design => ({
  ...design,
  tiles: design.tiles.map((tile) => (tile.id === id ? { ...tile, version, settings } : tile)),
});

/** Sets a variable of the board; null or an empty text removes it. */
export function setVariable(design: Design, name: BoardVariable, value: string | null): Design {
  const variables = { ...design.variables };
  if (value === null || value === '') delete variables[name];
  else variables[name] = value;
  return { ...design, variables };
}

/** Changes the text size, or the screen and the distance for which the text is checked. */
export const setTheme = (design: Design, theme: Partial<Board['theme']>): Design => ({
  ...design,
  theme: { ...design.theme, ...theme },
});

/**
 * Converts a place to a grid with other numbers of columns and rows. Places that do not overlap stay apart, unless the
 * new grid is too coarse for them.
 */
function scalePlace({ x, y, w, h }: Place, from: BoardStage, to: BoardStage): Place {
  const scaleSpan = (start: number, size: number, before: number, after: number) => {
    const first = Math.min(after - 1, Math.round((start * after) / before));
    const last = Math.round(((start + size) * after) / before);
    return { first, size: Math.max(1, last - first) };
  };
  const across = scaleSpan(x, w, from.columns, to.columns);
  const down = scaleSpan(y, h, from.rows, to.rows);
  return { x: across.first, y: down.first, w: across.size, h: down.size };
}

const isPortrait = ({ width, height }: BoardStage): boolean => height > width;

/**
 * Changes the stage. Tiles and text grow with it, so that the picture stays the same. If a landscape board becomes a
 * portrait one, its tiles are stacked, because they would be too narrow side by side.
 */
export function setStage(design: Design, stage: BoardStage): Design {
  const before = design.stage;
  const growth = Math.min(
    Math.max(stage.width, stage.height) / Math.max(before.width, before.height),
    Math.min(stage.width, stage.height) / Math.min(before.width, before.height),
  );
  const text = clamp(Math.round(design.theme.text * growth), MIN_TEXT_SIZE_PX, MAX_TEXT_SIZE_PX);
  const isStacked = isPortrait(stage) && !isPortrait(before) && design.tiles.length <= stage.rows;
  return {
    ...design,
    stage,
    theme: { ...design.theme, text },
    tiles: isStacked
      ? stackInColumn(design.tiles, stage)
      : design.tiles.map((tile) => ({ ...tile, ...scalePlace(tile, before, stage) })),
  };
}
