import type { Widget } from '../kit/widget.ts';
import { latestReports } from './latest-reports.tsx';
import { orderProgress } from './order-progress.tsx';
import { planActualToday } from './plan-actual-today.tsx';

/** Every widget that a board can hold. */
export const widgets: readonly Widget[] = [planActualToday, orderProgress, latestReports];
