import { toMinutes } from './calendar.ts';
import { makeCrewJob } from './choices.ts';
import { type Compiled, FREE, PINNED } from './compile.ts';
import type { Foundation } from './foundation.ts';
import type { Conflict, ConflictKind } from './proposal.ts';
import type { Schedule } from './schedule.ts';

/** A task tells at most so many others that it overlaps. */
const MOST_OVERLAPS = 5;

const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

type Tell = (task: number, kind: ConflictKind, other?: number) => void;

/** Tells which tasks and bookings share the machine of an overlapping task with it, on both sides. */
function tellOverlaps(
  compiled: Compiled,
  schedule: Schedule,
  task: number,
  heldByMachine: ReadonlyMap<number, readonly number[]>,
  tell: Tell,
): void {
  const machine = compiled.choices.machine[schedule.choice[task]!]!;
  const from = schedule.position[task]!;
  const until = schedule.positionEnd[task]!;
  let told = 0;
  for (const other of heldByMachine.get(machine) ?? []) {
    if (told === MOST_OVERLAPS) break;
    if (other === task || schedule.position[other]! >= until || schedule.positionEnd[other]! <= from)
      continue;
    tell(task, 'overlap', other);
    tell(other, 'overlap', task);
    told++;
  }
  const axis = compiled.axes[compiled.axisOfMachine[machine]!]!;
  const isBooked = compiled.input.bookings.some(
    (booking) =>
      compiled.indexByMachine.get(booking.machine) === machine &&
      Math.max(from, axis.toWork(toMinutes(booking.from))) <
        Math.min(until, axis.toWork(toMinutes(booking.until))),
  );
  // A started task that cannot end before the horizon is not placed, but has its machine too.
  if (isBooked || told === 0) tell(task, 'overlap');
}

/** Tells what a pin breaks besides the time of others. */
function tellPin(
  compiled: Compiled,
  { room }: Foundation,
  schedule: Schedule,
  task: number,
  tell: Tell,
): void {
  const { tasks, choices, axes, predecessors, materialAt, notBefore, now, machines } = compiled;
  const { pinned, need } = tasks[task]!;
  const start = schedule.start[task]!;
  for (let edge = predecessors.from[task]!; edge < predecessors.from[task + 1]!; edge++) {
    const predecessor = predecessors.task[edge]!;
    const isPlaced = schedule.choice[predecessor]! >= 0;
    if (!isPlaced || schedule.end[predecessor]! + predecessors.transfer[edge]! > start)
      tell(task, 'predecessor', predecessor);
  }
  if (start < Math.max(now, materialAt[task]!, notBefore[task]!)) tell(task, 'early');
  const choice = schedule.choice[task]!;
  const axis = axes[choices.axis[choice]!]!;
  const isTooLong =
    pinned!.end === null &&
    schedule.positionEnd[task]! - schedule.position[task]! < choices.duration[choice]!;
  if (!axis.isOpenAt(Math.max(now, start)) || isTooLong) tell(task, 'closed');
  const machine = choices.machine[choice]!;
  if (
    machine >= 0 &&
    need.kind === 'machines' &&
    !need.machines.some(({ id }) => id === machines[machine]!.id)
  )
    tell(task, 'machine');
  const duration = schedule.positionEnd[task]! - schedule.position[task]!;
  const job = makeCrewJob(tasks[task]!.crew, compiled.groupOfTask[task]!, duration);
  if (!job) return;
  let isOverfull = false;
  room.visitDays(job, schedule.position[task]!, compiled.dayPositions[choices.axis[choice]!]!, (day) => {
    if (room.get(job.group, day) < 0) isOverfull = true;
  });
  if (isOverfull) tell(task, 'people');
}

/** Lists what pins and started tasks break, each conflict once. */
export function listConflicts(compiled: Compiled, foundation: Foundation, schedule: Schedule): Conflict[] {
  const { tasks, hold, choices } = compiled;
  const conflicts = new Map<string, Conflict>();
  const tell: Tell = (task, kind, other = -1) => {
    const conflict = { task: tasks[task]!.id, kind, other: other < 0 ? null : tasks[other]!.id };
    conflicts.set(`${task} ${kind} ${other}`, conflict);
  };
  const heldByMachine = new Map<number, number[]>();
  for (const task of tasks.keys()) {
    const machine = schedule.choice[task]! < 0 ? -1 : choices.machine[schedule.choice[task]!]!;
    if (hold[task] === FREE || machine < 0) continue;
    const held = heldByMachine.get(machine);
    if (held) held.push(task);
    else heldByMachine.set(machine, [task]);
  }
  for (const task of tasks.keys()) {
    if (schedule.choice[task]! < 0) continue;
    if (foundation.overlapping[task] === 1) tellOverlaps(compiled, schedule, task, heldByMachine, tell);
    if (hold[task] === PINNED) tellPin(compiled, foundation, schedule, task, tell);
  }
  return [...conflicts.values()].sort(
    (a, b) => a.task - b.task || compareTexts(a.kind, b.kind) || (a.other ?? -1) - (b.other ?? -1),
  );
}
