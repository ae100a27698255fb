import { DEFAULT_STAGE } from '#shared/boards/board.ts';
import { definePreset } from './preset.ts';

/**
 * The board of a workshop: its open calls, its planned and actual output, the state of each machine, and the
 * takt of the shift.
 */
export const workshopAndonPreset = definePreset('workshopAndon', DEFAULT_STAGE, [
  { type: 'openCalls', x: 0, y: 0, w: 14, h: 12 },
  { type: 'deviceStates', x: 0, y: 12, w: 14, h: 12 },
  { type: 'planActualToday', x: 14, y: 0, w: 10, h: 13 },
  { type: 'currentShift', x: 14, y: 13, w: 10, h: 11 },
]);
