import type { Instant } from '#shared/planning/engine/types.ts';
import type { ScheduleComparison, ScheduleFigures, ScheduleRun } from '../schedule.ts';

/** When an order is ready in a plan, and how late it is. */
export interface ComparedEnd {
  /** When the order is ready; null if it is not in the plan, or if one of its operations is not placed. */
  end: Instant | null;
  /** The minutes from the end of the due day to `end`; 0 if the order is on time. */
  lateBy: number;
}

/** An order in two plans: `after` in the plan of `ScheduleDifference.run`, `before` in the other plan. */
export interface ComparedOrder {
  id: number;
  code: string;
  name: string;
  dueDate: string | null;
  after: ComparedEnd;
  before: ComparedEnd;
}

/** The planned work minutes and the open minutes on each of `ScheduleDifference.days`. */
export interface DailyMinutes {
  planned: readonly number[];
  available: readonly number[];
}

/** The load of the machines of a group in two plans. For a group without machines, the load of its people. */
export interface ComparedLoad {
  workGroupId: number;
  name: string;
  after: DailyMinutes;
  before: DailyMinutes;
}

/** The differences between the plan of `run` and another plan. */
export interface ScheduleDifference {
  run: ScheduleRun;
  /** The other plan. Null stands for the present plan at the time when `run` was computed, continued from that time. */
  other: ScheduleRun | null;
  otherFigures: ScheduleFigures;
  comparison: ScheduleComparison;
  /** The orders that end at different times or are late in one of the plans, the largest difference first. */
  orders: readonly ComparedOrder[];
  /** The days of `loads` in ascending order, such as '2026-06-15'. */
  days: readonly string[];
  loads: readonly ComparedLoad[];
}
