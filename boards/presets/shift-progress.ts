import { DEFAULT_STAGE } from '#shared/boards/board.ts';
import { definePreset } from './preset.ts';

/** The board for the course of a shift: its output against the plan, the machines, and why they stood still. */
export const shiftProgressPreset = definePreset('shiftProgress', DEFAULT_STAGE, [
  { type: 'dayBurnUp', x: 0, y: 0, w: 12, h: 12 },
  { type: 'outputByHour', x: 12, y: 0, w: 12, h: 12 },
  { type: 'deviceTimeline', x: 0, y: 12, w: 14, h: 12 },
  { type: 'stopPareto', x: 14, y: 12, w: 10, h: 12 },
]);
