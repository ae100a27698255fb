import { BOARD_FORMAT_VERSION, type Board, type BoardTile } from '#shared/boards/board.ts';
import { hasPermission, type Permission } from '#shared/kernel/permissions.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import { HOME_TEXT_SIZE_PX, makeHomeStage } from '../../kit/desk/home-stage.ts';

/** A tile of a home page. */
interface HomeTile {
  readonly type: string;
  /** The width in columns; the page has 24 columns. */
  readonly w: number;
  readonly settings?: Readonly<Record<string, unknown>>;
  /** The current version of the widget, for which `settings` are written; 1 by default. */
  readonly version?: number;
  /** The permission that the source of the widget needs. */
  readonly permission: Permission;
  /** Whether the tile shows only the work group of the person. People without a work group do not get it. */
  readonly needsGroup?: true;
}

/** Tiles that stand side by side. */
interface HomeRow {
  /** The height in rows of the stage. */
  readonly h: number;
  readonly tiles: readonly HomeTile[];
}

/** A home page that ships with the product: its tiles in rows from top to bottom. */
export type HomeLayout = readonly HomeRow[];

const COLUMNS = 24;

/**
 * Places tiles side by side over the full width of the page. Their widths keep their proportions, as far as
 * whole columns allow.
 */
function placeRow(tiles: readonly HomeTile[], y: number, h: number): BoardTile[] {
  const totalWidth = tiles.reduce((sum, { w }) => sum + w, 0);
  let placedWidth = 0;
  return tiles.map(({ type, w, settings = {}, version = 1 }) => {
    const x = Math.round((placedWidth * COLUMNS) / totalWidth);
    placedWidth += w;
    const end = Math.round((placedWidth * COLUMNS) / totalWidth);
    return { type, version, settings: { ...settings }, x, y, w: end - x, h };
  });
}

/**
 * Makes the board of a home page for a person. Tiles that the person may not see are left out, and the other tiles of
 * the row become wider.
 */
export function buildHomeBoard(
  layout: HomeLayout,
  user: Pick<CurrentUser, 'kind' | 'permissions' | 'workGroupId'>,
): Board {
  const { workGroupId } = user;
  let y = 0;
  const tiles = layout.flatMap(({ h, tiles: tilesOfRow }) => {
    const shownTiles = tilesOfRow.filter(
      ({ permission, needsGroup }) =>
        hasPermission(user, permission) && !(needsGroup && workGroupId === null),
    );
    if (shownTiles.length === 0) return [];
    const placedTiles = placeRow(shownTiles, y, h);
    y += h;
    return placedTiles;
  });
  return {
    format: BOARD_FORMAT_VERSION,
    stage: makeHomeStage(y),
    theme: { text: HOME_TEXT_SIZE_PX },
    variables: workGroupId === null ? {} : { group: String(workGroupId) },
    tiles,
  };
}
