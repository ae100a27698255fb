import {
  MAX_BOARD_TILES,
  MAX_TEXT_SIZE_PX,
  MIN_TEXT_SIZE_PX,
  type Board,
  type BoardStage,
  type BoardTile,
  type BoardVariable,
} from '#shared/boards/board.ts';
import { makeHomeStage } from '../../kit/desk/home-stage.ts';
import { stackInColumn } from '../../kit/stage/stack-tiles.ts';
import { clamp, findRoom, isOverlapping, type Design, type DesignTile, type Place } from './design.ts';

/** A changed board, and the ids of the tiles that the change has added. */
export interface BoardWithAddedTiles {
  readonly design: Design;
  readonly addedIds: ReadonlySet<number>;
}

type NewTile = Pick<BoardTile, 'type' | 'version' | 'settings'>;
/** The default and the minimum size of a widget, in cells. */
interface WidgetSize {
  readonly w: number;
  readonly h: number;
  readonly minW: number;
  readonly minH: number;
}

function insertTiles(design: Design, tiles: readonly BoardTile[]): BoardWithAddedTiles {
  const addedTiles = tiles.map((tile, index): DesignTile => ({ ...tile, id: design.nextId + index }));
  return {
    design: { ...design, tiles: [...design.tiles, ...addedTiles], nextId: design.nextId + addedTiles.length },
    addedIds: new Set(addedTiles.map(({ id }) => id)),
  };
}

const canAddTiles = (design: Design, count: number): boolean =>
  design.tiles.length + count <= MAX_BOARD_TILES;

/** Makes a place with the given cell and size. A place beyond the stage is moved and made smaller until it fits. */
const fitToStage = (
  { columns, rows }: BoardStage,
  at: { x: number; y: number },
  w: number,
  h: number,
): Place => {
  const size = { w: Math.min(w, columns), h: Math.min(h, rows) };
  return { ...size, x: clamp(at.x, 0, columns - size.w), y: clamp(at.y, 0, rows - size.h) };
};

/** Adds a tile at a cell, even if it covers other tiles there. @returns null if the board has too many tiles */
export function addTileAt(
  design: Design,
  tile: NewTile,
  { w, h }: { w: number; h: number },
  at: { x: number; y: number },
): BoardWithAddedTiles | null {
  if (!canAddTiles(design, 1)) return null;
  return insertTiles(design, [{ ...tile, ...fitToStage(design.stage, at, w, h) }]);
}

/**
 * Adds a tile at the first free place: in the default size of its widget, or else in the minimum size.
 * @returns null if there is no free place
 */
export function addTile(
  design: Design,
  tile: NewTile,
  { w, h, minW, minH }: WidgetSize,
): BoardWithAddedTiles | null {
  for (const size of [
    { w, h },
    { w: minW, h: minH },
  ]) {
    const place = fitToStage(design.stage, { x: 0, y: 0 }, size.w, size.h);
    const offset = findRoom(design.stage, design.tiles, [place]);
    if (offset) return addTileAt(design, tile, place, { x: offset.dx, y: offset.dy });
  }
  return null;
}

/**
 * Adds copies of tiles, which may come from another board. The copies keep their places if these are
 * free. Otherwise they get the first free places. If there are none, they move one cell to the right and down.
 * @returns null if there is nothing to add, or the board would have too many tiles
 */
export function addCopies(design: Design, tiles: readonly BoardTile[]): BoardWithAddedTiles | null {
  if (tiles.length === 0 || !canAddTiles(design, tiles.length)) return null;
  const { stage } = design;
  const places = tiles.map((tile) => fitToStage(stage, tile, tile.w, tile.h));
  const arePlacesFree = places.every((place) => !design.tiles.some((tile) => isOverlapping(place, tile)));
  const { dx, dy } = arePlacesFree
    ? { dx: 0, dy: 0 }
    : (findRoom(stage, design.tiles, places) ?? { dx: 1, dy: 1 });
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

/** Sets the settings of a tile, and the version of the widget to which the settings belong. */
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
 * Replaces the tiles and the stage by those of another board. The tiles get new ids. The variables of the design stay.
 */
export const replaceTiles = (design: Design, { stage, tiles }: Pick<Board, 'stage' | 'tiles'>): Design => ({
  ...design,
  stage,
  tiles: tiles.map((tile, index) => ({ ...tile, id: design.nextId + index })),
  nextId: design.nextId + tiles.length,
  unreadableCount: 0,
});

/** Changes the number of rows of a home page. Rows with tiles are never removed. */
export function setHomeRows(design: Design, rows: number): Design {
  const usedRowCount = Math.max(0, ...design.tiles.map(({ y, h }) => y + h));
  return { ...design, stage: makeHomeStage(Math.max(rows, usedRowCount)) };
}

/**
 * Converts a place to a grid with other numbers of columns and rows. Places that do not overlap stay apart, unless the
 * new grid is too coarse for them.
 */
function scalePlace({ x, y, w, h }: Place, from: BoardStage, to: BoardStage): Place {
  const scaleSpan = (start: number, size: number, fromCount: number, toCount: number) => {
    const first = Math.min(toCount - 1, Math.round((start * toCount) / fromCount));
    const end = Math.round(((start + size) * toCount) / fromCount);
    return { first, size: Math.max(1, end - first) };
  };
  const columnSpan = scaleSpan(x, w, from.columns, to.columns);
  const rowSpan = scaleSpan(y, h, from.rows, to.rows);
  return { x: columnSpan.first, y: rowSpan.first, w: columnSpan.size, h: rowSpan.size };
}

const isPortrait = ({ width, height }: BoardStage): boolean => height > width;

/**
 * Changes the stage. Tiles and text are scaled with the stage, so that the board looks the same. If a
 * landscape board becomes a portrait one, its tiles are stacked, because they would become too narrow.
 */
export function setStage(design: Design, stage: BoardStage): Design {
  const before = design.stage;
  const scaleFactor = Math.min(
    Math.max(stage.width, stage.height) / Math.max(before.width, before.height),
    Math.min(stage.width, stage.height) / Math.min(before.width, before.height),
  );
  const textSize = clamp(Math.round(design.theme.text * scaleFactor), MIN_TEXT_SIZE_PX, MAX_TEXT_SIZE_PX);
  const shouldStack = isPortrait(stage) && !isPortrait(before) && design.tiles.length <= stage.rows;
  return {
    ...design,
    stage,
    theme: { ...design.theme, text: textSize },
    tiles: shouldStack
      ? stackInColumn(design.tiles, stage)
      : design.tiles.map((tile) => ({ ...tile, ...scalePlace(tile, before, stage) })),
  };
}
