import { DEFAULT_STAGE } from '#shared/boards/board.ts';
import { definePreset } from './preset.ts';

/** The board of the quality room: how good the work is, what goes wrong, and what waits for a decision. */
export const qualityRoomPreset = definePreset('qualityRoom', DEFAULT_STAGE, [
  { type: 'firstPassYield', x: 0, y: 0, w: 7, h: 12 },
  { type: 'daysSinceComplaint', x: 0, y: 12, w: 7, h: 12 },
  { type: 'exceptionsWaiting', x: 7, y: 0, w: 10, h: 12 },
  { type: 'overdueMeasures', x: 17, y: 0, w: 7, h: 12 },
  { type: 'defectPareto', x: 7, y: 12, w: 10, h: 12 },
  { type: 'openAlarms', x: 17, y: 12, w: 7, h: 12 },
]);
