import { NEVER } from './calendar.ts';
import { type Compiled, FREE } from './compile.ts';
import type { PlacingWay } from './foundation.ts';
import type { FreeTime } from './free-time.ts';
import { PATIENCE } from './keep.ts';
import type { PeopleRoom } from './people-room.ts';
import type { LookAtAbandoned } from './proposal.ts';
import { BOUND, copySchedule, makeSchedule, MISSED, type Schedule } from './schedule.ts';

/** A task that waits for its turn is neither placed nor given up. */
const WAITING = 255;
/** How many tasks are placed before the run looks whether to end. */
const TASKS_PER_LOOK = 5000;

/**
 * The judge: puts tasks one after the other into the earliest place that machines, people, calendars and predecessors
 * allow. It alone makes schedules. Its memory is used again by every call.
 */
export class Placer {
  readonly schedule: Schedule;
  private readonly state: Uint8Array;
  private readonly sortKeys: Float64Array;
  private readonly stack: Int32Array;
  private free!: FreeTime;
  private room!: PeopleRoom;
  private way!: PlacingWay;
  private reserved!: Uint8Array;
  private isReady = 0;
  // What the last search found, besides the position.
  private foundLane = -1;
  private foundFloor = 0;
  private foundPeopleWait = false;
  private lackedPeople = false;

  constructor(
    private readonly compiled: Compiled,
    private readonly look: LookAtAbandoned = () => {},
  ) {
    const count = compiled.tasks.length;
    this.schedule = makeSchedule(count);
    this.state = new Uint8Array(count);
    this.sortKeys = new Float64Array(compiled.precedence.length);
    this.stack = new Int32Array(count + 1);
  }

  /**
   * Places all tasks in the order of their keys (minutes); predecessors come first all the same.
   * @returns the plan, valid until the next call
   */
  place(keys: Float64Array, way: PlacingWay): Schedule {
    this.start(way);
    const { precedence } = this.compiled;
    const { sortKeys } = this;
    const count = precedence.length;
    const leastKey = precedence.reduce((least, task) => Math.min(least, keys[task]!), Infinity);
    // One number holds key and rank, so that the sort needs no callback.
    for (let rank = 0; rank < count; rank++)
      sortKeys[rank] = Math.floor(keys[precedence[rank]!]! - leastKey) * count + rank;
    sortKeys.sort();
    for (let index = 0; index < count; index++) {
      if (index % TASKS_PER_LOOK === 0) this.look();
      this.placeWithPredecessors(precedence[sortKeys[index]! % count]!);
    }
    this.explainPins();
    return this.schedule;
  }

  private start(way: PlacingWay): void {
    const { foundation } = way;
    this.way = way;
    if (this.free === undefined) {
      this.free = foundation.free.copy();
      this.room = foundation.room.copy();
      this.reserved = foundation.reserved.slice();
    } else {
      this.free.reset(foundation.free);
      this.room.reset(foundation.room);
      this.reserved.set(foundation.reserved);
    }
    copySchedule(foundation.schedule, this.schedule);
    const { hold, reasons } = this.compiled;
    for (let task = 0; task < this.state.length; task++)
      this.state[task] = hold[task] === FREE && reasons[task] === null ? WAITING : 0;
  }

  private placeWithPredecessors(first: number): void {
    const { state, stack } = this;
    const { predecessors } = this.compiled;
    if (state[first] !== WAITING) return;
    let depth = 0;
    stack[0] = first;
    while (depth >= 0) {
      const task = stack[depth]!;
      let next = -1;
      for (let edge = predecessors.from[task]!; edge < predecessors.from[task + 1]! && next < 0; edge++)
        if (state[predecessors.task[edge]!] === WAITING) next = predecessors.task[edge]!;
      if (next >= 0) stack[++depth] = next;
      else {
        state[task] = 0;
        this.placeTask(task);
        depth--;
      }
    }
  }

  /** Computes when a task can start at the earliest. @returns false if a predecessor is not placed */
  private findReady(task: number): boolean {
    const { now, fenceEnd, predecessors, materialAt, notBefore, hold } = this.compiled;
    const { schedule } = this;
    const { last } = this.way;
    // Pins, and tasks that the last plan starts before the fence, may start there.
    const mayBeInFence = hold[task] !== FREE || (last !== null && last.start[task]! < fenceEnd);
    let ready = mayBeInFence ? now : fenceEnd;
    schedule.ready[task] = ready;
    let bound: number = ready > now ? BOUND.fence : BOUND.now;
    let boundTask = -1;
    if (materialAt[task]! > ready) {
      ready = materialAt[task]!;
      bound = BOUND.material;
    }
    if (notBefore[task]! > ready) {
      ready = notBefore[task]!;
      bound = BOUND.notBefore;
    }
    for (let edge = predecessors.from[task]!; edge < predecessors.from[task + 1]!; edge++) {
      const predecessor = predecessors.task[edge]!;
      const transfer = predecessors.transfer[edge]!;
      if (schedule.choice[predecessor]! < 0) {
        schedule.readyTask[task] = predecessor;
        return false;
      }
      if (schedule.end[predecessor]! + transfer > ready) {
        ready = schedule.end[predecessor]! + transfer;
        bound = transfer > 0 ? BOUND.transfer : BOUND.predecessor;
        boundTask = predecessor;
      }
    }
    this.isReady = ready;
    schedule.ready[task] = ready;
    schedule.readyBound[task] = bound;
    schedule.readyTask[task] = boundTask;
    return true;
  }

  private placeTask(task: number): void {
    const { schedule } = this;
    if (!this.findReady(task)) {
      this.miss(task, MISSED.predecessorUnplaced);
      return;
    }
    if (this.reserved[task] === 1) {
      if (this.isReady <= schedule.start[task]!) {
        this.explainKept(task);
        return;
      }
      this.giveBack(task);
    }
    const { choices, axes, dayPositions } = this.compiled;
    const lastChoice = this.way.last === null ? -1 : this.way.last.choice[task]!;
    const fixedChoice = this.way.fixedChoices === null ? -1 : this.way.fixedChoices[task]!;
    // A change of the machine has to save hours.
    const leastSaving = this.way.keepsMachines && lastChoice >= 0 ? PATIENCE : 0;
    this.lackedPeople = false;
    let bestChoice = -1;
    let bestPosition = NEVER;
    let bestEnd = NEVER;
    let bestJudgedEnd = Infinity;
    let bestLane = -1;
    let bestBound: number = BOUND.now;
    const consider = (choice: number): void => {
      const position = this.findPosition(choice);
      if (position === NEVER) return;
      const duration = choices.duration[choice]!;
      const axis = axes[choices.axis[choice]!]!;
      const end = duration === 0 ? axis.startAt(position) : axis.endAt(position + duration);
      const judgedEnd = choice === lastChoice ? end : end + leastSaving;
      if (judgedEnd > bestJudgedEnd || (judgedEnd === bestJudgedEnd && choice !== lastChoice)) return;
      bestJudgedEnd = judgedEnd;
      bestChoice = choice;
      bestPosition = position;
      bestEnd = end;
      bestLane = this.foundLane;
      bestBound =
        position > this.foundFloor ? BOUND.machine : this.foundPeopleWait ? BOUND.people : BOUND.closed;
    };
    if (fixedChoice >= 0) consider(fixedChoice);
    else {
      if (this.way.keepsMachines && lastChoice >= 0) consider(lastChoice);
      // While it stays patient, no other machine is tried.
      if (bestChoice < 0 || bestEnd > this.way.last!.end[task]! + PATIENCE)
        for (let choice = choices.from[task]!; choice < choices.from[task + 1]!; choice++) consider(choice);
    }
    if (bestChoice < 0) {
      this.miss(task, this.lackedPeople ? MISSED.noPeople : MISSED.beyondHorizon);
      return;
    }
    const duration = choices.duration[bestChoice]!;
    const start = axes[choices.axis[bestChoice]!]!.startAt(bestPosition);
    schedule.choice[task] = bestChoice;
    schedule.lane[task] = bestLane;
    schedule.position[task] = bestPosition;
    schedule.positionEnd[task] = bestPosition + duration;
    schedule.start[task] = start;
    schedule.end[task] = bestEnd;
    schedule.bound[task] =
      bestBound === BOUND.closed && start === this.isReady ? schedule.readyBound[task]! : bestBound;
    if (bestLane >= 0 && duration > 0) this.free.take(bestLane, bestPosition, bestPosition + duration);
    const job = choices.crewJob[bestChoice]!;
    if (job) this.room.take(job, bestPosition, dayPositions[choices.axis[bestChoice]!]!);
  }

  /** Finds the earliest position on the work axis for a choice. `NEVER` if there is none before the horizon. */
  private findPosition(choice: number): number {
    const { choices, axes, laneFrom, dayPositions } = this.compiled;
    const axis = axes[choices.axis[choice]!]!;
    const machine = choices.machine[choice]!;
    const duration = choices.duration[choice]!;
    const firstLane = machine < 0 ? -1 : laneFrom[machine]!;
    const endLane = machine < 0 ? -1 : laneFrom[machine + 1]!;
    let from = axis.toWork(this.isReady);
    this.foundPeopleWait = false;
    this.foundLane = firstLane;
    this.foundFloor = from;
    if (from + duration > axis.total || from >= axis.total) return NEVER;
    if (duration === 0) return from;
    const job = this.compiled.choices.crewJob[choice]!;
    for (;;) {
      let position = machine < 0 && from + duration <= axis.total ? from : NEVER;
      for (let lane = firstLane; lane < endLane && position > from; lane++) {
        const found = this.free.find(lane, from, duration);
        if (found < position) {
          position = found;
          this.foundLane = lane;
        }
      }
      this.foundFloor = from;
      if (position === NEVER) {
        this.lackedPeople ||= this.foundPeopleWait;
        return NEVER;
      }
      if (job === null) return position;
      const next = this.room.findNext(job, position, dayPositions[choices.axis[choice]!]!);
      if (next < 0) return position;
      this.foundPeopleWait = true;
      if (next === NEVER) {
        this.lackedPeople = true;
        return NEVER;
      }
      from = next;
    }
  }

  private giveBack(task: number): void {
    const { schedule, compiled } = this;
    const choice = schedule.choice[task]!;
    const position = schedule.position[task]!;
    if (schedule.lane[task]! >= 0)
      this.free.give(schedule.lane[task]!, position, schedule.positionEnd[task]!);
    const job = compiled.choices.crewJob[choice];
    if (job) this.room.give(job, position, compiled.dayPositions[compiled.choices.axis[choice]!]!);
    this.reserved[task] = 0;
    schedule.choice[task] = -1;
    schedule.lane[task] = -1;
  }

  private miss(task: number, reason: number): void {
    if (this.reserved[task] === 1) this.giveBack(task);
    this.schedule.choice[task] = -1;
    this.schedule.missed[task] = reason;
  }

  /** Tells what bound a task that stays: its predecessors, its closed or busy machine, or only the last plan. */
  private explainKept(task: number): void {
    const { schedule, compiled } = this;
    const axis = compiled.axes[compiled.choices.axis[schedule.choice[task]!]!]!;
    const position = schedule.position[task]!;
    if (schedule.start[task] === this.isReady) schedule.bound[task] = schedule.readyBound[task]!;
    else if (axis.toWork(this.isReady) === position) schedule.bound[task] = BOUND.closed;
    else {
      const machine = compiled.choices.machine[schedule.choice[task]!]!;
      let isBusy = machine >= 0;
      for (let lane = compiled.laneFrom[machine]!; isBusy && lane < compiled.laneFrom[machine + 1]!; lane++)
        isBusy = !this.free.isFree(lane, position - 1, position);
      schedule.bound[task] = isBusy ? BOUND.machine : BOUND.kept;
    }
  }

  /** Computes when pinned tasks could have started, once all others are placed. */
  private explainPins(): void {
    const { bound, choice } = this.schedule;
    for (let task = 0; task < bound.length; task++)
      if (bound[task] === BOUND.pin && choice[task]! >= 0) this.findReady(task);
  }
}
