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
 * What a new plan keeps of the present one: its places (the engine's `repair`), its order (`order`), or nothing
 * (`afresh`).
 */
export const SCHEDULE_KEEPS = ['repairPlan', 'keepOrder', 'planAfresh'] as const;
export type ScheduleKeep = (typeof SCHEDULE_KEEPS)[number];
export const SCHEDULE_GOALS = ['tardiness', 'makespan'] as const satisfies readonly Goal[];

/**
 * How many plans are tried: 30 by `quickSearch`, 600 by `fullSearch`. If what is kept allows no search, both are alike.
 */
export const SCHEDULE_LEVELS = ['quickSearch', 'fullSearch'] as const;
export type ScheduleLevel = (typeof SCHEDULE_LEVELS)[number];

export const REPLAN_REASONS = ['replanNightly', 'replanBreakdown'] as const;

/**
 * - `computing`: the planner works on it, or will
 * - `ready`: it can be applied
 * - `failed`: the planner was stopped, or the plan could not be computed
 * - `cancelled`: somebody stopped it
 * - `applied`: it is the present plan, or was until another one was applied (`replacedAt`)
 * - `outdated`: another plan was applied since it was computed
 */
export const SCHEDULE_STATES = ['computing', 'ready', 'failed', 'cancelled', 'applied', 'outdated'] as const;
export type ScheduleState = (typeof SCHEDULE_STATES)[number];

/**
 * What a scenario changes of what is planned.
 * - `rushOrder`: an order comes before all others
 * - `otherDueDate`: an order is due on another day
 * - `overtimeOfGroup`: the days of a group are longer by some hours
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
  /** For how long it holds: ISO 8601. Overtime without these holds for all days. */
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
  /** The sum of the minutes that orders are late. */
  lateMinutes: number;
  /** The lateness of the latest order. */
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
  /** ISO 8601. */
  requestedAt: string;
  /** Empty if the server has asked for it by itself. */
  requestedBy: string;
  /** Why the server has asked for it by itself: for the night, or after a breakdown; null if a person has. */
  requestedFor: (typeof REPLAN_REASONS)[number] | null;
  /** Whether the server applies it by itself once it is ready. */
  appliesItself: boolean;
  endedAt: string | null;
  appliedAt: string | null;
  appliedBy: string | null;
  /** When another plan was applied in place of this one. */
  replacedAt: string | null;
  progress: ScheduleProgress | null;
  /** Null until the plan is ready. */
  figures: ScheduleFigures | null;
  /** The figures of the plan that was present, continued from the time of computing; null if there was none. */
  before: ScheduleFigures | null;
  /** Operations that the present plan had at another time or machine. */
  moved: number | null;
  machineChanged: number | null;
  passes: number | null;
  stoppedBy: StoppedBy | null;
}

/** How far the planner is. */
export interface ScheduleProgress {
  passes: number;
  ofPasses: number;
  /** The best plan so far; null while the factory is read. */
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
  /** The group in which it counts. */
  workGroupId: number | null;
  lanes: number;
  /** Its position in `SchedulePlan.calendars`. */
  calendar: number;
}

export interface ScheduleOrder {
  id: number;
  code: string;
  name: string;
  priority: number;
  /** The end of its due day. */
  due: Instant | null;
  dueDate: string | null;
  /** When it is ready; null if one of its operations is not placed. */
  end: Instant | null;
  lateBy: number;
  /** From the begin of the plan to the end of its last placed operation; empty if it is on time. */
  chain: readonly ChainPiece[];
  /** The minutes of `lateBy` by cause. */
  causes: readonly Cause[];
}

/** The share of a machine in an operation that is split over machines. */
export interface ScheduleShare {
  /** Its place among the shares of the operation, from 1. */
  number: number;
  count: number;
  /** What was left of it when the plan was made. */
  quantity: number;
}

/** What people read of an operation. */
export interface ScheduleOperation {
  /** The id of the operation in the plan: that of its share or, if it is not split, of its process. */
  task: number;
  processId: number;
  /** Null if the operation is not split. */
  share: ScheduleShare | null;
  /** The version of the process, for changing it. */
  version: number;
  orderId: number;
  partId: number;
  partCode: string;
  partName: string;
  seq: number;
  name: string;
  state: ProcessState;
  /** The planned group, or that of the planned device. */
  workGroupId: number | null;
  /** Whether it has an appointment or stays where it is. */
  pinned: boolean;
  started: boolean;
}

/** An operation that the plan places: `machine` is a device. */
export type ScheduleBar = ScheduleOperation & Placed;

/**
 * Why an operation is not in the plan: a reason of the engine, or `suspended`: the process is suspended, so that nobody
 * knows when it goes on.
 */
export type ScheduleUnplacedReason = UnplacedReason | 'suspended';
export type ScheduleUnplaced = ScheduleOperation & {
  reason: ScheduleUnplacedReason;
  /** The `task` of the operation that it waits for, with the reason `predecessorUnplaced`. */
  predecessor: number | null;
};

/** A whole plan, with the names of what it consists of. Processes that were deleted since are left out. */
export interface SchedulePlan {
  now: Instant;
  fenceEnd: Instant;
  horizonEnd: Instant;
  /** The days of the plan, and when each of them begins; `dayStarts` has one more entry, the end of the last day. */
  days: readonly string[];
  dayStarts: readonly Instant[];
  groups: readonly ScheduleGroup[];
  machines: readonly ScheduleMachine[];
  /** The open time of machines, from `now` on. */
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

/** An operation that a proposal puts in another place than the present plan. */
export interface ScheduleMove {
  /** The `task` of the operation. */
  processId: number;
  /** Minutes by which it starts later; negative if it starts earlier. */
  laterBy: number;
  isMachineChanged: boolean;
  /** Where the present plan has it. */
  fromMachine: number | null;
  fromStart: Instant;
  fromEnd: Instant;
}

/** A proposal beside the present plan. The ids are those of the orders and operations of `SchedulePlan`. */
export interface ScheduleComparison {
  newlyLate: readonly number[];
  newlyOnTime: readonly number[];
  /** Orders that end at another time, those that get later most first. */
  shifted: readonly ShiftedOrder[];
  moved: readonly ScheduleMove[];
  /** Operations that only one of the plans places. */
  newlyPlaced: readonly number[];
  newlyUnplaced: readonly number[];
}

/** A computed proposal. The plan is null until it is ready; the comparison is null if there was no present plan. */
export interface ScheduleProposal {
  run: ScheduleRun;
  plan: SchedulePlan | null;
  comparison: ScheduleComparison | null;
}

/** The applied plan of the factory; both are null if none was applied. */
export interface PresentSchedule {
  run: ScheduleRun | null;
  plan: SchedulePlan | null;
}
