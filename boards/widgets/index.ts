import { registerWidgets } from '../kit/widget-codes.ts';

export const widgets = registerWidgets({
  planActualToday: () => import('./plan-actual-today.tsx'),
  orderProgress: () => import('./order-progress.tsx'),
  latestReports: () => import('./latest-reports.tsx'),
  openCalls: () => import('./open-calls.tsx'),
  deviceStates: () => import('./device-states.tsx'),
  outputByGroup: () => import('./output-by-group.tsx'),
  currentShift: () => import('./current-shift.tsx'),
});
