import type { Instant } from '#shared/planning/engine/types.ts';
import type { ScheduleComparison, ScheduleFigures, ScheduleRun } from '../schedule.ts';

/** When an order is ready in a plan; null if it is not in the plan, or not all of it is placed. */
export interface ComparedEnd {
  end: Instant | null;
  lateBy: number;
}

/** An order in two plans. */
export interface ComparedOrder {
  id: number;
  code: string;
  name: string;
  dueDate: string | null;
  after: ComparedEnd;
  before: ComparedEnd;
}

/** The minutes that a plan uses of a group's machines on each day, and those that they are open. */
export interface DailyMinutes {
  planned: readonly number[];
  available: readonly number[];
}

/** The load of a group in two plans: of its machines or, if it has none, of its people. */
export interface ComparedLoad {
  workGroupId: number;
  name: string;
  after: DailyMinutes;
  before: DailyMinutes;
}

/** Two plans side by side: what `run` does otherwise than `other`, or than the plan that was present. */
export interface ScheduleDifference {
  run: ScheduleRun;
  /** Null: the plan that was present when `run` was computed, carried on. */
  other: ScheduleRun | null;
  otherFigures: ScheduleFigures;
  comparison: ScheduleComparison;
  /** The orders that end at another time or are late in one of the plans, those that differ most first. */
  orders: readonly ComparedOrder[];
  /** The days of `loads`. */
  days: readonly string[];
  loads: readonly ComparedLoad[];
}
