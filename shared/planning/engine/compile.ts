import { NEVER, toLimitedMinutes, WorkAxis } from './calendar.ts';
import { type MachineChoices, compileChoices } from './choices.ts';
import { type Edges, findCycles, makeEdges, reverseEdges, sortByPrecedence } from './graph.ts';
import { findDayPositions } from './free-people.ts';
import type { ThrowIfAbandoned, UnplacedReason } from './proposal.ts';
import type { PlanInput, Task } from './types.ts';

/**
 * The input in arrays. Tasks, orders, machines and groups are represented by their indices in ascending order
 * of their ids; −1 stands for none.
 */
export interface Compiled {
  readonly input: PlanInput;
  readonly now: number;
  readonly fenceEnd: number;
  readonly horizonEnd: number;
  readonly days: Int32Array;
  readonly tasks: readonly Task[];
  readonly indexByTask: ReadonlyMap<number, number>;
  readonly orderOfTask: Int32Array;
  readonly orders: PlanInput['orders'];
  /** The due date of each order; `NEVER` without a due date. */
  readonly dueOfOrder: Int32Array;
  readonly weightOfOrder: Float64Array;
  readonly machines: PlanInput['machines'];
  readonly indexByMachine: ReadonlyMap<number, number>;
  /**
   * The first axis is always open, and the last axis is never open. Between them is an axis for each
   * calendar.
   */
  readonly axes: readonly WorkAxis[];
  readonly axisOfMachine: Int32Array;
  /** For each axis, the position at which each day starts. */
  readonly dayPositions: readonly Int32Array[];
  /** The lanes of machine `m` are `laneFrom[m]` … `laneFrom[m + 1] − 1`. */
  readonly laneFrom: Int32Array;
  readonly people: PlanInput['people'];
  /** The man minutes of group `g` on day `d`, at the index `g × (days.length − 1) + d`. */
  readonly manMinutes: Int32Array;
  readonly groupOfTask: Int32Array;
  readonly machineChoices: MachineChoices;
  /** Whether each task is free to move: `FREE`, `PINNED` or `STARTED`. */
  readonly hold: Uint8Array;
  readonly materialAt: Int32Array;
  readonly notBefore: Int32Array;
  /**
   * The predecessors of all tasks. Started and pinned tasks have predecessors too, but do not wait for them.
   */
  readonly predecessors: Edges;
  /** For each task, its successors that are neither started nor pinned. */
  readonly waitingSuccessors: Edges;
  /** All tasks, predecessors first. Tasks on a cycle, and tasks that follow one, are left out. */
  readonly precedence: Int32Array;
  /** The position of each task in `precedence`; for a task that `precedence` leaves out, the number of tasks. */
  readonly rank: Int32Array;
  /** Why a task can never be placed; null if it can perhaps be placed. */
  readonly unplacedReasons: readonly (UnplacedReason | null)[];
}

/** Returns the positions at which the days start on the axis of a machine choice. */
export const getDayPositions = (
  { dayPositions, machineChoices }: Pick<Compiled, 'dayPositions' | 'machineChoices'>,
  choice: number,
): Compiled['dayPositions'][number] => dayPositions[machineChoices.axis[choice]!]!;

export const FREE = 0;
export const PINNED = 1;
export const STARTED = 2;

export const sortById = <T extends { readonly id: number }>(rows: readonly T[]): T[] =>
  rows.toSorted((a, b) => a.id - b.id);

const indexById = (rows: readonly { readonly id: number }[]): Map<number, number> =>
  new Map(rows.map((row, index) => [row.id, index]));

/** Whether a task is started or pinned. Such a task does not move, and waits for nothing. */
const isHeld = (task: Task): boolean => task.started !== null || task.pinned !== null;

/** Collects the predecessors of each task. If a predecessor is named twice, its longest transfer applies. */
function collectPredecessors(
  tasks: readonly Task[],
  indexByTask: ReadonlyMap<number, number>,
): Map<number, number>[] {
  return tasks.map((task) => {
    const predecessors = new Map<number, number>();
    for (const { task: id, transfer } of task.after) {
      const index = indexByTask.get(id);
      if (index === undefined) continue;
      predecessors.set(index, Math.max(0, toLimitedMinutes(transfer), predecessors.get(index) ?? 0));
    }
    return predecessors;
  });
}

/**
 * Computes the index of the first lane of each machine. A machine gets at least one lane, but not more lanes
 * than there are tasks that can use it.
 */
function makeLanes(machines: PlanInput['machines'], machineChoices: MachineChoices): Int32Array {
  const userCounts = new Int32Array(machines.length);
  for (const machine of machineChoices.machine) if (machine >= 0) userCounts[machine]!++;
  const laneFrom = new Int32Array(machines.length + 1);
  for (const [index, machine] of machines.entries())
    laneFrom[index + 1] =
      laneFrom[index]! + Math.max(1, Math.min(Math.floor(machine.lanes) || 1, userCounts[index]!));
  return laneFrom;
}

function compileManMinutes(people: PlanInput['people'], dayCount: number): Int32Array {
  const manMinutes = new Int32Array(people.length * dayCount);
  for (const [group, { minutes }] of people.entries())
    for (let day = 0; day < dayCount; day++)
      manMinutes[group * dayCount + day] = Math.max(0, toLimitedMinutes(minutes[day] ?? 0));
  return manMinutes;
}

const compileInstants = (tasks: readonly Task[], read: (task: Task) => number | null): Int32Array =>
  Int32Array.from(tasks, (task) => {
    const instant = read(task);
    return instant === null ? -NEVER : toLimitedMinutes(instant);
  });

/**
 * Converts an input to indices and typed arrays, sorted by id, and finds the tasks that can never be placed.
 * @param throwIfAbandoned called between the steps
 */
export function compilePlanInput(input: PlanInput, throwIfAbandoned: ThrowIfAbandoned = () => {}): Compiled {
  const now = toLimitedMinutes(input.now);
  const horizonEnd = Math.max(now, toLimitedMinutes(input.horizonEnd));
  const tasks = sortById(input.tasks);
  const indexByTask = indexById(tasks);
  const orders = sortById(input.orders);
  const indexByOrder = indexById(orders);
  const machines = sortById(input.machines);
  const indexByMachine = indexById(machines);
  const people = sortById(input.people);
  const indexByGroup = indexById(people);
  const calendars = sortById(input.calendars);
  const axisByCalendar = new Map(calendars.map(({ id }, index) => [id, index + 1]));
  const axes = [
    new WorkAxis([[now, horizonEnd]], now, horizonEnd),
    ...calendars.map(({ windows }) => new WorkAxis(windows, now, horizonEnd)),
    // This axis is never open. It stands for unknown calendars.
    new WorkAxis([], now, horizonEnd),
  ];
  const findAxis = (calendar: number): number => axisByCalendar.get(calendar) ?? axes.length - 1;
  const axisOfMachine = Int32Array.from(machines, ({ calendar }) => findAxis(calendar));
  throwIfAbandoned();

  const groupOfTask = Int32Array.from(tasks, ({ crew }) => (crew && indexByGroup.get(crew.group)) ?? -1);
  const lookup = { indexByMachine, axisOfMachine, findAxis, axes };
  const { choices: machineChoices, unplacedReasons } = compileChoices(
    tasks,
    groupOfTask,
    lookup,
    throwIfAbandoned,
  );

  throwIfAbandoned();
  const allPredecessors = collectPredecessors(tasks, indexByTask);
  const predecessors = makeEdges(allPredecessors);
  const noPredecessors: ReadonlyMap<number, number> = new Map();
  const awaitedEdges = makeEdges(
    allPredecessors.map((taskPredecessors, index) =>
      isHeld(tasks[index]!) ? noPredecessors : taskPredecessors,
    ),
  );
  throwIfAbandoned();
  const waitingSuccessors = reverseEdges(awaitedEdges);
  const precedence = sortByPrecedence(awaitedEdges, waitingSuccessors);
  const isOnCycle = findCycles(awaitedEdges, waitingSuccessors);
  const rank = new Int32Array(tasks.length).fill(tasks.length);
  for (const [position, task] of precedence.entries()) rank[task] = position;
  throwIfAbandoned();
  const days = Int32Array.from(input.days, toLimitedMinutes);
  return {
    input,
    now,
    horizonEnd,
    fenceEnd: Math.max(now, toLimitedMinutes(input.fenceEnd)),
    days,
    tasks,
    indexByTask,
    orderOfTask: Int32Array.from(tasks, ({ order }) => indexByOrder.get(order) ?? -1),
    orders,
    dueOfOrder: Int32Array.from(orders, ({ due }) => (due === null ? NEVER : toLimitedMinutes(due))),
    weightOfOrder: Float64Array.from(orders, ({ weight }) => Math.max(0, weight) || 0),
    machines,
    indexByMachine,
    axes,
    axisOfMachine,
    dayPositions: axes.map((axis) => findDayPositions(axis, days)),
    laneFrom: makeLanes(machines, machineChoices),
    people,
    manMinutes: compileManMinutes(people, Math.max(0, days.length - 1)),
    groupOfTask,
    machineChoices,
    hold: Uint8Array.from(tasks, ({ started, pinned }) => (started ? STARTED : pinned ? PINNED : FREE)),
    materialAt: compileInstants(tasks, ({ materialAt }) => materialAt),
    notBefore: compileInstants(tasks, ({ notBefore }) => notBefore),
    predecessors,
    waitingSuccessors,
    precedence,
    rank,
    unplacedReasons: unplacedReasons.map((reason, index) => (isOnCycle[index] === 1 ? 'cycle' : reason)),
  };
}
