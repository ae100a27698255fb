import { NEVER } from './calendar.ts';
import { type Compiled, FREE, getDayPositions } from './compile.ts';
import type { PlacingOptions } from './initial-state.ts';
import type { FreeTime } from './free-time.ts';
import { MACHINE_CHANGE_THRESHOLD } from './keep.ts';
import type { FreePeople } from './free-people.ts';
import type { ThrowIfAbandoned } from './proposal.ts';
import { BOUND, copySchedule, makeSchedule, UNPLACED, type Schedule } from './schedule.ts';

/** The state of a task that the placer has not tried yet. */
const WAITING = 255;
/** How many tasks are placed between two checks whether the run is abandoned. */
const TASKS_PER_CHECK = 5000;

/**
 * Puts tasks one after the other into the earliest place that machines, people, calendars and predecessors
 * allow. Every plan of the engine is made here. All calls use the same memory.
 */
export class Placer {
  readonly schedule: Schedule;
  private readonly state: Uint8Array;
  private readonly sortKeys: Float64Array;
  private readonly stack: Int32Array;
  private freeTime!: FreeTime;
  private freePeople!: FreePeople;
  private options!: PlacingOptions;
  private reserved!: Uint8Array;
  private readyAt = 0;
  // What the last call of `findPosition` found: the lane, and the position from which it searched last. The two flags
  // tell whether the choice of this call, or any choice of the task, lacked people.
  private foundLane = -1;
  private searchedFrom = 0;
  private waitsForPeople = false;
  private lackedPeople = false;

  constructor(
    private readonly compiled: Compiled,
    private readonly throwIfAbandoned: ThrowIfAbandoned = () => {},
  ) {
    const count = compiled.tasks.length;
    this.schedule = makeSchedule(count);
    this.state = new Uint8Array(count);
    this.sortKeys = new Float64Array(compiled.precedence.length);
    this.stack = new Int32Array(count + 1);
  }

  /**
   * Places all tasks in ascending order of their keys (minutes), but each task after its predecessors.
   * @returns the plan, which the next call overwrites
   */
  place(keys: Float64Array, options: PlacingOptions): Schedule {
    this.start(options);
    const { precedence } = this.compiled;
    const { sortKeys } = this;
    const count = precedence.length;
    const leastKey = precedence.reduce((least, task) => Math.min(least, keys[task]!), Infinity);
    // One number contains the key and the rank, so that sorting needs no callback.
    for (let rank = 0; rank < count; rank++)
      sortKeys[rank] = Math.floor(keys[precedence[rank]!]! - leastKey) * count + rank;
    sortKeys.sort();
    for (let index = 0; index < count; index++) {
      if (index % TASKS_PER_CHECK === 0) this.throwIfAbandoned();
      this.placeWithPredecessors(precedence[sortKeys[index]! % count]!);
    }
    this.explainPins();
    return this.schedule;
  }

  private start(options: PlacingOptions): void {
    const { initialState } = options;
    this.options = options;
    if (this.freeTime === undefined) {
      this.freeTime = initialState.freeTime.copy();
      this.freePeople = initialState.freePeople.copy();
      this.reserved = initialState.reserved.slice();
    } else {
      this.freeTime.reset(initialState.freeTime);
      this.freePeople.reset(initialState.freePeople);
      this.reserved.set(initialState.reserved);
    }
    copySchedule(initialState.schedule, this.schedule);
    const { hold, unplacedReasons } = this.compiled;
    for (let task = 0; task < this.state.length; task++)
      this.state[task] = hold[task] === FREE && unplacedReasons[task] === null ? WAITING : 0;
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

  /**
   * Computes the earliest start that predecessors, material and fence allow.
   * @returns false if a predecessor is not placed
   */
  private computeReady(task: number): boolean {
    const { now, fenceEnd, predecessors, materialAt, notBefore, hold } = this.compiled;
    const { schedule } = this;
    const { lastPlan } = this.options;
    // Pinned tasks, and tasks that the last plan starts before the end of the fence, may start before the end
    // of the fence.
    const mayBeInFence = hold[task] !== FREE || (lastPlan !== null && lastPlan.start[task]! < fenceEnd);
    let readyTime = mayBeInFence ? now : fenceEnd;
    schedule.readyTime[task] = readyTime;
    let bound: number = readyTime > now ? BOUND.fence : BOUND.now;
    let boundTask = -1;
    if (materialAt[task]! > readyTime) {
      readyTime = materialAt[task]!;
      bound = BOUND.material;
    }
    if (notBefore[task]! > readyTime) {
      readyTime = notBefore[task]!;
      bound = BOUND.notBefore;
    }
    for (let edge = predecessors.from[task]!; edge < predecessors.from[task + 1]!; edge++) {
      const predecessor = predecessors.task[edge]!;
      const transfer = predecessors.transfer[edge]!;
      if (schedule.choice[predecessor]! < 0) {
        schedule.readyTask[task] = predecessor;
        return false;
      }
      if (schedule.end[predecessor]! + transfer > readyTime) {
        readyTime = schedule.end[predecessor]! + transfer;
        bound = transfer > 0 ? BOUND.transfer : BOUND.predecessor;
        boundTask = predecessor;
      }
    }
    this.readyAt = readyTime;
    schedule.readyTime[task] = readyTime;
    schedule.readyBound[task] = bound;
    schedule.readyTask[task] = boundTask;
    return true;
  }

  private placeTask(task: number): void {
    const { schedule } = this;
    if (!this.computeReady(task)) {
      this.leaveUnplaced(task, UNPLACED.predecessorUnplaced);
      return;
    }
    if (this.reserved[task] === 1) {
      if (this.readyAt <= schedule.start[task]!) {
        this.explainKept(task);
        return;
      }
      this.giveBack(task);
    }
    const { machineChoices, axes } = this.compiled;
    const lastChoice = this.options.lastPlan === null ? -1 : this.options.lastPlan.choice[task]!;
    const fixedChoice = this.options.fixedChoices === null ? -1 : this.options.fixedChoices[task]!;
    // Another machine must save more than this.
    const leastSaving = this.options.keepsMachines && lastChoice >= 0 ? MACHINE_CHANGE_THRESHOLD : 0;
    this.lackedPeople = false;
    let bestChoice = -1;
    let bestPosition = NEVER;
    let bestEnd = NEVER;
    let bestJudgedEnd = Infinity;
    let bestLane = -1;
    let bestBound: number = BOUND.now;
    const considerChoice = (choice: number): void => {
      const position = this.findPosition(choice);
      if (position === NEVER) return;
      const duration = machineChoices.duration[choice]!;
      const axis = axes[machineChoices.axis[choice]!]!;
      const end = duration === 0 ? axis.startAt(position) : axis.endAt(position + duration);
      const judgedEnd = choice === lastChoice ? end : end + leastSaving;
      if (judgedEnd > bestJudgedEnd || (judgedEnd === bestJudgedEnd && choice !== lastChoice)) return;
      bestJudgedEnd = judgedEnd;
      bestChoice = choice;
      bestPosition = position;
      bestEnd = end;
      bestLane = this.foundLane;
      bestBound =
        position > this.searchedFrom ? BOUND.machine : this.waitsForPeople ? BOUND.people : BOUND.closed;
    };
    if (fixedChoice >= 0) considerChoice(fixedChoice);
    else {
      if (this.options.keepsMachines && lastChoice >= 0) considerChoice(lastChoice);
      // If the last machine delays the task by at most the threshold, no other machine is tried.
      if (bestChoice < 0 || bestEnd > this.options.lastPlan!.end[task]! + MACHINE_CHANGE_THRESHOLD)
        for (let choice = machineChoices.from[task]!; choice < machineChoices.from[task + 1]!; choice++)
          considerChoice(choice);
    }
    if (bestChoice < 0) {
      this.leaveUnplaced(task, this.lackedPeople ? UNPLACED.noPeople : UNPLACED.beyondHorizon);
      return;
    }
    const duration = machineChoices.duration[bestChoice]!;
    const start = axes[machineChoices.axis[bestChoice]!]!.startAt(bestPosition);
    schedule.choice[task] = bestChoice;
    schedule.lane[task] = bestLane;
    schedule.position[task] = bestPosition;
    schedule.positionEnd[task] = bestPosition + duration;
    schedule.start[task] = start;
    schedule.end[task] = bestEnd;
    schedule.bound[task] =
      bestBound === BOUND.closed && start === this.readyAt ? schedule.readyBound[task]! : bestBound;
    if (bestLane >= 0 && duration > 0) this.freeTime.take(bestLane, bestPosition, bestPosition + duration);
    const job = machineChoices.crewJob[bestChoice]!;
    if (job) this.freePeople.take(job, bestPosition, getDayPositions(this.compiled, bestChoice));
  }

  /** Finds the earliest position of a choice on its work axis. @returns `NEVER` if there is none before the horizon */
  private findPosition(choice: number): number {
    const { machineChoices, axes, laneFrom } = this.compiled;
    const axis = axes[machineChoices.axis[choice]!]!;
    const machine = machineChoices.machine[choice]!;
    const duration = machineChoices.duration[choice]!;
    const firstLane = machine < 0 ? -1 : laneFrom[machine]!;
    const endLane = machine < 0 ? -1 : laneFrom[machine + 1]!;
    let from = axis.toWork(this.readyAt);
    this.waitsForPeople = false;
    this.foundLane = firstLane;
    this.searchedFrom = from;
    if (from + duration > axis.total || from >= axis.total) return NEVER;
    if (duration === 0) return from;
    const job = this.compiled.machineChoices.crewJob[choice]!;
    for (;;) {
      let position = machine < 0 && from + duration <= axis.total ? from : NEVER;
      for (let lane = firstLane; lane < endLane && position > from; lane++) {
        const foundPosition = this.freeTime.findStart(lane, from, duration);
        if (foundPosition < position) {
          position = foundPosition;
          this.foundLane = lane;
        }
      }
      this.searchedFrom = from;
      if (position === NEVER) {
        this.lackedPeople ||= this.waitsForPeople;
        return NEVER;
      }
      if (job === null) return position;
      const next = this.freePeople.findLaterPosition(job, position, getDayPositions(this.compiled, choice));
      if (next < 0) return position;
      this.waitsForPeople = true;
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
      this.freeTime.give(schedule.lane[task]!, position, schedule.positionEnd[task]!);
    const job = compiled.machineChoices.crewJob[choice];
    if (job) this.freePeople.give(job, position, getDayPositions(compiled, choice));
    this.reserved[task] = 0;
    schedule.choice[task] = -1;
    schedule.lane[task] = -1;
  }

  private leaveUnplaced(task: number, reason: number): void {
    if (this.reserved[task] === 1) this.giveBack(task);
    this.schedule.choice[task] = -1;
    this.schedule.unplacedReason[task] = reason;
  }

  /** Finds out what keeps a task where the last plan put it. */
  private explainKept(task: number): void {
    const { schedule, compiled } = this;
    const axis = compiled.axes[compiled.machineChoices.axis[schedule.choice[task]!]!]!;
    const position = schedule.position[task]!;
    if (schedule.start[task] === this.readyAt) schedule.bound[task] = schedule.readyBound[task]!;
    else if (axis.toWork(this.readyAt) === position) schedule.bound[task] = BOUND.closed;
    else {
      const machine = compiled.machineChoices.machine[schedule.choice[task]!]!;
      let isBusy = machine >= 0;
      for (let lane = compiled.laneFrom[machine]!; isBusy && lane < compiled.laneFrom[machine + 1]!; lane++)
        isBusy = !this.freeTime.isFree(lane, position - 1, position);
      schedule.bound[task] = isBusy ? BOUND.machine : BOUND.kept;
    }
  }

  /** Computes when pinned tasks could have started. All other tasks must be placed before. */
  private explainPins(): void {
    const { bound, choice } = this.schedule;
    for (let task = 0; task < bound.length; task++)
      if (bound[task] === BOUND.pin && choice[task]! >= 0) this.computeReady(task);
  }
}
