import { NEVER } from './calendar.ts';
import type { BoundKind, UnplacedReason } from './proposal.ts';
import type { Compiled } from './compile.ts';

/** The kinds of bounds. `Schedule` keeps a kind as its position in this list. */
export const BOUND_KINDS = [
  'now',
  'fence',
  'material',
  'notBefore',
  'predecessor',
  'transfer',
  'machine',
  'people',
  'closed',
  'started',
  'pin',
  'kept',
] as const satisfies readonly BoundKind[];

export const BOUND = Object.fromEntries(BOUND_KINDS.map((kind, index) => [kind, index])) as Readonly<
  Record<BoundKind, number>
>;

/** Why placement did not place a task. `Schedule` keeps a reason as its position in this list; 0: none. */
export const UNPLACED_REASONS = [
  null,
  'predecessorUnplaced',
  'beyondHorizon',
  'noPeople',
] as const satisfies readonly (UnplacedReason | null)[];

export const UNPLACED = { predecessorUnplaced: 1, beyondHorizon: 2, noPeople: 3 } as const;

/** A plan. Each array has an entry for each task. */
export interface Schedule {
  /** An index in `Compiled.machineChoices`; −1 if the task is not placed. */
  readonly choice: Int32Array;
  /** An index of the lanes of all machines; −1 for no machine. */
  readonly lane: Int32Array;
  /** Where the work starts and ends on the work axis of the choice. */
  readonly position: Int32Array;
  readonly positionEnd: Int32Array;
  readonly start: Int32Array;
  readonly end: Int32Array;
  /**
   * The start that would be possible if the machine were open and free, and the people free; what limits this
   * start; and the task that limits it.
   */
  readonly readyTime: Int32Array;
  readonly readyBound: Uint8Array;
  readonly readyTask: Int32Array;
  readonly bound: Uint8Array;
  /** A position in `UNPLACED_REASONS`. */
  readonly unplacedReason: Uint8Array;
}

/** Where the last plan put each task. `start` is `NEVER` for a task that is not in it. */
export type LastPlan = Pick<Schedule, 'choice' | 'lane' | 'start' | 'end'>;

export const makeSchedule = (taskCount: number): Schedule => ({
  choice: new Int32Array(taskCount).fill(-1),
  lane: new Int32Array(taskCount).fill(-1),
  position: new Int32Array(taskCount),
  positionEnd: new Int32Array(taskCount),
  start: new Int32Array(taskCount).fill(NEVER),
  end: new Int32Array(taskCount).fill(NEVER),
  readyTime: new Int32Array(taskCount),
  readyBound: new Uint8Array(taskCount),
  readyTask: new Int32Array(taskCount).fill(-1),
  bound: new Uint8Array(taskCount),
  unplacedReason: new Uint8Array(taskCount),
});

export function copySchedule(from: Schedule, to: Schedule): void {
  for (const name of Object.keys(from) as (keyof Schedule)[]) to[name].set(from[name]);
}

/** Returns the latest end of the placed tasks of each order; −`NEVER` for an order without placed tasks. */
export function findOrderEnds({ orders, orderOfTask }: Compiled, { choice, end }: Schedule): Int32Array {
  const ends = new Int32Array(orders.length).fill(-NEVER);
  for (let task = 0; task < choice.length; task++) {
    const order = orderOfTask[task]!;
    if (order >= 0 && choice[task]! >= 0 && end[task]! > ends[order]!) ends[order] = end[task]!;
  }
  return ends;
}
