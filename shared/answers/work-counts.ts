/** The names of the counts in the report `workCounts`. Each name is the key of a term. */
export const WORK_COUNTS = [
  'ordersInProgress',
  'ordersLate',
  'ordersDueSoon',
  'processesRunning',
  'devicesInRepair',
  'callsOpen',
] as const;
export type WorkCount = (typeof WORK_COUNTS)[number];
