import { DEFAULT_STAGE } from '#shared/boards/board.ts';
import { definePreset } from './preset.ts';

/** The board of the planners: the orders over time, the processes by state, and the best work groups. */
export const orderOverviewPreset = definePreset('orderOverview', DEFAULT_STAGE, [
  { type: 'orderGantt', x: 0, y: 0, w: 24, h: 12 },
  { type: 'processKanban', x: 0, y: 12, w: 16, h: 12 },
  { type: 'topBottomList', x: 16, y: 12, w: 8, h: 12 },
]);
