import { NEVER } from './calendar.ts';
import type { Compiled } from './compile.ts';
import type { Cause, ChainPiece, PieceKind } from './proposal.ts';
import { BOUND, BOUND_KINDS, type Schedule } from './schedule.ts';

/** A piece of a chain names at most so many tasks that it waits behind. */
const MOST_BEHIND = 5;

/** What each machine works on, in the order of its work axis. */
export class Queues {
  private readonly tasksByMachine: number[][];
  /** The latest end of the tasks up to each one. */
  private readonly latestEnds: Float64Array[];
  private readonly taskByLaneEnd = new Map<number, number>();

  constructor(
    compiled: Compiled,
    private readonly schedule: Schedule,
  ) {
    const { choice, lane, position, positionEnd } = schedule;
    this.tasksByMachine = compiled.machines.map(() => []);
    for (let task = 0; task < choice.length; task++) {
      const machine = choice[task]! < 0 ? -1 : compiled.choices.machine[choice[task]!]!;
      if (machine < 0 || position[task] === positionEnd[task]) continue;
      this.tasksByMachine[machine]!.push(task);
      this.taskByLaneEnd.set(this.keyOf(lane[task]!, positionEnd[task]!), task);
    }
    this.latestEnds = this.tasksByMachine.map((tasks) => {
      tasks.sort((a, b) => position[a]! - position[b]! || a - b);
      let latest = 0;
      return Float64Array.from(tasks, (task) => (latest = Math.max(latest, positionEnd[task]!)));
    });
  }

  private keyOf(lane: number, position: number): number {
    return lane * 4_294_967_296 + position;
  }

  /** Returns the task that ends on a lane where another one begins; −1 if there is none. */
  findBefore(lane: number, position: number): number {
    return this.taskByLaneEnd.get(this.keyOf(lane, position)) ?? -1;
  }

  /** Lists the tasks that a machine works on within a span of its work axis, the longest first, at most five. */
  listBehind(machine: number, from: number, until: number): number[] {
    const { position, positionEnd } = this.schedule;
    const tasks = this.tasksByMachine[machine]!;
    const ends = this.latestEnds[machine]!;
    let low = 0;
    let high = tasks.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (ends[middle]! <= from) low = middle + 1;
      else high = middle;
    }
    const behind: { task: number; minutes: number }[] = [];
    for (let index = low; index < tasks.length && position[tasks[index]!]! < until; index++) {
      const task = tasks[index]!;
      const minutes = Math.min(until, positionEnd[task]!) - Math.max(from, position[task]!);
      if (minutes > 0) behind.push({ task, minutes });
    }
    behind.sort((a, b) => b.minutes - a.minutes || a.task - b.task);
    return behind.slice(0, MOST_BEHIND).map(({ task }) => task);
  }
}

/** Builds the chain of one task after the other, from its end back to now. */
class ChainBuilder {
  readonly pieces: ChainPiece[] = [];

  constructor(
    private readonly compiled: Compiled,
    private readonly schedule: Schedule,
    private readonly queues: Queues,
  ) {}

  /** Adds a piece before those that are there, as far as it is not before now. */
  private add(kind: PieceKind, task: number, from: number, until: number): void {
    const { now, tasks, machines, choices, axes } = this.compiled;
    const begin = Math.max(now, from);
    if (begin >= until) return;
    const choice = this.schedule.choice[task]!;
    const axis = axes[choices.axis[choice]!]!;
    const machine = choices.machine[choice]!;
    const isOnMachine = machine >= 0 && kind !== 'transfer';
    const isWait = kind === 'machine';
    const behind = isWait ? this.queues.listBehind(machine, axis.toWork(begin), axis.toWork(until)) : [];
    const hasShifts = kind === 'work' || kind === 'machine' || kind === 'people' || kind === 'closed';
    this.pieces.push({
      kind: isWait && behind.length === 0 ? 'booking' : kind,
      task: tasks[task]!.id,
      from: begin,
      until,
      closed: hasShifts ? until - begin - (axis.toWork(until) - axis.toWork(begin)) : 0,
      machine: isOnMachine ? machines[machine]!.id : null,
      behind: behind.map((other) => tasks[other]!.id),
    });
  }

  /** Adds the pieces of a task. @returns the predecessor that bound it; −1 where the chain begins */
  addTask(task: number): number {
    const { now, tasks } = this.compiled;
    const { start, end, bound, ready, readyBound, readyTask } = this.schedule;
    const isAway = tasks[task]!.need.kind === 'fixedDays';
    this.add(isAway ? 'fixedDays' : 'work', task, start[task]!, end[task]!);
    if (bound[task] === BOUND.started || start[task]! <= now) return -1;
    if (ready[task]! > start[task]!) {
      // A pin that is too early.
      this.add('pin', task, now, start[task]!);
      return -1;
    }
    if (ready[task]! < start[task]!)
      this.add(BOUND_KINDS[bound[task]!] as PieceKind, task, ready[task]!, start[task]!);
    const kind = BOUND_KINDS[readyBound[task]!]!;
    if (kind === 'predecessor') return readyTask[task]!;
    if (kind === 'transfer') {
      const predecessor = readyTask[task]!;
      this.add('transfer', predecessor, end[predecessor]!, ready[task]!);
      return end[predecessor]! <= now ? -1 : predecessor;
    }
    if (kind !== 'now') this.add(kind as PieceKind, task, now, ready[task]!);
    return -1;
  }
}

/** Returns the critical chain of an order: pieces that touch, from now to the end of its last task. */
export function explainEnd(
  compiled: Compiled,
  schedule: Schedule,
  queues: Queues,
  lastTask: number,
): ChainPiece[] {
  const builder = new ChainBuilder(compiled, schedule, queues);
  for (let task = lastTask; task >= 0;) task = builder.addTask(task);
  return builder.pieces.reverse();
}

/** Which causes are blamed first: waits that another plan could avoid, then what the factory could change, work last. */
const BLAMED_FIRST = [
  'machine',
  'booking',
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
] as const satisfies readonly PieceKind[];

/** Sums the minutes of a chain by kind and machine. Closed minutes within pieces count as `closed`. */
function sumCauses(chain: readonly ChainPiece[]): Cause[] {
  const causes = new Map<
    string,
    { kind: PieceKind; minutes: number; machine: number | null; behind: number[] }
  >();
  const addMinutes = (
    kind: PieceKind,
    minutes: number,
    machine: number | null,
    behind: readonly number[],
  ): void => {
    if (minutes === 0) return;
    const key = `${kind} ${machine}`;
    const cause = causes.get(key) ?? { kind, minutes: 0, machine, behind: [] };
    causes.set(key, cause);
    cause.minutes += minutes;
    for (const task of behind) if (!cause.behind.includes(task)) cause.behind.push(task);
  };
  for (const { kind, from, until, closed, machine, behind } of chain) {
    const isOfMachine = kind === 'machine' || kind === 'booking';
    addMinutes(kind, until - from - closed, isOfMachine ? machine : null, behind);
    addMinutes('closed', closed, null, []);
  }
  return [...causes.values()].sort(
    (a, b) =>
      BLAMED_FIRST.indexOf(a.kind) - BLAMED_FIRST.indexOf(b.kind) ||
      b.minutes - a.minutes ||
      (a.machine ?? 0) - (b.machine ?? 0),
  );
}

/** Divides the lateness of an order among its causes, so that the minutes add up. */
export function blameLateness(chain: readonly ChainPiece[], now: number, due: number, end: number): Cause[] {
  let left = end - due;
  const causes: Cause[] = [];
  const addCause = (cause: Cause): void => {
    const minutes = Math.min(left, cause.minutes);
    if (minutes > 0) causes.push({ ...cause, minutes });
    left -= Math.max(0, minutes);
  };
  const overdue = Math.min(end, now) - due;
  addCause({ kind: 'overdue', minutes: overdue, machine: null, behind: [] });
  for (const cause of sumCauses(chain)) addCause(cause);
  return causes;
}

/** Returns the task of each order that ends last; −1 for an order without placed tasks. */
export function findLastTasks({ orders, orderOfTask }: Compiled, { choice, end }: Schedule): Int32Array {
  const lastTasks = new Int32Array(orders.length).fill(-1);
  const ends = new Float64Array(orders.length).fill(-NEVER);
  for (let task = 0; task < choice.length; task++) {
    const order = orderOfTask[task]!;
    if (order < 0 || choice[task]! < 0 || end[task]! <= ends[order]!) continue;
    ends[order] = end[task]!;
    lastTasks[order] = task;
  }
  return lastTasks;
}
