import type { ScheduleFigures, ScheduleProgress } from '#shared/answers/schedule.ts';
import type { PlannedOrder, StoppedBy, Unplaced } from '#shared/planning/engine/proposal.ts';
import type { PlanInput } from '#shared/planning/engine/types.ts';
import type { StoredBasis } from './compare-basis.ts';
import type { PlannedPromise } from './plan-promise.ts';
import type { PlanFrame } from './stored-plan.ts';

/** What the thread of the planner gets. */
export interface PlannerJob {
  input: PlanInput;
  /** The input with which the present plan is continued. It does not have the changes of a scenario. */
  presentInput: PlanInput;
  frame: PlanFrame;
  basis: StoredBasis;
  /** How many plans may be tried. */
  passes: number;
}

/** What a plan came to; the plan and its basis are packed. */
export interface PlannerResult {
  figures: ScheduleFigures;
  before: ScheduleFigures | null;
  moved: number | null;
  machineChanged: number | null;
  passes: number;
  stoppedBy: StoppedBy;
  inputHash: string;
  plan: Uint8Array;
  basis: Uint8Array;
}

/** The forecast of a plan: when orders are ready, and which operations cannot be placed. */
export interface Forecast {
  orders: readonly PlannedOrder[];
  unplaced: readonly Unplaced[];
}

/** What the thread of the planner tells. */
export type PlannerMessage =
  | { kind: 'progress'; progress: ScheduleProgress }
  | { kind: 'done'; result: PlannerResult }
  | { kind: 'answer'; answer: Forecast | PlannedPromise }
  | { kind: 'cancelled' };

/** A question that a thread answers without storing a plan. */
export type PlannerQuestion =
  | { kind: 'forecast'; input: PlanInput }
  | { kind: 'promise'; input: PlanInput; orderId: number };
