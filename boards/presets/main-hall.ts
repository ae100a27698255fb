import { BOARD_FORMAT, DEFAULT_STAGE, DEFAULT_TEXT } from '../kit/board.ts';
import type { Preset } from './preset.ts';

/** The wall of the main hall: how the day stands, how the orders stand, and what was reported last. */
export const mainHall: Preset = {
  title: 'mainHall',
  board: {
    format: BOARD_FORMAT,
    stage: DEFAULT_STAGE,
    theme: { text: DEFAULT_TEXT },
    variables: {},
    tiles: [
      { type: 'planActualToday', version: 1, settings: {}, x: 0, y: 0, w: 6, h: 24 },
      { type: 'orderProgress', version: 1, settings: {}, x: 6, y: 0, w: 18, h: 14 },
      { type: 'latestReports', version: 1, settings: {}, x: 6, y: 14, w: 18, h: 10 },
    ],
  },
};
