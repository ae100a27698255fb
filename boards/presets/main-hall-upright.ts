import { definePreset } from './preset.ts';

/** The board of the main hall for a portrait screen. */
export const mainHallPortraitPreset = definePreset(
  'mainHallUpright',
  { width: 1080, height: 1920, columns: 12, rows: 48 },
  [
    { type: 'planActualToday', x: 0, y: 0, w: 6, h: 14 },
    { type: 'currentShift', x: 6, y: 0, w: 6, h: 14 },
    { type: 'openCalls', x: 0, y: 14, w: 12, h: 7 },
    { type: 'deviceStates', x: 0, y: 21, w: 12, h: 12 },
    { type: 'orderProgress', x: 0, y: 33, w: 12, h: 9 },
    { type: 'outputByGroup', x: 0, y: 42, w: 6, h: 6 },
    { type: 'latestReports', x: 6, y: 42, w: 6, h: 6 },
  ],
);
