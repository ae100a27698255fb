import * as z from 'zod/mini';

/** The version of the board JSON that this build writes. */
export const BOARD_FORMAT_VERSION = 1;
/** The maximum number of tiles of a board. */
export const MAX_BOARD_TILES = 96;
/** The maximum length of the JSON text of a board, in characters. */
export const MAX_BOARD_TEXT_LENGTH = 60_000;
/** The maximum number of stored versions of a board. Older versions are deleted. */
export const MAX_BOARD_VERSIONS = 50;
/** The variables of a board. A widget can use their values as parameters of its report. */
export const BOARD_VARIABLES = ['factory', 'workshop', 'line', 'group', 'order', 'customer', 'date'] as const;
export type BoardVariable = (typeof BOARD_VARIABLES)[number];

/** The limits of the text size of a board, in logical pixels. */
export const MIN_TEXT_SIZE_PX = 24;
export const MAX_TEXT_SIZE_PX = 240;

const cellIndexSchema = z.int().check(z.minimum(0), z.maximum(95));
const cellCountSchema = z.int().check(z.minimum(1), z.maximum(96));

/** A tile: a widget, its settings, and its position and size in cells of the grid. */
const tileSchema = z.strictObject({
  type: z.string().check(z.minLength(1), z.maxLength(60)),
  /** The version of the widget's settings. */
  version: z.int().check(z.minimum(1)),
  settings: z.record(z.string(), z.unknown()),
  x: cellIndexSchema,
  y: cellIndexSchema,
  w: cellCountSchema,
  h: cellCountSchema,
});
export type BoardTile = z.infer<typeof tileSchema>;

const boardStageSchema = z.strictObject({
  /** The width and the height in logical pixels, which are scaled to the screen. */
  width: z.int().check(z.minimum(320), z.maximum(7680)),
  height: z.int().check(z.minimum(320), z.maximum(7680)),
  columns: cellCountSchema,
  rows: cellCountSchema,
});
/** The drawing area of a board: its size in logical pixels, and the columns and rows of its grid. */
export type BoardStage = z.infer<typeof boardStageSchema>;

const boardThemeSchema = z.strictObject({
  /**
   * The text size in logical pixels. A small or distant screen needs a larger text: at 4 m, a 75″ screen needs at
   * least 31 and a 55″ screen at least 42.
   */
  text: z.int().check(z.minimum(MIN_TEXT_SIZE_PX), z.maximum(MAX_TEXT_SIZE_PX)),
  /**
   * The diagonal of the screen in inches, and the distance of its readers in metres, for the check of the text size.
   */
  screenInches: z.optional(z.int().check(z.minimum(10), z.maximum(300))),
  distanceMetres: z.optional(z.number().check(z.minimum(0.5), z.maximum(50))),
});

/** A board as it is stored, exported and imported. */
export const boardSchema = z
  .strictObject({
    format: z.literal(BOARD_FORMAT_VERSION),
    stage: boardStageSchema,
    theme: boardThemeSchema,
    variables: z.partialRecord(z.enum(BOARD_VARIABLES), z.string().check(z.maxLength(200))),
    tiles: z.array(tileSchema).check(z.maxLength(MAX_BOARD_TILES)),
  })
  .check(({ value, issues }) => {
    for (const [index, { x, y, w, h }] of value.tiles.entries()) {
      if (x + w > value.stage.columns || y + h > value.stage.rows) {
        issues.push({
          code: 'custom',
          message: 'outside of the stage',
          path: ['tiles', index],
          input: value,
        });
      }
    }
  });
export type Board = z.infer<typeof boardSchema>;

/** A tile, or a marker for a tile that could not be read. */
export type LoadedTile = BoardTile | { readonly broken: true };
/** A board that `readBoard` has read. Each tile that could not be read is marked as broken. */
export interface LoadedBoard extends Omit<Board, 'tiles' | 'format'> {
  readonly tiles: readonly LoadedTile[];
}

/** The default stage: full HD with 24 × 24 cells. */
export const DEFAULT_STAGE: BoardStage = { width: 1920, height: 1080, columns: 24, rows: 24 };
/** The default text size in logical pixels. It is readable on a 55″ screen from 4 m. */
export const DEFAULT_TEXT_SIZE_PX = 42;

/** A board without tiles. */
export const EMPTY_BOARD: Board = {
  format: BOARD_FORMAT_VERSION,
  stage: DEFAULT_STAGE,
  theme: { text: DEFAULT_TEXT_SIZE_PX },
  variables: {},
  tiles: [],
};

const parseOrDefault = <T>(schema: z.ZodMiniType<T>, raw: unknown, defaultValue: T): T => {
  const result = schema.safeParse(raw);
  return result.success ? result.data : defaultValue;
};

/**
 * Reads a board. An invalid tile is marked as broken. An invalid stage, theme or list of variables gets its default.
 * @param raw parsed JSON; an older build, a newer build or a person may have written it
 */
export function readBoard(raw: unknown): LoadedBoard {
  const result = (raw !== null && typeof raw === 'object' ? raw : {}) as Record<string, unknown>;
  const stage = parseOrDefault(boardStageSchema, result['stage'], DEFAULT_STAGE);
  const tiles = Array.isArray(result['tiles']) ? (result['tiles'] as unknown[]) : [];
  return {
    stage,
    theme: parseOrDefault(boardThemeSchema, result['theme'], { text: DEFAULT_TEXT_SIZE_PX }),
    variables: parseOrDefault(boardSchema.shape.variables, result['variables'], {}),
    tiles: tiles.map((tile) => readTile(tile, stage)),
  };
}

/** Reads a tile. A tile that does not fit into the grid is moved or made smaller. */
function readTile(raw: unknown, { columns, rows }: BoardStage): LoadedTile {
  const result = tileSchema.safeParse(raw);
  if (!result.success) return { broken: true };
  const x = Math.min(result.data.x, columns - 1);
  const y = Math.min(result.data.y, rows - 1);
  return {
    ...result.data,
    x,
    y,
    w: Math.min(result.data.w, columns - x),
    h: Math.min(result.data.h, rows - y),
  };
}
