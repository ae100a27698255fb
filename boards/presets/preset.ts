import type { TermKey } from '#shared/terms/index.ts';
import {
  BOARD_FORMAT_VERSION,
  DEFAULT_TEXT_SIZE_PX,
  type Board,
  type BoardStage,
  type BoardTile,
} from '#shared/boards/board.ts';

/** A board that ships with the product. */
export interface Preset {
  readonly title: TermKey;
  readonly board: Board;
}

/** Defines a preset. Tiles have the first version of their widgets, and the default settings if they name none. */
export const definePreset = (
  title: TermKey,
  stage: BoardStage,
  tiles: readonly (Omit<BoardTile, 'version' | 'settings'> & Partial<Pick<BoardTile, 'settings'>>)[],
): Preset => ({
  title,
  board: {
    format: BOARD_FORMAT_VERSION,
    stage,
    theme: { text: DEFAULT_TEXT_SIZE_PX },
    variables: {},
    tiles: tiles.map(({ settings = {}, ...tile }) => ({ ...tile, version: 1, settings })),
  },
});
