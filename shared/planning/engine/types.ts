/**
 * The input and the answer of the planning engine.
 *
 * An **instant** is a whole number of minutes since 1970-01-01T00:00Z. A **span** is a whole number of minutes. Spans of
 * machines and people are work minutes, which count only while the calendar is open; transfer and outside days are wall
 * time. Ids are database ids, unique within their array. The order within arrays of objects has no influence.
 */

export type Instant = number;

/** An open span of a calendar: work is possible from `from` until just before `until`. */
export type Window = readonly [from: Instant, until: Instant];

/**
 * The open time of a machine: its shifts less breaks, holidays and planned downtime, with overtime where it is allowed.
 * Work that is going on when a window ends continues in the next window. Windows after `horizonEnd` do not count.
 */
export interface Calendar {
  readonly id: number;
  readonly windows: readonly Window[];
}

/** A machine, or another place at which `lanes` operations can run at once. */
export interface Machine {
  readonly id: number;
  readonly calendar: number;
  /** How many operations run at the same time, at least 1. */
  readonly lanes: number;
}

/** A span in which a machine is taken as a whole. No operation can run across it: a test, a move, foreign work. */
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
  /** The work minutes of the remaining quantity, without preparation. Null: there is no estimate. */
  readonly minutes: number | null;
}

/**
 * What an operation needs.
 * - `machines`: one of these machines. An empty list means that no machine can do it.
 * - `infinite`: no machine; any number of such operations run at once, in the shifts of a calendar. A null calendar is
 *   always open.
 * - `fixedDays`: preset days of 24 h, in wall time: crafts without an estimate, and work outside.
 */
export type Need =
  | { readonly kind: 'machines'; readonly machines: readonly MachineChoice[] }
  | { readonly kind: 'infinite'; readonly minutes: number | null; readonly calendar: number | null }
  | { readonly kind: 'fixedDays'; readonly days: number | null };

/**
 * The people that an operation needs while it runs, spread evenly over its work minutes.
 * Their man minutes are `manMinutes` or, if that is null, the work minutes × `ratio`.
 * A group that is not in `PlanInput.people` has no limit.
 */
export interface Crew {
  readonly group: number;
  readonly manMinutes: number | null;
  readonly ratio: number;
}

/** A predecessor. The operation may start `transfer` minutes after its end. An unknown task counts as done. */
export interface After {
  readonly task: number;
  readonly transfer: number;
}

/**
 * An appointment. The operation starts at `start`, on `machine` or, if that is null, on the machine of its need with the
 * fewest conflicts. With an `end`, it takes its machine until then, however long its work is.
 */
export interface Pin {
  readonly machine: number | null;
  readonly start: Instant;
  readonly end: Instant | null;
}

/** A running operation. Its remaining work, without preparation, continues from now. */
export interface Started {
  /** Null for operations that need no machine. */
  readonly machine: number | null;
  readonly at: Instant;
  /** Work minutes; wall minutes for `fixedDays`. Null: there is no estimate. */
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
  /** When its material is there. */
  readonly materialAt: Instant | null;
  readonly notBefore: Instant | null;
  readonly pinned: Pin | null;
  /** A started operation is not moved; its pin and its predecessors do not count. */
  readonly started: Started | null;
}

export interface Order {
  readonly id: number;
  /** The end of its due day; null: no due date. */
  readonly due: Instant | null;
  /** What a minute of its lateness costs, relative to other orders; at least 0. Whole numbers keep sums exact. */
  readonly weight: number;
  /** The rank of its deadline class. Lower ranks come first, null comes last. */
  readonly deadlineRank: number | null;
  /** Lower numbers come first. */
  readonly priority: number;
  readonly createdAt: Instant;
}

/** Where a plan puts an operation. */
export interface Placement {
  readonly task: number;
  /** Null for operations that need no machine. */
  readonly machine: number | null;
  readonly start: Instant;
  readonly end: Instant;
  /** The lane of the machine, from 0. Without it, the first free lane is taken. */
  readonly lane?: number;
}

/** The criteria of a configured rule, as `cycleScheduleSetting.rules` lists them. */
export type RuleCriterion = 'byDeadlineClass' | 'byDueDate' | 'byPriority' | 'byAge';

/**
 * - `repair`: every operation stays where the last plan put it, if it still fits; the others go into gaps.
 * - `order`: operations are placed in the sequence of the last plan, on its machines unless that is over 4 h later and
 *   another machine saves as much.
 * - `afresh`: everything is planned anew. The last plan is one of the candidates.
 */
export type Keep = 'repair' | 'order' | 'afresh';

/** `tardiness`: the least weighted lateness; `makespan`: the earliest end of the last operation. */
export type Goal = 'tardiness' | 'makespan';

export interface PlanInput {
  readonly now: Instant;
  /** Nothing is planned after it. */
  readonly horizonEnd: Instant;
  /** No operation is newly put before it. Operations that the last plan starts before it stay if they still fit. */
  readonly fenceEnd: Instant;
  /** The begin of each day of the factory's zone in ascending order, and at last the end of the last day. */
  readonly days: readonly Instant[];
  readonly tasks: readonly Task[];
  readonly orders: readonly Order[];
  readonly machines: readonly Machine[];
  readonly people: readonly PeopleGroup[];
  readonly calendars: readonly Calendar[];
  readonly bookings: readonly Booking[];
  /** The last plan; tasks that are gone are ignored. */
  readonly last: readonly Placement[] | null;
  readonly goal: Goal;
  readonly keep: Keep;
  /** A rule that is tried besides need-by and due dates. A criterion counts if those before it rank two orders equally. */
  readonly rule: readonly RuleCriterion[];
}
