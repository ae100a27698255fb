import type { SearchSequence } from './sequence-types.ts';
import type { Instant } from './types.ts';

/** The answer of the planning engine. Instants and spans are whole minutes, as in `types.ts`. */

export interface PlanRun {
  /** Starts the random numbers. The same input, seed and passes give the same proposal. */
  readonly seed: number;
  /** After how many passes the search ends. Each pass tries a plan; callers use 30 (quick) to 600 (full). */
  readonly passes: number;
  /**
   * Called before every pass. If it returns true, the search ends; the proposal is then the best plan so far.
   */
  readonly isCancelled?: () => boolean;
  /**
   * Called before every pass, and often while the input is compiled and the proposal is written, so that the
   * run can end within 100 ms. If it returns true, the run ends without a proposal: `plan` throws
   * `PlanAbandoned`.
   */
  readonly isAbandoned?: () => boolean;
  /** Finds a sequence of the operations for the goal `makespan`. */
  readonly searchSequence?: SearchSequence;
  /** Whether `inputHash` stays empty, because nobody reads it. Hashing takes as long as some passes. */
  readonly skipsInputHash?: boolean;
  /** The order whose causes are given even if it is on time. They then cover the time from now to its end. */
  readonly explainedOrder?: number;
  /** Called as soon as a better plan is found. */
  readonly onBetter?: (better: BetterPlan) => void;
}

/** `PlanRun.isAbandoned` ended the run without a proposal. */
export class PlanAbandoned extends Error {}

/** Throws `PlanAbandoned` if `PlanRun.isAbandoned` returns true. */
export type ThrowIfAbandoned = () => void;

export interface BetterPlan {
  readonly objective: Objective;
  readonly passes: number;
  /** Builds the whole proposal, which takes as long as some passes. */
  readonly propose: () => Proposal;
}

/**
 * How good a plan is; smaller values are better. Plans are compared by `unplaced`, `tardiness`, `flow` for the goal
 * `tardiness`, and by `unplaced`, `makespan`, `tardiness`, `flow` for the goal `makespan`, in this order.
 */
export interface Objective {
  /** How many tasks are not placed. */
  readonly unplaced: number;
  /** The sum of weight × minutes late over all orders. */
  readonly tardiness: number;
  /** The minutes from now to the end of the last operation. */
  readonly makespan: number;
  /** The sum of the minutes from now to the end of each order. */
  readonly flow: number;
}

/**
 * Why an operation is not placed.
 * - `noEstimate`: it has no standard time, or an unusable one
 * - `noResource`: no machine of its need exists
 * - `noCalendar`: none of its machines is open between now and the horizon
 * - `noPeople`: its group does not have enough people for it before the horizon
 * - `beyondHorizon`: it would end after the horizon
 * - `cycle`: it is its own predecessor, directly or through other operations
 * - `predecessorUnplaced`: `predecessor` is not placed
 */
export type UnplacedReason =
  | 'noEstimate'
  | 'noResource'
  | 'noCalendar'
  | 'noPeople'
  | 'beyondHorizon'
  | 'cycle'
  | 'predecessorUnplaced';

export interface Unplaced {
  readonly task: number;
  readonly reason: UnplacedReason;
  /** The predecessor that is not placed; set for the reason `predecessorUnplaced`. */
  readonly predecessor: number | null;
}

/**
 * What an appointment breaks. Running operations have the kind `overlap` only.
 * - `overlap`: it has its machine at the same time as `other`; `other` is null for a booking, and for a running
 *   operation that is not placed
 * - `predecessor`: it starts before `other` and its transfer are over, or `other` is not placed
 * - `early`: it starts before its material, its earliest start, or now
 * - `closed`: its machine is closed when it starts, or is not open long enough before the horizon
 * - `people`: its group has more work than people on one of its days
 * - `machine`: its need does not name the machine
 */
export type ConflictKind = 'overlap' | 'predecessor' | 'early' | 'closed' | 'people' | 'machine';

export interface Conflict {
  readonly task: number;
  readonly kind: ConflictKind;
  /** The other task. A conflict between two appointments is listed for each of them. */
  readonly other: number | null;
}

/**
 * Why an operation could not start earlier.
 * - `now`, `fence`: nothing may start earlier
 * - `material`, `notBefore`: its own earliest start
 * - `predecessor`: it starts as soon as `task` has ended; `transfer`: as soon as the transfer from `task` is over
 * - `machine`: its machine works on `task` until then, and has no earlier gap that is long enough; `task` is null if it
 *   waits for the end of a booking
 * - `people`: its group has no free people earlier
 * - `closed`: its machine is closed until then
 * - `started`: it is running; `pin`: it has an appointment
 * - `kept`: it stays where the last plan put it, although it could start earlier
 */
export type BoundKind =
  | 'now'
  | 'fence'
  | 'material'
  | 'notBefore'
  | 'predecessor'
  | 'transfer'
  | 'machine'
  | 'people'
  | 'closed'
  | 'started'
  | 'pin'
  | 'kept';

export interface Bound {
  readonly kind: BoundKind;
  /** The task for which the operation waits, if any. */
  readonly task: number | null;
}

export interface Placed {
  readonly task: number;
  readonly machine: number | null;
  readonly lane: number;
  readonly start: Instant;
  readonly end: Instant;
  /**
   * The latest end with which no due date is missed, if nothing waits in a queue; null if there is no due
   * date.
   */
  readonly needBy: Instant | null;
  /** The start that would have been possible if the machine had been open and free, and the people free. */
  readonly ready: Instant;
  readonly bound: Bound;
}

/**
 * What happens in a piece of a chain.
 * - `work`: `task` runs; `fixedDays`: its preset days pass
 * - `transfer`: the pieces of `task` are on the way to the next operation
 * - `machine`: `task` waits while `machine` works on the tasks `behind`; `booking`: while `machine` is booked
 * - `people`, `closed`, `pin`, `kept`, `material`, `notBefore`, `fence`: `task` waits for the reason of this name, as
 *   in `BoundKind`
 */
export type PieceKind =
  | 'work'
  | 'fixedDays'
  | 'transfer'
  | 'machine'
  | 'booking'
  | 'people'
  | 'closed'
  | 'pin'
  | 'kept'
  | 'material'
  | 'notBefore'
  | 'fence';

/** A piece of the critical path of an order. It starts when the piece before it ends. */
export interface ChainPiece {
  readonly kind: PieceKind;
  readonly task: number;
  readonly from: Instant;
  readonly until: Instant;
  /** The minutes of this piece in which its calendar is closed: breaks, nights, weekends, downtime. */
  readonly closed: number;
  /**
   * The machine on which `task` runs or for which it waits; null if it needs no machine, or for a transfer.
   */
  readonly machine: number | null;
  /** For kind `machine`: the tasks that the machine works on meanwhile, the longest first, at most five. */
  readonly behind: readonly number[];
}

/**
 * What makes an order late, in the order in which the causes are listed: first waits that another plan could avoid,
 * then waits of other kinds, then work. `overdue`: the order was due before now. `down`: its machine is broken down.
 * The other kinds are those of chain pieces.
 */
export const CAUSE_KINDS = [
  'overdue',
  'machine',
  'booking',
  'down',
  'people',
  'kept',
  'pin',
  'fence',
  'material',
  'notBefore',
  'closed',
  'transfer',
  'fixedDays',
  'work',
] as const satisfies readonly (PieceKind | 'overdue' | 'down')[];

/** A cause of the lateness of an order. */
export interface Cause {
  readonly kind: (typeof CAUSE_KINDS)[number];
  readonly minutes: number;
  readonly machine: number | null;
  readonly behind: readonly number[];
}

export interface PlannedOrder {
  readonly id: number;
  /** The end of its last operation; null if one of its operations is not placed. */
  readonly end: Instant | null;
  /** The minutes from its due date to the end of its last placed operation, at least 0. */
  readonly lateBy: number;
  /** The critical path from now to the end of its last placed operation. Empty if the order is on time. */
  readonly chain: readonly ChainPiece[];
  /** The minutes of `lateBy` by cause: `overdue` first, then waits, then work. They add up to `lateBy`. */
  readonly causes: readonly Cause[];
}

/** The minutes of a machine (all lanes together) or of a group of people on each day of `PlanInput.days`. */
export interface Load {
  readonly id: number;
  readonly planned: readonly number[];
  readonly available: readonly number[];
}

/**
 * Why the search ended.
 * - `passes`: `PlanRun.passes` is reached
 * - `cancelled`: `PlanRun.isCancelled` returned true
 * - `bestPossible`: no plan can be less late
 * - `kept`: `PlanInput.keep` asks for no search
 */
export type StoppedBy = 'passes' | 'cancelled' | 'bestPossible' | 'kept';

export interface Proposal {
  /** In ascending order of task ids. */
  readonly placed: readonly Placed[];
  readonly unplaced: readonly Unplaced[];
  readonly conflicts: readonly Conflict[];
  readonly orders: readonly PlannedOrder[];
  readonly machineLoad: readonly Load[];
  readonly peopleLoad: readonly Load[];
  readonly objective: Objective;
  readonly passes: number;
  readonly stoppedBy: StoppedBy;
  /**
   * The hash of the input without `now`, `fenceEnd` and `horizonEnd`. If the hash has changed, the plan
   * cannot be applied any more.
   */
  readonly inputHash: string;
}
