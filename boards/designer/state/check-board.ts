import type { BoardTile } from '#shared/boards/board.ts';
import { readTileSettings } from '../../kit/read-tile-settings.ts';
import type { Widget } from '../../kit/widget.ts';
import { isOverlapping, type Design, type DesignTile } from './design.ts';
import { computeTextSizes, getViewing } from './text-size.ts';

/** The largest number of tiles that a person can read at a glance. */
export const MAX_TILES_AT_A_GLANCE = 7;

type FindingKind =
  | 'settingsWrong'
  | 'tilesOverlap'
  | 'unknownWidget'
  | 'tilesUnreadable'
  | 'newerWidget'
  | 'tileTooSmall'
  | 'tileCut'
  | 'tilePale'
  | 'tooManyTiles'
  | 'textTooSmall';

/** Something that is wrong with a board. */
export interface Finding {
  readonly kind: FindingKind;
  /** Whether the finding prevents saving the board; otherwise it is a warning. */
  readonly isError: boolean;
  /** The tiles that the finding is about, in the sequence of the board. */
  readonly tiles: readonly DesignTile[];
  readonly params: Readonly<Record<string, number | string>>;
}

const makeFinding = (
  kind: FindingKind,
  isError: boolean,
  tiles: readonly DesignTile[] = [],
  params: Finding['params'] = {},
): Finding => ({ kind, isError, tiles, params });

function checkTile(
  tile: DesignTile,
  widget: Widget | undefined,
  hasCutContent: boolean,
  hasPaleText: boolean,
): Finding[] {
  if (!widget) return [makeFinding('unknownWidget', false, [tile], { type: tile.type })];
  if (tile.version > widget.version) return [makeFinding('newerWidget', false, [tile])];
  const { minW, minH } = widget.size;
  const isTooSmall = tile.w < minW || tile.h < minH;
  return [
    ...(readTileSettings(widget, tile as BoardTile) ? [] : [makeFinding('settingsWrong', true, [tile])]),
    ...(isTooSmall ? [makeFinding('tileTooSmall', false, [tile], { w: tile.w, h: tile.h, minW, minH })] : []),
    ...(hasCutContent && !isTooSmall ? [makeFinding('tileCut', false, [tile])] : []),
    ...(hasPaleText ? [makeFinding('tilePale', false, [tile])] : []),
  ];
}

/** Finds the pairs of tiles that overlap. */
export const findOverlaps = (tiles: readonly DesignTile[]): [DesignTile, DesignTile][] =>
  tiles.flatMap((one, index) =>
    tiles
      .slice(index + 1)
      .filter((other) => isOverlapping(one, other))
      .map((other): [DesignTile, DesignTile] => [one, other]),
  );

function checkText({ stage, theme }: Design): Finding[] {
  const viewing = getViewing(theme);
  const { min, preferred } = computeTextSizes(stage, viewing);
  if (theme.text >= min) return [];
  return [makeFinding('textTooSmall', false, [], { ...viewing, text: theme.text, min, preferred })];
}

/** What the check of a board must know about the stage. */
export interface StageFacts {
  /** The ids of the tiles whose content does not fit on the stage. */
  readonly cutTileIds?: ReadonlySet<number>;
  /** The ids of the tiles with a text that is too pale for its background. */
  readonly lowContrastTileIds?: ReadonlySet<number>;
  /**
   * Whether the board is read from a distance, as on a wall. A home page is read at a desk, where more and smaller
   * tiles are readable.
   */
  readonly isWall?: boolean;
}

const NO_IDS: ReadonlySet<number> = new Set();

/** Checks a board before it is saved. The errors come first, then the warnings. */
export function checkBoard(
  design: Design,
  widgets: readonly Widget[],
  { cutTileIds = NO_IDS, lowContrastTileIds = NO_IDS, isWall = true }: StageFacts = {},
): Finding[] {
  const widgetByType = new Map(widgets.map((widget) => [widget.type, widget]));
  const { tiles, unreadableCount } = design;
  const findings = [
    ...tiles.flatMap((tile) =>
      checkTile(tile, widgetByType.get(tile.type), cutTileIds.has(tile.id), lowContrastTileIds.has(tile.id)),
    ),
    ...findOverlaps(tiles).map((pair) => makeFinding('tilesOverlap', true, pair)),
    ...(unreadableCount > 0 ? [makeFinding('tilesUnreadable', false, [], { count: unreadableCount })] : []),
    ...(isWall && tiles.length > MAX_TILES_AT_A_GLANCE
      ? [makeFinding('tooManyTiles', false, [], { count: tiles.length, most: MAX_TILES_AT_A_GLANCE })]
      : []),
    ...(isWall ? checkText(design) : []),
  ];
  return [...findings.filter(({ isError }) => isError), ...findings.filter(({ isError }) => !isError)];
}
