import type { SearchSequence } from './sequence-types.ts';
import type { Instant } from './types.ts';

/** The answer of the planning engine. Instants and spans are whole minutes, as in `types.ts`. */

export interface PlanRun {
  /** Chooses the random changes. The same input, seed and passes give the same bytes. */
  readonly seed: number;
  /** How many plans may be tried: 30 while somebody waits, 600 for a full plan. */
  readonly passes: number;
  /** Read before every pass. True ends the search with the best plan so far, whose proposal is still written. */
  readonly cancelled?: () => boolean;
  /**
   * Read before every pass too, and between the steps that compile the input and write the proposal, so that the answer
   * comes within 100 ms. True ends the run without a proposal: `plan` throws `PlanAbandoned`.
   */
  readonly abandoned?: () => boolean;
  /** Advises the goal `makespan`. */
  readonly searchSequence?: SearchSequence;
  /** Called for every better plan, after few milliseconds each. */
  readonly onBetter?: (better: BetterPlan) => void;
}

/** The run was ended without a proposal. */
export class PlanAbandoned extends Error {}

/** Throws `PlanAbandoned` if the run is to end. */
export type LookAtAbandoned = () => void;

export interface BetterPlan {
  readonly objective: Objective;
  readonly passes: number;
  /** Builds the whole proposal; takes as long as some passes. */
  readonly propose: () => Proposal;
}

/**
 * How good a plan is. Goal `tardiness` compares `unplaced`, `tardiness`, `flow`; goal `makespan` compares `unplaced`,
 * `makespan`, `tardiness`, `flow`. Less is better.
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
 * - `noEstimate`: it has no standard time, or not a usable one
 * - `noResource`: no machine of its need exists
 * - `noCalendar`: none of its machines is open between now and the horizon
 * - `noPeople`: its group never has enough people at once
 * - `beyondHorizon`: it would end after the horizon
 * - `cycle`: its predecessors wait for it
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
  /** Set for `predecessorUnplaced`. */
  readonly predecessor: number | null;
}

/**
 * What a pin breaks.
 * - `overlap`: it takes its machine while `other` does; `other` is null for a booking
 * - `predecessor`: it starts before `other` and its transfer are over, or `other` is not placed
 * - `early`: it starts before its material, its earliest start, or now
 * - `closed`: its machine is closed when it starts, or never opens long enough
 * - `people`: with it, its group has more work on a day than people
 * - `machine`: its need does not name the machine
 */
export type ConflictKind = 'overlap' | 'predecessor' | 'early' | 'closed' | 'people' | 'machine';

export interface Conflict {
  readonly task: number;
  readonly kind: ConflictKind;
  /** The other task. A conflict of two pins is told once for each of them. */
  readonly other: number | null;
}

/**
 * What bound the start of an operation, so that it could not start earlier.
 * - `now`, `fence`: nothing may start earlier
 * - `material`, `notBefore`: its own earliest start
 * - `predecessor`: it starts as soon as `task` has ended; `transfer`: and its transfer is over
 * - `machine`: its machine works on `task` until then, or has too short a gap before; `task` is null behind a booking
 * - `people`: its group has no people left before
 * - `closed`: its machine is closed before
 * - `started`: it is running; `pin`: it has an appointment; `kept`: it stays where the last plan put it
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
  /** The task that it waits for, if any. */
  readonly task: number | null;
}

export interface Placed {
  readonly task: number;
  readonly machine: number | null;
  readonly lane: number;
  readonly start: Instant;
  readonly end: Instant;
  /** When it has to end at the latest, so that its order is on time without any queue; null without a due date. */
  readonly needBy: Instant | null;
  /** When it could have started, if its machine and its people had been free and open. */
  readonly ready: Instant;
  readonly bound: Bound;
}

/**
 * A piece of a critical chain. It begins where the piece before it ends.
 * - `work`: `task` is worked on; `fixedDays`: it is away for its preset days
 * - `transfer`: `task` is on its way
 * - `machine`: `task` waits for `machine`, behind the tasks `behind`; `booking`: behind bookings only
 * - `people`, `closed`, `pin`, `kept`, `material`, `notBefore`, `fence`: `task` waits for this
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

export interface ChainPiece {
  readonly kind: PieceKind;
  readonly task: number;
  readonly from: Instant;
  readonly until: Instant;
  /** The minutes of this piece in which the machine was closed: breaks, nights, weekends, downtime. */
  readonly closed: number;
  /** Set if `task` is, or waits, on a machine. */
  readonly machine: number | null;
  /** The tasks that the machine works on meanwhile, the longest first, at most five. */
  readonly behind: readonly number[];
}

/** What makes an order late. `overdue`: it was due before now. The other kinds are those of pieces. */
export interface Cause {
  readonly kind: PieceKind | 'overdue';
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
  /** From now to the end of its last placed operation. Empty if the order is on time. */
  readonly chain: readonly ChainPiece[];
  /** The minutes of `lateBy` by cause, waits first; they add up to `lateBy`. */
  readonly causes: readonly Cause[];
}

/** The minutes of a machine (all lanes) or of a group of people on each day of `PlanInput.days`. */
export interface Load {
  readonly id: number;
  readonly planned: readonly number[];
  readonly available: readonly number[];
}

/**
 * - `passes`: the budget is used up
 * - `cancelled`: `PlanRun.cancelled` answered true
 * - `bestPossible`: no plan can be less late
 * - `kept`: `keep` allows no search
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
  /** The hash of the input without `now`, `fenceEnd` and `horizonEnd`. An apply is refused if it has changed. */
  readonly inputHash: string;
}
