import { toLimitedMinutes } from './calendar.ts';
import { makeCrewJob } from './choices.ts';
import { type Compiled, getDayPositions, PINNED, STARTED } from './compile.ts';
import { FreeTime } from './free-time.ts';
import { FreePeople } from './free-people.ts';
import { BOUND, type LastPlan, makeSchedule, type Schedule } from './schedule.ts';

/**
 * The free time before tasks are placed. Bookings, held tasks (started or pinned) and reserved tasks have
 * already taken their time.
 */
export interface InitialState {
  readonly freeTime: FreeTime;
  readonly freePeople: FreePeople;
  readonly schedule: Schedule;
  /** 1 for tasks that may stay where the last plan put them. Their time is taken. */
  readonly reserved: Uint8Array;
  /** 1 for started and pinned tasks that found no free lane on their machine. */
  readonly overlapping: Uint8Array;
}

/** How tasks are placed. */
export interface PlacingOptions {
  readonly initialState: InitialState;
  readonly lastPlan: LastPlan | null;
  /** Whether a task changes its last machine only as `MACHINE_CHANGE_THRESHOLD` allows. */
  readonly keepsMachines: boolean;
  /** The only choice that each task may have; −1 for any choice. */
  readonly fixedChoices: Int32Array | null;
}

function takeBookings(
  { input, indexByMachine, axes, axisOfMachine, laneFrom }: Compiled,
  freeTime: FreeTime,
): void {
  for (const booking of input.bookings) {
    const machine = indexByMachine.get(booking.machine);
    if (machine === undefined) continue;
    const axis = axes[axisOfMachine[machine]!]!;
    const from = Math.max(0, axis.toWork(toLimitedMinutes(booking.from)));
    const until = axis.toWork(toLimitedMinutes(booking.until));
    for (let lane = laneFrom[machine]!; lane < laneFrom[machine + 1]!; lane++)
      freeTime.take(lane, from, until);
  }
}

/** An initial state that is not complete. */
interface UnfinishedState extends InitialState {
  /** The time that started and pinned tasks leave free, as if there were no bookings. */
  readonly freeIgnoringBookings: FreeTime;
}

/**
 * Puts a started or pinned task on a lane: on its last lane or another free lane, else on a lane that only
 * bookings occupy, else on the first lane. So started tasks that run into a booking have different lanes, as
 * in the factory.
 */
function takeLane(
  compiled: Compiled,
  initialState: UnfinishedState,
  task: number,
  last: LastPlan | null,
): void {
  const { schedule, freeTime, freeIgnoringBookings, overlapping } = initialState;
  const machine = compiled.machineChoices.machine[schedule.choice[task]!]!;
  if (machine < 0) return;
  const from = schedule.position[task]!;
  const until = schedule.positionEnd[task]!;
  const lastLane = last?.lane[task] ?? -1;
  let lane = findFreeLane(compiled, freeTime, machine, lastLane, from, until);
  if (lane < 0) {
    overlapping[task] = 1;
    lane = findFreeLane(compiled, freeIgnoringBookings, machine, lastLane, from, until);
    if (lane < 0) lane = compiled.laneFrom[machine]!;
  }
  freeTime.take(lane, from, until);
  freeIgnoringBookings.take(lane, from, until);
  schedule.lane[task] = lane;
}

/**
 * Finds a lane of a machine that is free for a span, if possible `lastLane`. @returns −1 if no lane is free
 */
export function findFreeLane(
  { laneFrom }: Compiled,
  freeTime: FreeTime,
  machine: number,
  lastLane: number,
  from: number,
  until: number,
): number {
  const firstLane = laneFrom[machine]!;
  const endLane = laneFrom[machine + 1]!;
  if (lastLane >= firstLane && lastLane < endLane && freeTime.isFree(lastLane, from, until)) return lastLane;
  for (let lane = firstLane; lane < endLane; lane++) if (freeTime.isFree(lane, from, until)) return lane;
  return -1;
}

function takePeople(compiled: Compiled, { schedule, freePeople }: InitialState, task: number): void {
  const choice = schedule.choice[task]!;
  const duration = schedule.positionEnd[task]! - schedule.position[task]!;
  // The span of a pin may be longer or shorter than the work, so the people are needed for the whole span.
  const job = makeCrewJob(compiled.tasks[task]!.crew, compiled.groupOfTask[task]!, duration);
  if (job) freePeople.take(job, schedule.position[task]!, getDayPositions(compiled, choice));
}

/**
 * Lets a started task continue from now on. If it cannot end before the horizon, it is not placed, but takes
 * its machine until the horizon.
 */
function takeStarted(
  compiled: Compiled,
  initialState: UnfinishedState,
  task: number,
  last: LastPlan | null,
): void {
  const { machineChoices, axes, now } = compiled;
  const { schedule } = initialState;
  const choice = machineChoices.from[task]!;
  if (choice === machineChoices.from[task + 1]!) return;
  const axis = axes[machineChoices.axis[choice]!]!;
  const duration = machineChoices.duration[choice]!;
  const fits = duration <= axis.total;
  schedule.choice[task] = choice;
  schedule.position[task] = 0;
  schedule.positionEnd[task] = fits ? duration : axis.total;
  takeLane(compiled, initialState, task, last);
  if (!fits) {
    schedule.choice[task] = -1;
    return;
  }
  takePeople(compiled, initialState, task);
  const start = toLimitedMinutes(compiled.tasks[task]!.started!.at);
  schedule.start[task] = start;
  schedule.end[task] = Math.max(start, duration === 0 ? now : axis.endAt(duration));
  schedule.readyTime[task] = Math.min(now, start);
  schedule.readyBound[task] = BOUND.now;
  schedule.bound[task] = BOUND.started;
}

interface PinnedSpan {
  readonly position: number;
  readonly positionEnd: number;
  readonly end: number;
}

/** Computes when a pinned task runs. If its pin starts before now, it takes time only from now on. */
function findPinnedSpan(compiled: Compiled, task: number, choice: number): PinnedSpan {
  const pin = compiled.tasks[task]!.pinned!;
  const axis = compiled.axes[compiled.machineChoices.axis[choice]!]!;
  const start = toLimitedMinutes(pin.start);
  const begin = Math.max(compiled.now, start);
  const position = axis.toWork(begin);
  if (pin.end !== null) {
    const end = Math.max(start, toLimitedMinutes(pin.end));
    return { position, positionEnd: Math.max(position, axis.toWork(end)), end };
  }
  const duration = compiled.machineChoices.duration[choice]!;
  const positionEnd = position + duration;
  // Calendars end at the horizon. Work that does not end before the horizon continues after it without a
  // pause.
  if (positionEnd > axis.total)
    return { position, positionEnd: axis.total, end: Math.max(compiled.horizonEnd, begin + duration) };
  return { position, positionEnd, end: duration === 0 ? begin : axis.endAt(positionEnd) };
}

/**
 * Chooses the last machine of a pinned task, or else the first machine that is open and free at the time of
 * the pin. If there is no such machine, chooses the first one.
 */
function choosePinned(
  compiled: Compiled,
  { freeTime }: InitialState,
  task: number,
  lastChoice: number,
): number {
  const { machineChoices, axes } = compiled;
  const start = Math.max(compiled.now, toLimitedMinutes(compiled.tasks[task]!.pinned!.start));
  const isPossible = (choice: number): boolean => {
    const machine = machineChoices.machine[choice]!;
    if (machine < 0) return true;
    if (!axes[machineChoices.axis[choice]!]!.isOpenAt(start)) return false;
    const { position, positionEnd } = findPinnedSpan(compiled, task, choice);
    return findFreeLane(compiled, freeTime, machine, -1, position, positionEnd) >= 0;
  };
  if (lastChoice >= 0 && isPossible(lastChoice)) return lastChoice;
  for (let choice = machineChoices.from[task]!; choice < machineChoices.from[task + 1]!; choice++)
    if (isPossible(choice)) return choice;
  return machineChoices.from[task]!;
}

function takePinned(
  compiled: Compiled,
  initialState: UnfinishedState,
  task: number,
  last: LastPlan | null,
): void {
  const { machineChoices, tasks } = compiled;
  const { schedule } = initialState;
  if (machineChoices.from[task] === machineChoices.from[task + 1]) return;
  const choice = choosePinned(compiled, initialState, task, last?.choice[task] ?? -1);
  const { position, positionEnd, end } = findPinnedSpan(compiled, task, choice);
  schedule.choice[task] = choice;
  schedule.position[task] = position;
  schedule.positionEnd[task] = positionEnd;
  schedule.start[task] = toLimitedMinutes(tasks[task]!.pinned!.start);
  schedule.end[task] = end;
  schedule.bound[task] = BOUND.pin;
  takeLane(compiled, initialState, task, last);
  takePeople(compiled, initialState, task);
}

/**
 * Takes the time of everything that cannot be moved: bookings, then started tasks, then pinned tasks in the
 * order of their starts.
 */
export function makeInitialState(compiled: Compiled, last: LastPlan | null): InitialState {
  const { tasks, hold, manMinutes, days, unplacedReasons } = compiled;
  const freeTime = FreeTime.make(compiled);
  const initialState: UnfinishedState = {
    freeTime,
    freeIgnoringBookings: FreeTime.make(compiled),
    freePeople: new FreePeople(manMinutes.slice(), Math.max(0, days.length - 1)),
    schedule: makeSchedule(tasks.length),
    reserved: new Uint8Array(tasks.length),
    overlapping: new Uint8Array(tasks.length),
  };
  takeBookings(compiled, freeTime);
  const pinned: number[] = [];
  for (const task of tasks.keys())
    if (hold[task] === STARTED) takeStarted(compiled, initialState, task, last);
    else if (hold[task] === PINNED && unplacedReasons[task] === null) pinned.push(task);
  const getPinStart = (task: number): number => toLimitedMinutes(tasks[task]!.pinned!.start);
  pinned.sort((a, b) => getPinStart(a) - getPinStart(b) || a - b);
  for (const task of pinned) takePinned(compiled, initialState, task, last);
  return initialState;
}

export function copyInitialState(initialState: InitialState): InitialState {
  const { freeTime, freePeople, schedule, reserved, overlapping } = initialState;
  const copy = makeSchedule(schedule.choice.length);
  for (const name of Object.keys(copy) as (keyof Schedule)[]) copy[name].set(schedule[name]);
  return {
    freeTime: freeTime.copy(),
    freePeople: freePeople.copy(),
    schedule: copy,
    reserved: reserved.slice(),
    overlapping,
  };
}
