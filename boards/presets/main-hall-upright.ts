import { BOARD_FORMAT, DEFAULT_TEXT_SIZE_PX } from '../kit/board.ts';
import type { Preset } from './preset.ts';

/** The board of the main hall for a portrait screen. */
export const mainHallUpright: Preset = {
  title: 'mainHall',
  board: {
    format: BOARD_FORMAT,
    stage: { width: 1080, height: 1920, columns: 12, rows: 48 },
    theme: { text: DEFAULT_TEXT_SIZE_PX },
    variables: {},
    tiles: [
      { type: 'planActualToday', version: 1, settings: {}, x: 0, y: 0, w: 6, h: 13 },
      { type: 'currentShift', version: 1, settings: {}, x: 6, y: 0, w: 6, h: 13 },
      { type: 'openCalls', version: 1, settings: {}, x: 0, y: 13, w: 12, h: 8 },
      { type: 'deviceStates', version: 1, settings: {}, x: 0, y: 21, w: 12, h: 10 },
      { type: 'orderProgress', version: 1, settings: {}, x: 0, y: 31, w: 12, h: 9 },
      { type: 'outputByGroup', version: 1, settings: {}, x: 0, y: 40, w: 6, h: 8 },
      { type: 'latestReports', version: 1, settings: {}, x: 6, y: 40, w: 6, h: 8 },
    ],
  },
};
