/**
 * The input of the planning engine. Its answer is in `proposal.ts`.
 *
 * An **instant** is a whole number of minutes since 1970-01-01T00:00Z. A **span** is a whole number of minutes. Spans
 * of machines and people are work minutes, which count only while the calendar is open. Transfers and preset days are
 * wall-clock minutes, which always count. Ids are database ids, unique within their array. The order of the objects in
 * an array has no influence.
 */

export type Instant = number;

/** An open span of a calendar: work is possible from `from` until just before `until`. */
export type Window = readonly [from: Instant, until: Instant];

/**
 * The open time of a machine: its shifts less breaks, holidays and planned downtime, with overtime where it is allowed.
 * Work that a window interrupts at its end continues in the next window. Time after `horizonEnd` does not count.
 */
export interface Calendar {
  readonly id: number;
  readonly windows: readonly Window[];
}

/** A machine, or another workplace where `lanes` operations can run at the same time. */
export interface Machine {
  readonly id: number;
  readonly calendar: number;
  /** At least 1. */
  readonly lanes: number;
}

/** A span in which no lane of a machine is available, for example because of a trial or a relocation. */
export interface Booking {
  readonly machine: number;
  readonly from: Instant;
  readonly until: Instant;
}

/** The people of a work group. `minutes[d]` are their man minutes on day `d` of `PlanInput.days`. */
export interface PeopleGroup {
  readonly id: number;
  readonly minutes: readonly number[];
}

/** A machine that can do an operation, and how long it takes there. */
export interface MachineChoice {
  readonly id: number;
  /** The work minutes of the remaining quantity, without preparation; null without an estimate. */
  readonly minutes: number | null;
}

/**
 * What an operation needs.
 * - `machines`: one of these machines. An empty list means that no machine can do it.
 * - `infinite`: no machine. Any number of these operations run at the same time, in the shifts of a calendar. A null
 *   calendar is always open.
 * - `fixedDays`: preset days of 24 h, which also pass while the factory is closed. Operation types without an estimate
 *   and outsourced operations have them.
 */
export type Need =
  | { readonly kind: 'machines'; readonly machines: readonly MachineChoice[] }
  | { readonly kind: 'infinite'; readonly minutes: number | null; readonly calendar: number | null }
  | { readonly kind: 'fixedDays'; readonly days: number | null };

/**
 * The people that an operation needs while it runs. Their man minutes are spread evenly over its work minutes. They are
 * `manMinutes` or, if that is null, the work minutes × `ratio`.
 * A group that is not in `PlanInput.people` has no limit.
 */
export interface Crew {
  readonly group: number;
  readonly manMinutes: number | null;
  readonly ratio: number;
}

/**
 * A predecessor. The operation may start `transfer` minutes after the predecessor ends. An unknown task counts as done.
 */
export interface After {
  readonly task: number;
  readonly transfer: number;
}

/**
 * An appointment. The operation starts at `start`, on `machine`. If `machine` is null, it takes its last
 * machine, or else the first machine of its need that is open and free then; if there is none, the first
 * machine. If there is an `end`, it keeps its machine until then, however long its work is.
 */
export interface Pin {
  readonly machine: number | null;
  readonly start: Instant;
  readonly end: Instant | null;
}

/** A running operation. Its remaining work, without preparation, continues from now. */
export interface Started {
  /** The machine; null if the operation needs no machine, or if its machine is unknown. */
  readonly machine: number | null;
  readonly at: Instant;
  /** The remaining work minutes; for `fixedDays`, wall-clock minutes. Null without an estimate. */
  readonly remaining: number | null;
}

/** An open operation (process) of an order. */
export interface Task {
  readonly id: number;
  readonly order: number;
  readonly after: readonly After[];
  readonly need: Need;
  /** Work minutes before the run, on the same machine. */
  readonly preparation: number;
  readonly crew: Crew | null;
  /** When its material is available. */
  readonly materialAt: Instant | null;
  readonly notBefore: Instant | null;
  readonly pinned: Pin | null;
  /** A started operation is not moved; its pin and its predecessors do not count. */
  readonly started: Started | null;
}

export interface Order {
  readonly id: number;
  /** The end of the due day; null without a due date. */
  readonly due: Instant | null;
  /** What a minute of lateness costs, relative to other orders; at least 0. Whole numbers keep sums exact. */
  readonly weight: number;
  /** The rank of its deadline class. Lower ranks come first, null comes last. */
  readonly deadlineRank: number | null;
  /** Lower numbers come first. */
  readonly priority: number;
  readonly createdAt: Instant;
}

/** The machine and the time that a plan gives to an operation. */
export interface Placement {
  readonly task: number;
  /** The machine; null for operations that need no machine. */
  readonly machine: number | null;
  readonly start: Instant;
  readonly end: Instant;
  /** The lane of the machine, from 0. Without a lane, the first free one is taken. */
  readonly lane?: number;
}

/** The criteria of a configured rule, as `cycleScheduleSetting.rules` lists them. */
export type RuleCriterion = 'byDeadlineClass' | 'byDueDate' | 'byPriority' | 'byAge';

/**
 * How much of the last plan stays. Without a last plan, every value means `afresh`.
 * - `repair`: an operation stays where the last plan put it, if it still fits. The others go into gaps.
 * - `order`: operations are placed in the sequence of the last plan. An operation changes its machine only if it would
 *   end over 4 h later than before and another machine saves over 4 h. If the plan of `repair` is better, it is taken.
 * - `afresh`: everything is planned anew. The last plan is one of the candidates.
 */
export type Keep = 'repair' | 'order' | 'afresh';

/** What is minimized. `tardiness`: the weighted lateness of all orders; `makespan`: the end of the last operation. */
export type Goal = 'tardiness' | 'makespan';

export interface PlanInput {
  readonly now: Instant;
  /** The end of the planned time. Only pinned operations may end after it. */
  readonly horizonEnd: Instant;
  /**
   * The end of the frozen time. Only started and pinned operations, and operations that the last plan starts
   * before this time, may start before it.
   */
  readonly fenceEnd: Instant;
  /** The start of each day in the zone of the factory, ascending, and then the end of the last day. */
  readonly days: readonly Instant[];
  readonly tasks: readonly Task[];
  readonly orders: readonly Order[];
  readonly machines: readonly Machine[];
  readonly people: readonly PeopleGroup[];
  readonly calendars: readonly Calendar[];
  readonly bookings: readonly Booking[];
  /**
   * The spans in which a machine is broken down. Its calendar must be closed in these spans. They only
   * explain the closed time, and change no plan.
   */
  readonly downtimes?: readonly Booking[];
  /** The last plan. Unknown tasks are ignored. */
  readonly last: readonly Placement[] | null;
  readonly goal: Goal;
  readonly keep: Keep;
  /**
   * The configured rule, which is tried in addition to rules by need-by date and by due date. A criterion
   * counts only between orders that the criteria before it rank equally.
   */
  readonly rule: readonly RuleCriterion[];
}
