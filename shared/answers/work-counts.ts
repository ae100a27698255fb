/** What the report `workCounts` counts. Each is the key of a term. */
export const WORK_COUNTS = [
  'ordersInProgress',
  'ordersLate',
  'ordersDueSoon',
  'processesRunning',
  'devicesInRepair',
  'callsOpen',
] as const;
export type WorkCount = (typeof WORK_COUNTS)[number];
