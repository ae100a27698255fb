import type { BoardStage } from '#shared/boards/board.ts';

/** The text size of a home page in the designer, in logical pixels. The home page itself has the usual text size. */
export const HOME_TEXT_SIZE_PX = 24;
/** The minimum and the maximum number of rows of a home page. */
export const MIN_HOME_ROWS = 12;
export const MAX_HOME_ROWS = 96;

const STAGE_WIDTH_PX = 1920;
/** The height of a row: 2.4 times the text size, as on the page. */
const ROW_HEIGHT_PX = 58;

/** Makes the stage of a home page, which has 24 columns and grows with its rows. */
export function makeHomeStage(rows: number): BoardStage {
  const rowCount = Math.max(MIN_HOME_ROWS, Math.min(MAX_HOME_ROWS, rows));
  return { width: STAGE_WIDTH_PX, height: rowCount * ROW_HEIGHT_PX, columns: 24, rows: rowCount };
}
