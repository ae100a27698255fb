import type {
  Cause,
  ChainPiece,
  Conflict,
  Load,
  Objective,
  Placed,
  StoppedBy,
  UnplacedReason,
} from '#shared/planning/engine/proposal.ts';
import type { Goal, Instant, Window } from '#shared/planning/engine/types.ts';
import type { ShiftedOrder } from '#shared/planning/engine/compare.ts';
import type { ProcessState } from '#shared/ledger/process-state.ts';

/** The answers of cycle scheduling. Instants are whole minutes since 1970-01-01T00:00Z, and spans whole minutes. */

/**
 * What a new plan keeps of the present plan: the places of its operations (`repair` of the engine), their
 * order (`order`), or nothing (`afresh`).
 */
export const SCHEDULE_KEEPS = ['repairPlan', 'keepOrder', 'planAfresh'] as const;
export type ScheduleKeep = (typeof SCHEDULE_KEEPS)[number];
export const SCHEDULE_GOALS = ['tardiness', 'makespan'] as const satisfies readonly Goal[];

/**
 * How many plans are tried: 30 by `quickSearch`, 600 by `fullSearch`. For `repairPlan` and `keepOrder`, the
 * engine does not search, so both levels give the same plan.
 */
export const SCHEDULE_LEVELS = ['quickSearch', 'fullSearch'] as const;
export type ScheduleLevel = (typeof SCHEDULE_LEVELS)[number];

export const REPLAN_REASONS = ['replanNightly', 'replanBreakdown'] as const;

/**
 * The states of a computed plan.
 * - `computing`: the planner computes the plan, or the plan still waits for the planner
 * - `ready`: the plan can be applied
 * - `failed`: the planner was stopped, or the plan could not be computed
 * - `cancelled`: somebody stopped the computation
 * - `applied`: the plan is the present plan, or was the present plan until `replacedAt`
 * - `outdated`: another plan was applied after this plan was computed
 */
export const SCHEDULE_STATES = ['computing', 'ready', 'failed', 'cancelled', 'applied', 'outdated'] as const;
export type ScheduleState = (typeof SCHEDULE_STATES)[number];

/**
 * What a scenario changes.
 * - `rushOrder`: an order comes before all other orders
 * - `otherDueDate`: an order is due on another day
 * - `overtimeOfGroup`: a group works some hours longer on each day
 * - `machineDown`: a machine cannot work for some time
 */
export const SCENARIO_KINDS = ['rushOrder', 'otherDueDate', 'overtimeOfGroup', 'machineDown'] as const;
export type ScenarioKind = (typeof SCENARIO_KINDS)[number];

/** One change of a scenario. Fields that its kind does not need are null. */
export interface ScenarioPatch {
  kind: ScenarioKind;
  orderId: number | null;
  dueDate: string | null;
  workGroupId: number | null;
  deviceId: number | null;
  /** The hours of overtime on each day. */
  hours: number | null;
  /** The time for which the change applies, ISO 8601. Overtime without this time applies to all days. */
  from: string | null;
  until: string | null;
}

/** A change of a scenario with the code of its order, or the name of its group or machine. */
export type NamedPatch = ScenarioPatch & { readonly name: string };

/** The figures by which people judge a plan. */
export interface ScheduleFigures {
  placed: number;
  unplaced: number;
  conflicts: number;
  orders: number;
  lateOrders: number;
  /** The sum of the lateness of all orders. */
  lateMinutes: number;
  /** The largest lateness of an order. */
  mostLateMinutes: number;
  objective: Objective;
}

/** A computed proposal of a plan, without its operations. */
export interface ScheduleRun {
  id: number;
  state: ScheduleState;
  /** The name of a scenario; null for a plan that can be applied. */
  name: string | null;
  /** What a scenario changes; empty for a plan that can be applied. */
  patches: NamedPatch[];
  keep: ScheduleKeep;
  goal: Goal;
  level: ScheduleLevel;
  horizonDays: number;
  /** When the plan was requested, ISO 8601. */
  requestedAt: string;
  /** The person who requested the plan; empty if the server itself requested it. */
  requestedBy: string;
  /**
   * Why the server itself requested the plan: for the night, or after a breakdown; null if a person requested
   * it.
   */
  requestedFor: (typeof REPLAN_REASONS)[number] | null;
  /** Whether the server applies the plan by itself as soon as it is ready. */
  appliesItself: boolean;
  endedAt: string | null;
  appliedAt: string | null;
  appliedBy: string | null;
  /** When another plan was applied in place of this one. */
  replacedAt: string | null;
  progress: ScheduleProgress | null;
  /** The figures of the plan; null until it is ready. */
  figures: ScheduleFigures | null;
  /**
   * The figures of the present plan at the time of computing, continued from that time; null if there was no present
   * plan.
   */
  before: ScheduleFigures | null;
  /**
   * How many operations have another time or another machine than in the present plan. `machineChanged` counts only
   * those with another machine.
   */
  moved: number | null;
  machineChanged: number | null;
  passes: number | null;
  stoppedBy: StoppedBy | null;
}

/** How far the planner is. */
export interface ScheduleProgress {
  passes: number;
  ofPasses: number;
  /** The values of the best plan so far; null while the data of the factory is read. */
  objective: Objective | null;
}

export interface ScheduleGroup {
  id: number;
  code: string;
  name: string;
}

/** A machine of the plan. */
export interface ScheduleMachine {
  /** The id of the device. */
  id: number;
  code: string;
  name: string;
  /** The group to whose capacity the machine belongs. */
  workGroupId: number | null;
  lanes: number;
  /** The position of its calendar in `SchedulePlan.calendars`. */
  calendar: number;
}

export interface ScheduleOrder {
  id: number;
  code: string;
  name: string;
  priority: number;
  /** The end of the due day. */
  due: Instant | null;
  dueDate: string | null;
  /** When the order is ready; null if one of its operations is not placed. */
  end: Instant | null;
  lateBy: number;
  /**
   * The critical path from the start of the plan to the end of the last placed operation; empty if the order
   * is on time.
   */
  chain: readonly ChainPiece[];
  /** The minutes of `lateBy` by cause. */
  causes: readonly Cause[];
}

/** The share of a machine in an operation that is split over machines. */
export interface ScheduleShare {
  /** The position among the shares of the operation, from 1. */
  number: number;
  count: number;
  /** The remaining quantity of the share when the plan was made. */
  quantity: number;
}

/** What the page shows of an operation. */
export interface ScheduleOperation {
  /** The id of the operation in the plan: the id of its share or, if it is not split, of its process. */
  task: number;
  processId: number;
  /** The share of a machine; null if the operation is not split. */
  share: ScheduleShare | null;
  /** The version of the process. A call that changes the process must send it. */
  version: number;
  orderId: number;
  partId: number;
  partCode: string;
  partName: string;
  seq: number;
  name: string;
  state: ProcessState;
  /** The planned group, or the group of the planned device. */
  workGroupId: number | null;
  /** Whether the operation has an appointment, or a planner has fixed its place. */
  pinned: boolean;
  started: boolean;
}

/** An operation with its place in the plan. `machine` is the id of a device. */
export type ScheduleBar = ScheduleOperation & Placed;

/**
 * Why an operation is not in the plan: a reason of the engine, or `suspended`. Nobody knows when a suspended
 * process continues.
 */
export type ScheduleUnplacedReason = UnplacedReason | 'suspended';
export type ScheduleUnplaced = ScheduleOperation & {
  reason: ScheduleUnplacedReason;
  /** The `task` of the predecessor that is not placed; set for the reason `predecessorUnplaced`. */
  predecessor: number | null;
};

/**
 * A whole plan, with the names of its orders, machines and operations. Processes that were deleted meanwhile
 * are left out.
 */
export interface SchedulePlan {
  now: Instant;
  fenceEnd: Instant;
  horizonEnd: Instant;
  /**
   * The days of the plan, and the start of each day. `dayStarts` has one more entry: the end of the last day.
   */
  days: readonly string[];
  dayStarts: readonly Instant[];
  groups: readonly ScheduleGroup[];
  machines: readonly ScheduleMachine[];
  /** The open times of machines, from `now` on. */
  calendars: readonly (readonly Window[])[];
  orders: readonly ScheduleOrder[];
  bars: readonly ScheduleBar[];
  unplaced: readonly ScheduleUnplaced[];
  conflicts: readonly Conflict[];
  /** The minutes of each device on each day. */
  machineLoad: readonly Load[];
  /** The man minutes of each group on each day. */
  peopleLoad: readonly Load[];
}

/** An operation for which a proposal has another machine or time than the present plan. */
export interface ScheduleMove {
  /** The `task` of the operation: the id of its share or, if it is not split, of its process. */
  processId: number;
  /** Minutes by which it starts later; negative if it starts earlier. */
  laterBy: number;
  isMachineChanged: boolean;
  /** The machine and the time in the present plan. */
  fromMachine: number | null;
  fromStart: Instant;
  fromEnd: Instant;
}

/**
 * The differences between a proposal and the present plan. The ids are those of the orders and operations of
 * `SchedulePlan`.
 */
export interface ScheduleComparison {
  newlyLate: readonly number[];
  newlyOnTime: readonly number[];
  /** The orders that end at another time, the largest delay first. */
  shifted: readonly ShiftedOrder[];
  moved: readonly ScheduleMove[];
  /** The operations that only one of the two plans places: only the proposal, or only the present plan. */
  newlyPlaced: readonly number[];
  newlyUnplaced: readonly number[];
}

/**
 * A computed proposal. `plan` is null until it is ready. `comparison` is also null if there was no present
 * plan.
 */
export interface ScheduleProposal {
  run: ScheduleRun;
  plan: SchedulePlan | null;
  comparison: ScheduleComparison | null;
}

/** The applied plan of the factory. Both fields are null if no plan was applied. */
export interface PresentSchedule {
  run: ScheduleRun | null;
  plan: SchedulePlan | null;
}
