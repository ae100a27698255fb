import { makeCountRow } from './count-row.ts';
import type { HomeLayout } from './home-preset.ts';

/** The home page of group heads: what their group does next, its machines and people, and calls for help. */
export const groupHeadHome: HomeLayout = [
  makeCountRow(['processesRunning', 'callsOpen', 'ordersLate', 'devicesInRepair']),
  {
    h: 12,
    tiles: [
      { type: 'groupQueue', w: 15, permission: 'REPORT_FORM_GROUP_QUEUE', needsGroup: true },
      { type: 'openCalls', w: 9, permission: 'REPORT_FORM_OPEN_CALLS' },
    ],
  },
  {
    h: 10,
    tiles: [
      { type: 'currentShift', w: 6, permission: 'REPORT_FORM_CURRENT_SHIFT' },
      { type: 'outputByPerson', w: 9, permission: 'REPORT_FORM_OUTPUT_BY_PERSON' },
      { type: 'outputByHour', w: 9, permission: 'REPORT_FORM_OUTPUT_BY_HOUR' },
    ],
  },
  {
    h: 10,
    tiles: [
      { type: 'deviceTimeline', w: 12, permission: 'REPORT_FORM_DEVICE_TIMELINE' },
      { type: 'latestReports', w: 12, permission: 'REPORT_FORM_LATEST_REPORTS' },
    ],
  },
];
