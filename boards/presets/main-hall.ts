import { BOARD_FORMAT, DEFAULT_STAGE, DEFAULT_TEXT_SIZE_PX } from '../kit/board.ts';
import type { Preset } from './preset.ts';

/** The board of the main hall for a landscape screen. */
export const mainHall: Preset = {
  title: 'mainHall',
  board: {
    format: BOARD_FORMAT,
    stage: DEFAULT_STAGE,
    theme: { text: DEFAULT_TEXT_SIZE_PX },
    variables: {},
    tiles: [
      { type: 'planActualToday', version: 1, settings: {}, x: 0, y: 0, w: 6, h: 13 },
      { type: 'currentShift', version: 1, settings: {}, x: 0, y: 13, w: 6, h: 11 },
      { type: 'openCalls', version: 1, settings: {}, x: 6, y: 0, w: 8, h: 8 },
      { type: 'orderProgress', version: 1, settings: {}, x: 6, y: 8, w: 8, h: 9 },
      { type: 'deviceStates', version: 1, settings: {}, x: 14, y: 0, w: 10, h: 17 },
      { type: 'outputByGroup', version: 1, settings: {}, x: 6, y: 17, w: 9, h: 7 },
      { type: 'latestReports', version: 1, settings: {}, x: 15, y: 17, w: 9, h: 7 },
    ],
  },
};
