import { DEFAULT_STAGE, type BoardStage } from '#shared/boards/board.ts';

/** The stages that a board can have. On each stage, a widget in its default size is large enough for the text. */
export const STAGES = {
  fullHd: DEFAULT_STAGE,
  portrait: { width: 1080, height: 1920, columns: 12, rows: 48 },
  ultraWide: { width: 2560, height: 1080, columns: 32, rows: 24 },
  ultraHd: { width: 3840, height: 2160, columns: 24, rows: 24 },
} as const satisfies Record<string, BoardStage>;
export type StageName = keyof typeof STAGES;
export const STAGE_NAMES = Object.keys(STAGES) as StageName[];

/** Returns the name of a stage; null for another stage, which an imported board can have. */
export const findStageName = (stage: BoardStage): StageName | null =>
  STAGE_NAMES.find((name) => {
    const { width, height, columns, rows } = STAGES[name];
    return (
      width === stage.width && height === stage.height && columns === stage.columns && rows === stage.rows
    );
  }) ?? null;
