import { DEFAULT_STAGE } from '#shared/boards/board.ts';
import { definePreset } from './preset.ts';

/** The board of the planners: the orders over time, and the processes by state. */
export const orderOverviewPreset = definePreset('orderOverview', DEFAULT_STAGE, [
  { type: 'orderGantt', x: 0, y: 0, w: 24, h: 10 },
  { type: 'processKanban', x: 0, y: 10, w: 24, h: 14 },
]);
