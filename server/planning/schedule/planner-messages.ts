import type { ScheduleFigures, ScheduleProgress } from '#shared/answers/schedule.ts';
import type { PlannedOrder, StoppedBy, Unplaced } from '#shared/planning/engine/proposal.ts';
import type { PlanInput } from '#shared/planning/engine/types.ts';
import type { StoredBasis } from './compare-basis.ts';
import type { PlannedPromise } from './plan-promise.ts';
import type { PlanFrame } from './stored-plan.ts';

/** The data that the thread of the planner gets. */
export interface PlannerJob {
  input: PlanInput;
  /** The input for continuing the present plan. It does not contain the changes of a scenario. */
  presentInput: PlanInput;
  frame: PlanFrame;
  basis: StoredBasis;
  /** The maximum number of plans that are tried. */
  passes: number;
}

/** The result of computing a plan. The plan and its basis are packed. */
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

/** The forecast of a plan: when orders are ready, and the operations that cannot be placed. */
export interface Forecast {
  orders: readonly PlannedOrder[];
  unplaced: readonly Unplaced[];
}

/** A message from the thread of the planner. */
export type PlannerMessage =
  | { kind: 'progress'; progress: ScheduleProgress }
  | { kind: 'done'; result: PlannerResult }
  | { kind: 'answer'; answer: Forecast | PlannedPromise }
  | { kind: 'cancelled' };

/** A question that a thread answers without storing a plan. */
export type PlannerQuestion =
  | { kind: 'forecast'; input: PlanInput }
  | { kind: 'promise'; input: PlanInput; orderId: number };
