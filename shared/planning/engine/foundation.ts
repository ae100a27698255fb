import { toMinutes } from './calendar.ts';
import { makeCrewJob } from './choices.ts';
import { type Compiled, PINNED, STARTED } from './compile.ts';
import { FreeTime } from './free-time.ts';
import { PeopleRoom } from './people-room.ts';
import { BOUND, type LastPlan, makeSchedule, type Schedule } from './schedule.ts';

/** What is taken before anything is placed: bookings, started and pinned tasks, and places that are kept. */
export interface Foundation {
  readonly free: FreeTime;
  readonly room: PeopleRoom;
  readonly schedule: Schedule;
  /** 1 for tasks that may stay where the last plan put them. Their place is taken. */
  readonly reserved: Uint8Array;
  /** 1 for started and pinned tasks that found their lane taken. */
  readonly overlapping: Uint8Array;
}

/** How a list becomes a plan. */
export interface PlacingWay {
  readonly foundation: Foundation;
  readonly last: LastPlan | null;
  /** Whether a task stays on its last machine while that costs at most `PATIENCE` minutes. */
  readonly keepsMachines: boolean;
  /** The choice of each task, where it is fixed; −1 where it is free. */
  readonly fixedChoices: Int32Array | null;
}

function takeBookings(
  { input, indexByMachine, axes, axisOfMachine, laneFrom }: Compiled,
  free: FreeTime,
): void {
  for (const booking of input.bookings) {
    const machine = indexByMachine.get(booking.machine);
    if (machine === undefined) continue;
    const axis = axes[axisOfMachine[machine]!]!;
    const from = Math.max(0, axis.toWork(toMinutes(booking.from)));
    const until = axis.toWork(toMinutes(booking.until));
    for (let lane = laneFrom[machine]!; lane < laneFrom[machine + 1]!; lane++) free.take(lane, from, until);
  }
}

/** A foundation while it is made. */
interface Unfinished extends Foundation {
  /** What started and pinned tasks leave free, without bookings. */
  readonly unbooked: FreeTime;
}

/**
 * Puts a started or pinned task on a lane: its last one or another that is free, else one that only bookings take, else
 * the first. Started tasks that run into a booking stay beside each other, as they are in the factory.
 */
function takeLane(compiled: Compiled, foundation: Unfinished, task: number, last: LastPlan | null): void {
  const { schedule, free, unbooked, overlapping } = foundation;
  const machine = compiled.choices.machine[schedule.choice[task]!]!;
  if (machine < 0) return;
  const from = schedule.position[task]!;
  const until = schedule.positionEnd[task]!;
  const lastLane = last?.lane[task] ?? -1;
  let lane = findFreeLane(compiled, free, machine, lastLane, from, until);
  if (lane < 0) {
    overlapping[task] = 1;
    lane = findFreeLane(compiled, unbooked, machine, lastLane, from, until);
    if (lane < 0) lane = compiled.laneFrom[machine]!;
  }
  free.take(lane, from, until);
  unbooked.take(lane, from, until);
  schedule.lane[task] = lane;
}

/** Finds a lane of a machine that is free for a span, preferably the last one. @returns −1 if there is none */
export function findFreeLane(
  { laneFrom }: Compiled,
  free: FreeTime,
  machine: number,
  lastLane: number,
  from: number,
  until: number,
): number {
  const firstLane = laneFrom[machine]!;
  const endLane = laneFrom[machine + 1]!;
  if (lastLane >= firstLane && lastLane < endLane && free.isFree(lastLane, from, until)) return lastLane;
  for (let lane = firstLane; lane < endLane; lane++) if (free.isFree(lane, from, until)) return lane;
  return -1;
}

function takePeople(compiled: Compiled, { schedule, room }: Foundation, task: number): void {
  const choice = schedule.choice[task]!;
  const duration = schedule.positionEnd[task]! - schedule.position[task]!;
  // A pin may take longer than its work.
  const job = makeCrewJob(compiled.tasks[task]!.crew, compiled.groupOfTask[task]!, duration);
  if (job) room.take(job, schedule.position[task]!, compiled.dayPositions[compiled.choices.axis[choice]!]!);
}

/** Lets a started task go on from now. One that cannot end before the horizon takes its machine until then. */
function takeStarted(compiled: Compiled, foundation: Unfinished, task: number, last: LastPlan | null): void {
  const { choices, axes, now } = compiled;
  const { schedule } = foundation;
  const choice = choices.from[task]!;
  if (choice === choices.from[task + 1]!) return;
  const axis = axes[choices.axis[choice]!]!;
  const duration = choices.duration[choice]!;
  const fits = duration <= axis.total;
  schedule.choice[task] = choice;
  schedule.position[task] = 0;
  schedule.positionEnd[task] = fits ? duration : axis.total;
  takeLane(compiled, foundation, task, last);
  if (!fits) {
    schedule.choice[task] = -1;
    return;
  }
  takePeople(compiled, foundation, task);
  const start = toMinutes(compiled.tasks[task]!.started!.at);
  schedule.start[task] = start;
  schedule.end[task] = Math.max(start, duration === 0 ? now : axis.endAt(duration));
  schedule.ready[task] = Math.min(now, start);
  schedule.readyBound[task] = BOUND.now;
  schedule.bound[task] = BOUND.started;
}

interface PinnedSpan {
  readonly position: number;
  readonly positionEnd: number;
  readonly end: number;
}

/** Computes where a pinned task works. Work that should have begun before now begins now. */
function findPinnedSpan(compiled: Compiled, task: number, choice: number): PinnedSpan {
  const pin = compiled.tasks[task]!.pinned!;
  const axis = compiled.axes[compiled.choices.axis[choice]!]!;
  const start = toMinutes(pin.start);
  const begin = Math.max(compiled.now, start);
  const position = axis.toWork(begin);
  if (pin.end !== null) {
    const end = Math.max(start, toMinutes(pin.end));
    return { position, positionEnd: Math.max(position, axis.toWork(end)), end };
  }
  const duration = compiled.choices.duration[choice]!;
  const positionEnd = position + duration;
  // Work that does not fit before the horizon goes on behind it.
  if (positionEnd > axis.total)
    return { position, positionEnd: axis.total, end: Math.max(compiled.horizonEnd, begin + duration) };
  return { position, positionEnd, end: duration === 0 ? begin : axis.endAt(positionEnd) };
}

/** Chooses the machine of a pin that names none: the last one, else the first, that is open and free then. */
function choosePinned(compiled: Compiled, { free }: Foundation, task: number, lastChoice: number): number {
  const { choices, axes } = compiled;
  const start = Math.max(compiled.now, toMinutes(compiled.tasks[task]!.pinned!.start));
  const isPossible = (choice: number): boolean => {
    const machine = choices.machine[choice]!;
    if (machine < 0) return true;
    if (!axes[choices.axis[choice]!]!.isOpenAt(start)) return false;
    const { position, positionEnd } = findPinnedSpan(compiled, task, choice);
    return findFreeLane(compiled, free, machine, -1, position, positionEnd) >= 0;
  };
  if (lastChoice >= 0 && isPossible(lastChoice)) return lastChoice;
  for (let choice = choices.from[task]!; choice < choices.from[task + 1]!; choice++)
    if (isPossible(choice)) return choice;
  return choices.from[task]!;
}

function takePinned(compiled: Compiled, foundation: Unfinished, task: number, last: LastPlan | null): void {
  const { choices, tasks } = compiled;
  const { schedule } = foundation;
  if (choices.from[task] === choices.from[task + 1]) return;
  const choice = choosePinned(compiled, foundation, task, last?.choice[task] ?? -1);
  const { position, positionEnd, end } = findPinnedSpan(compiled, task, choice);
  schedule.choice[task] = choice;
  schedule.position[task] = position;
  schedule.positionEnd[task] = positionEnd;
  schedule.start[task] = toMinutes(tasks[task]!.pinned!.start);
  schedule.end[task] = end;
  schedule.bound[task] = BOUND.pin;
  takeLane(compiled, foundation, task, last);
  takePeople(compiled, foundation, task);
}

/** Takes what cannot be moved: bookings, then started tasks, then pinned tasks in the order of their starts. */
export function makeFoundation(compiled: Compiled, last: LastPlan | null): Foundation {
  const { tasks, hold, manMinutes, days, reasons } = compiled;
  const free = FreeTime.make(compiled);
  const foundation: Unfinished = {
    free,
    unbooked: FreeTime.make(compiled),
    room: new PeopleRoom(manMinutes.slice(), Math.max(0, days.length - 1)),
    schedule: makeSchedule(tasks.length),
    reserved: new Uint8Array(tasks.length),
    overlapping: new Uint8Array(tasks.length),
  };
  takeBookings(compiled, free);
  const pinned: number[] = [];
  for (const task of tasks.keys())
    if (hold[task] === STARTED) takeStarted(compiled, foundation, task, last);
    else if (hold[task] === PINNED && reasons[task] === null) pinned.push(task);
  const startOf = (task: number): number => toMinutes(tasks[task]!.pinned!.start);
  pinned.sort((a, b) => startOf(a) - startOf(b) || a - b);
  for (const task of pinned) takePinned(compiled, foundation, task, last);
  return foundation;
}

export function copyFoundation(foundation: Foundation): Foundation {
  const { free, room, schedule, reserved, overlapping } = foundation;
  const copy = makeSchedule(schedule.choice.length);
  for (const name of Object.keys(copy) as (keyof Schedule)[]) copy[name].set(schedule[name]);
  return { free: free.copy(), room: room.copy(), schedule: copy, reserved: reserved.slice(), overlapping };
}
