import { toLimitedMinutes } from './calendar.ts';
import { makeCrewJob } from './choices.ts';
import { type Compiled, FREE, getDayPositions, PINNED } from './compile.ts';
import type { InitialState } from './initial-state.ts';
import type { Conflict, ConflictKind } from './proposal.ts';
import type { Schedule } from './schedule.ts';

/** The maximum number of overlapping tasks that are searched for one task. */
const MAX_OVERLAPS = 5;

const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

type AddConflict = (task: number, kind: ConflictKind, other?: number) => void;

/**
 * Adds a conflict for each task and booking that overlaps a task on its machine. An overlapping task gets a
 * conflict too.
 */
function addOverlaps(
  compiled: Compiled,
  schedule: Schedule,
  task: number,
  heldByMachine: ReadonlyMap<number, readonly number[]>,
  addConflict: AddConflict,
): void {
  const machine = compiled.machineChoices.machine[schedule.choice[task]!]!;
  const from = schedule.position[task]!;
  const until = schedule.positionEnd[task]!;
  let overlapCount = 0;
  for (const other of heldByMachine.get(machine) ?? []) {
    if (overlapCount === MAX_OVERLAPS) break;
    if (other === task || schedule.position[other]! >= until || schedule.positionEnd[other]! <= from)
      continue;
    addConflict(task, 'overlap', other);
    addConflict(other, 'overlap', task);
    overlapCount++;
  }
  const axis = compiled.axes[compiled.axisOfMachine[machine]!]!;
  const isBooked = compiled.input.bookings.some(
    (booking) =>
      compiled.indexByMachine.get(booking.machine) === machine &&
      Math.max(from, axis.toWork(toLimitedMinutes(booking.from))) <
        Math.min(until, axis.toWork(toLimitedMinutes(booking.until))),
  );
  // If no overlapping task was found, the task overlaps a started task that cannot end before the horizon.
  // That task occupies the machine, but is not placed.
  if (isBooked || overlapCount === 0) addConflict(task, 'overlap');
}

/** Adds all conflicts of a pinned task, except overlaps. */
function addPinConflicts(
  compiled: Compiled,
  { freePeople }: InitialState,
  schedule: Schedule,
  task: number,
  addConflict: AddConflict,
): void {
  const { tasks, machineChoices, axes, predecessors, materialAt, notBefore, now, machines } = compiled;
  const { pinned, need } = tasks[task]!;
  const start = schedule.start[task]!;
  for (let edge = predecessors.from[task]!; edge < predecessors.from[task + 1]!; edge++) {
    const predecessor = predecessors.task[edge]!;
    const isPlaced = schedule.choice[predecessor]! >= 0;
    if (!isPlaced || schedule.end[predecessor]! + predecessors.transfer[edge]! > start)
      addConflict(task, 'predecessor', predecessor);
  }
  if (start < Math.max(now, materialAt[task]!, notBefore[task]!)) addConflict(task, 'early');
  const choice = schedule.choice[task]!;
  const axis = axes[machineChoices.axis[choice]!]!;
  const isTooLong =
    pinned!.end === null &&
    schedule.positionEnd[task]! - schedule.position[task]! < machineChoices.duration[choice]!;
  if (!axis.isOpenAt(Math.max(now, start)) || isTooLong) addConflict(task, 'closed');
  const machine = machineChoices.machine[choice]!;
  if (
    machine >= 0 &&
    need.kind === 'machines' &&
    !need.machines.some(({ id }) => id === machines[machine]!.id)
  )
    addConflict(task, 'machine');
  const duration = schedule.positionEnd[task]! - schedule.position[task]!;
  const job = makeCrewJob(tasks[task]!.crew, compiled.groupOfTask[task]!, duration);
  if (!job) return;
  let isOverfull = false;
  freePeople.visitDays(job, schedule.position[task]!, getDayPositions(compiled, choice), (day) => {
    if (freePeople.getManMinutes(job.group, day) < 0) isOverfull = true;
  });
  if (isOverfull) addConflict(task, 'people');
}

/** Lists the conflicts of started and pinned tasks, each once. */
export function listConflicts(
  compiled: Compiled,
  initialState: InitialState,
  schedule: Schedule,
): Conflict[] {
  const { tasks, hold, machineChoices } = compiled;
  const conflicts = new Map<string, Conflict>();
  const addConflict: AddConflict = (task, kind, other = -1) => {
    const conflict = { task: tasks[task]!.id, kind, other: other < 0 ? null : tasks[other]!.id };
    conflicts.set(`${task} ${kind} ${other}`, conflict);
  };
  const heldByMachine = new Map<number, number[]>();
  for (const task of tasks.keys()) {
    const machine = schedule.choice[task]! < 0 ? -1 : machineChoices.machine[schedule.choice[task]!]!;
    if (hold[task] === FREE || machine < 0) continue;
    const heldTasks = heldByMachine.get(machine);
    if (heldTasks) heldTasks.push(task);
    else heldByMachine.set(machine, [task]);
  }
  for (const task of tasks.keys()) {
    if (schedule.choice[task]! < 0) continue;
    if (initialState.overlapping[task] === 1)
      addOverlaps(compiled, schedule, task, heldByMachine, addConflict);
    if (hold[task] === PINNED) addPinConflicts(compiled, initialState, schedule, task, addConflict);
  }
  return [...conflicts.values()].sort(
    (a, b) => a.task - b.task || compareTexts(a.kind, b.kind) || (a.other ?? -1) - (b.other ?? -1),
  );
}
