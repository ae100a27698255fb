import { makeCountRow } from './count-row.ts';
import type { HomeLayout } from './home-preset.ts';

/** The home page of planners: which orders are late or will be late, and how far the work is. */
export const plannerHome: HomeLayout = [
  makeCountRow(['ordersInProgress', 'ordersLate', 'ordersDueSoon', 'processesRunning']),
  { h: 12, tiles: [{ type: 'orderGantt', w: 24, permission: 'REPORT_FORM_ORDER_SCHEDULE' }] },
  {
    h: 11,
    tiles: [
      { type: 'orderProgress', w: 16, permission: 'REPORT_FORM_ORDER_PROGRESS' },
      { type: 'planActualToday', w: 8, permission: 'REPORT_FORM_PLAN_ACTUAL_TODAY' },
    ],
  },
  { h: 12, tiles: [{ type: 'processKanban', w: 24, permission: 'REPORT_FORM_PROCESS_KANBAN' }] },
];
