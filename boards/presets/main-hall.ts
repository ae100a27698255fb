import { DEFAULT_STAGE } from '#shared/boards/board.ts';
import { definePreset } from './preset.ts';

/** The board of the main hall for a landscape screen. */
export const mainHallPreset = definePreset('mainHall', DEFAULT_STAGE, [
  { type: 'planActualToday', x: 0, y: 0, w: 6, h: 13 },
  { type: 'currentShift', x: 0, y: 13, w: 6, h: 11 },
  { type: 'openCalls', x: 6, y: 0, w: 8, h: 8 },
  { type: 'orderProgress', x: 6, y: 8, w: 8, h: 9 },
  { type: 'deviceStates', x: 14, y: 0, w: 10, h: 17 },
  { type: 'outputByGroup', x: 6, y: 17, w: 9, h: 7 },
  { type: 'latestReports', x: 15, y: 17, w: 9, h: 7 },
]);
