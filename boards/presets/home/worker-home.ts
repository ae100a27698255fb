import { makeCountRow } from './count-row.ts';
import type { HomeLayout } from './home-preset.ts';

/** The home page of workers: what their group does next, the shift, and calls for help. */
export const workerHome: HomeLayout = [
  makeCountRow(['processesRunning', 'callsOpen', 'devicesInRepair']),
  {
    h: 11,
    tiles: [
      { type: 'groupQueue', w: 16, permission: 'REPORT_FORM_GROUP_QUEUE', needsGroup: true },
      { type: 'currentShift', w: 8, permission: 'REPORT_FORM_CURRENT_SHIFT' },
    ],
  },
  {
    h: 9,
    tiles: [
      { type: 'openCalls', w: 10, permission: 'REPORT_FORM_OPEN_CALLS' },
      { type: 'latestReports', w: 14, permission: 'REPORT_FORM_LATEST_REPORTS' },
    ],
  },
];
