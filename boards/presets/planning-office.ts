import { DEFAULT_STAGE } from '#shared/boards/board.ts';
import { definePreset } from './preset.ts';

/**
 * The board of the planning office: what each machine does next, which orders will be late, and the load of
 * the groups.
 */
export const planningOfficePreset = definePreset('planningOffice', DEFAULT_STAGE, [
  { type: 'machineSchedule', x: 0, y: 0, w: 14, h: 14 },
  { type: 'lateOrders', x: 14, y: 0, w: 10, h: 14 },
  { type: 'capacityLoad', x: 0, y: 14, w: 11, h: 10, settings: { periodCount: 14 } },
  { type: 'groupQueue', x: 11, y: 14, w: 8, h: 10 },
  { type: 'planAdherence', x: 19, y: 14, w: 5, h: 10 },
]);
