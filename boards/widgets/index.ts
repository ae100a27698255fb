import { registerWidgets } from '../kit/widget-codes.ts';

export const widgets = registerWidgets({
  planActualToday: () => import('./plan-actual-today.tsx'),
  orderProgress: () => import('./order-progress.tsx'),
  latestReports: () => import('./latest-reports.tsx'),
  openCalls: () => import('./open-calls.tsx'),
  deviceStates: () => import('./device-states.tsx'),
  outputByGroup: () => import('./output-by-group.tsx'),
  outputByHour: () => import('./output-by-hour.tsx'),
  outputByPerson: () => import('./output-by-person.tsx'),
  stopPareto: () => import('./stop-pareto.tsx'),
  figure: () => import('./figure.tsx'),
  outputHeatmap: () => import('./output-heatmap.tsx'),
  currentShift: () => import('./current-shift.tsx'),
  dayBurnUp: () => import('./day-burn-up.tsx'),
  deviceTimeline: () => import('./device-timeline.tsx'),
});
