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
      { type: 'planActualToday', version: 1, settings: {}, x: 0, y: 0, w: 6, h: 14 },
      { type: 'currentShift', version: 1, settings: {}, x: 6, y: 0, w: 6, h: 14 },
      { type: 'openCalls', version: 1, settings: {}, x: 0, y: 14, w: 12, h: 7 },
      { type: 'deviceStates', version: 1, settings: {}, x: 0, y: 21, w: 12, h: 12 },
      { type: 'orderProgress', version: 1, settings: {}, x: 0, y: 33, w: 12, h: 9 },
      { type: 'outputByGroup', version: 1, settings: {}, x: 0, y: 42, w: 6, h: 6 },
      { type: 'latestReports', version: 1, settings: {}, x: 6, y: 42, w: 6, h: 6 },
    ],
  },
};
