import { NEVER } from './calendar.ts';
import type { Compiled } from './compile.ts';
import { CAUSE_KINDS, type Cause, type ChainPiece, type PieceKind } from './proposal.ts';
import { BOUND, BOUND_KINDS, type Schedule } from './schedule.ts';
import type { Booking } from './types.ts';

/** The highest number of tasks in `ChainPiece.behind`. */
const MAX_BEHIND = 5;

/** The tasks of each machine, sorted by their start. */
export class Queues {
  private readonly tasksByMachine: number[][];
  /** For each task of a machine, the latest end of this task and all tasks before it in the list. */
  private readonly latestEnds: Float64Array[];
  private readonly taskByLaneEnd = new Map<number, number>();

  constructor(
    compiled: Compiled,
    private readonly schedule: Schedule,
  ) {
    const { choice, lane, position, positionEnd } = schedule;
    this.tasksByMachine = compiled.machines.map(() => []);
    for (let task = 0; task < choice.length; task++) {
      const machine = choice[task]! < 0 ? -1 : compiled.machineChoices.machine[choice[task]!]!;
      if (machine < 0 || position[task] === positionEnd[task]) continue;
      this.tasksByMachine[machine]!.push(task);
      this.taskByLaneEnd.set(this.makeLaneKey(lane[task]!, positionEnd[task]!), task);
    }
    this.latestEnds = this.tasksByMachine.map((tasks) => {
      tasks.sort((a, b) => position[a]! - position[b]! || a - b);
      let latest = 0;
      return Float64Array.from(tasks, (task) => (latest = Math.max(latest, positionEnd[task]!)));
    });
  }

  private makeLaneKey(lane: number, position: number): number {
    return lane * 4_294_967_296 + position;
  }

  /** Returns the task that ends at a position of a lane; −1 if there is none. */
  findTaskEndingAt(lane: number, position: number): number {
    return this.taskByLaneEnd.get(this.makeLaneKey(lane, position)) ?? -1;
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
    return behind.slice(0, MAX_BEHIND).map(({ task }) => task);
  }
}

/** Builds a critical path, from its last task back to the present. */
class ChainBuilder {
  readonly pieces: ChainPiece[] = [];

  constructor(
    private readonly compiled: Compiled,
    private readonly schedule: Schedule,
    private readonly queues: Queues,
  ) {}

  /** Adds a piece before all pieces so far. Time before the present is cut off. */
  private addPiece(kind: PieceKind, task: number, from: number, until: number): void {
    const { now, tasks, machines, machineChoices, axes } = this.compiled;
    const begin = Math.max(now, from);
    if (begin >= until) return;
    const choice = this.schedule.choice[task]!;
    const axis = axes[machineChoices.axis[choice]!]!;
    const machine = machineChoices.machine[choice]!;
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

  /**
   * Adds the pieces of a task.
   * @returns the predecessor for which the task waited; −1 if the path is complete
   */
  addTask(task: number): number {
    const { now, tasks } = this.compiled;
    const { start, end, bound, readyTime, readyBound, readyTask } = this.schedule;
    const isFixedDays = tasks[task]!.need.kind === 'fixedDays';
    this.addPiece(isFixedDays ? 'fixedDays' : 'work', task, start[task]!, end[task]!);
    if (bound[task] === BOUND.started || start[task]! <= now) return -1;
    if (readyTime[task]! > start[task]!) {
      // The pin makes the task start earlier than it could have started otherwise.
      this.addPiece('pin', task, now, start[task]!);
      return -1;
    }
    if (readyTime[task]! < start[task]!)
      this.addPiece(BOUND_KINDS[bound[task]!] as PieceKind, task, readyTime[task]!, start[task]!);
    const kind = BOUND_KINDS[readyBound[task]!]!;
    if (kind === 'predecessor') return readyTask[task]!;
    if (kind === 'transfer') {
      const predecessor = readyTask[task]!;
      this.addPiece('transfer', predecessor, end[predecessor]!, readyTime[task]!);
      return end[predecessor]! <= now ? -1 : predecessor;
    }
    if (kind !== 'now') this.addPiece(kind as PieceKind, task, now, readyTime[task]!);
    return -1;
  }
}

/** Returns the critical path of an order from now to the end of its last task. */
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

type SummedKind = Exclude<Cause['kind'], 'overdue'>;

/** Counts the closed minutes of a piece during which its machine is broken down. */
function countDownMinutes(
  { from, until, closed: closedMinutes, machine }: ChainPiece,
  downtimes: readonly Booking[],
): number {
  if (closedMinutes === 0 || machine === null) return 0;
  const minutes = downtimes.reduce(
    (sum, span) =>
      span.machine === machine
        ? sum + Math.max(0, Math.min(until, span.until) - Math.max(from, span.from))
        : sum,
    0,
  );
  return Math.min(closedMinutes, minutes);
}

/**
 * Sums the minutes of a chain by kind and machine. The closed minutes of all pieces count as `down` while the machine
 * is broken down, otherwise as `closed`.
 */
function sumCauses(chain: readonly ChainPiece[], downtimes: readonly Booking[]): Cause[] {
  const causes = new Map<
    string,
    { kind: SummedKind; minutes: number; machine: number | null; behind: number[] }
  >();
  const addMinutes = (
    kind: SummedKind,
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
  for (const piece of chain) {
    const { kind, from, until, closed: closedMinutes, machine, behind } = piece;
    const downMinutes = countDownMinutes(piece, downtimes);
    const isOfMachine = kind === 'machine' || kind === 'booking';
    addMinutes(kind, until - from - closedMinutes, isOfMachine ? machine : null, behind);
    addMinutes('down', downMinutes, machine, []);
    addMinutes('closed', closedMinutes - downMinutes, null, []);
  }
  return [...causes.values()].sort(
    (a, b) =>
      CAUSE_KINDS.indexOf(a.kind) - CAUSE_KINDS.indexOf(b.kind) ||
      b.minutes - a.minutes ||
      (a.machine ?? 0) - (b.machine ?? 0),
  );
}

/**
 * Divides the lateness of an order among its causes, in their order. Each cause gets all its minutes, until
 * no lateness is left.
 */
export function divideLateness(
  chain: readonly ChainPiece[],
  { now, input }: Pick<Compiled, 'now' | 'input'>,
  due: number,
  end: number,
): Cause[] {
  let remainingMinutes = end - due;
  const causes: Cause[] = [];
  const addCause = (cause: Cause): void => {
    const minutes = Math.min(remainingMinutes, cause.minutes);
    if (minutes > 0) causes.push({ ...cause, minutes });
    remainingMinutes -= Math.max(0, minutes);
  };
  const overdue = Math.min(end, now) - due;
  addCause({ kind: 'overdue', minutes: overdue, machine: null, behind: [] });
  for (const cause of sumCauses(chain, input.downtimes ?? [])) addCause(cause);
  return causes;
}

/** Returns for each order the task that ends last; −1 for an order without placed tasks. */
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
