import { makeCountRow } from './count-row.ts';
import type { HomeLayout } from './home-preset.ts';

/** The home page of managers: orders, output against the plan, calls, and why machines stood still. */
export const managerHome: HomeLayout = [
  makeCountRow(['ordersInProgress', 'ordersLate', 'ordersDueSoon', 'callsOpen']),
  {
    h: 10,
    tiles: [
      { type: 'planActualToday', w: 6, permission: 'REPORT_FORM_PLAN_ACTUAL_TODAY' },
      { type: 'dayBurnUp', w: 9, permission: 'REPORT_FORM_OUTPUT_BY_HOUR' },
      { type: 'outputByGroup', w: 9, permission: 'REPORT_FORM_OUTPUT_BY_GROUP' },
    ],
  },
  {
    h: 10,
    tiles: [
      { type: 'orderProgress', w: 14, permission: 'REPORT_FORM_ORDER_PROGRESS' },
      { type: 'openCalls', w: 10, permission: 'REPORT_FORM_OPEN_CALLS' },
    ],
  },
  {
    h: 10,
    tiles: [
      { type: 'stopPareto', w: 12, permission: 'REPORT_FORM_STOP_PARETO' },
      { type: 'outputHeatmap', w: 12, permission: 'REPORT_FORM_OUTPUT_BY_DAY' },
    ],
  },
];
