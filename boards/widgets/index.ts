import type { Widget } from '../kit/widget.ts';
import { currentShift } from './current-shift.tsx';
import { deviceStates } from './device-states.tsx';
import { latestReports } from './latest-reports.tsx';
import { openCalls } from './open-calls.tsx';
import { orderProgress } from './order-progress.tsx';
import { outputByGroup } from './output-by-group.tsx';
import { planActualToday } from './plan-actual-today.tsx';

export const widgets: readonly Widget[] = [
  planActualToday,
  orderProgress,
  latestReports,
  openCalls,
  deviceStates,
  outputByGroup,
  currentShift,
];
