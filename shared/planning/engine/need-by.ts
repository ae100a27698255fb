import { NEVER, toLimitedMinutes } from './calendar.ts';
import { type Compiled, FREE, PINNED } from './compile.ts';
import { computeObjective } from './objective.ts';
import { type LastPlan, makeSchedule, type Schedule } from './schedule.ts';

/** The latest start and the latest end of each task, if no task waits in a queue. */
export interface NeedBy {
  readonly start: Float64Array;
  readonly end: Float64Array;
  /**
   * 1 if a due date limits the task: the due date of its order, or of a task that follows it. Otherwise the
   * horizon limits it.
   */
  readonly isDated: Uint8Array;
}

/**
 * Returns the latest start, on any machine, with which a task can end at `end` without waiting in a queue.
 */
function findLatestStart({ machineChoices, axes }: Compiled, task: number, end: number): number {
  let latest = -Infinity;
  for (let choice = machineChoices.from[task]!; choice < machineChoices.from[task + 1]!; choice++) {
    const axis = axes[machineChoices.axis[choice]!]!;
    const position = axis.toWork(end) - machineChoices.duration[choice]!;
    const start = position < axis.total ? axis.startAt(position) : end;
    if (start > latest) latest = start;
  }
  return latest === -Infinity ? end : latest;
}

/**
 * Computes the latest starts and ends, backwards from the due dates. Calendars and transfers count, but the
 * numbers of machines and people have no limit.
 */
export function computeNeedBy(compiled: Compiled): NeedBy {
  const { precedence, tasks, hold, dueOfOrder, orderOfTask, horizonEnd, waitingSuccessors } = compiled;
  const needBy: NeedBy = {
    start: new Float64Array(tasks.length).fill(horizonEnd),
    end: new Float64Array(tasks.length).fill(horizonEnd),
    isDated: new Uint8Array(tasks.length),
  };
  for (let index = precedence.length - 1; index >= 0; index--) {
    const task = precedence[index]!;
    const order = orderOfTask[task]!;
    const due = order < 0 ? NEVER : dueOfOrder[order]!;
    let end = due === NEVER ? horizonEnd : due;
    let isDated = due === NEVER ? 0 : 1;
    for (let edge = waitingSuccessors.from[task]!; edge < waitingSuccessors.from[task + 1]!; edge++) {
      const successor = waitingSuccessors.task[edge]!;
      end = Math.min(end, needBy.start[successor]! - waitingSuccessors.transfer[edge]!);
      isDated |= needBy.isDated[successor]!;
    }
    needBy.end[task] = end;
    needBy.start[task] =
      hold[task] === PINNED
        ? toLimitedMinutes(tasks[task]!.pinned!.start)
        : findLatestStart(compiled, task, end);
    needBy.isDated[task] = isDated;
  }
  return needBy;
}

/**
 * Returns when a task can end at the earliest, if it starts at `readyTime` or later and nothing else needs its
 * machines.
 */
function findEarliestEnd({ machineChoices, axes }: Compiled, task: number, readyTime: number): number {
  let earliest = NEVER;
  for (let choice = machineChoices.from[task]!; choice < machineChoices.from[task + 1]!; choice++) {
    const axis = axes[machineChoices.axis[choice]!]!;
    const position = axis.toWork(readyTime);
    const duration = machineChoices.duration[choice]!;
    const end = duration === 0 ? axis.startAt(position) : axis.endAt(position + duration);
    if (end < earliest) earliest = end;
  }
  return earliest;
}

/**
 * Computes a lower bound of the weighted tardiness: the weighted tardiness with an unlimited number of
 * machines and people.
 * @param heldSchedule the plan of the started and pinned tasks
 */
export function findLeastTardiness(
  compiled: Compiled,
  heldSchedule: Schedule,
  last: LastPlan | null,
): number {
  const { precedence, predecessors, hold, now, fenceEnd, materialAt, notBefore } = compiled;
  const relaxedSchedule = makeSchedule(hold.length);
  for (const task of precedence) {
    if (hold[task] !== FREE) {
      relaxedSchedule.choice[task] = heldSchedule.choice[task]!;
      relaxedSchedule.end[task] = heldSchedule.end[task]!;
      continue;
    }
    const floor = last !== null && last.start[task]! < fenceEnd ? now : fenceEnd;
    let readyTime = Math.max(floor, materialAt[task]!, notBefore[task]!);
    let isPlaceable = compiled.unplacedReasons[task] === null;
    for (let edge = predecessors.from[task]!; edge < predecessors.from[task + 1]!; edge++) {
      const predecessor = predecessors.task[edge]!;
      if (relaxedSchedule.choice[predecessor]! < 0) isPlaceable = false;
      else readyTime = Math.max(readyTime, relaxedSchedule.end[predecessor]! + predecessors.transfer[edge]!);
    }
    const end = isPlaceable ? findEarliestEnd(compiled, task, readyTime) : NEVER;
    if (end === NEVER) continue;
    relaxedSchedule.choice[task] = compiled.machineChoices.from[task]!;
    relaxedSchedule.end[task] = end;
  }
  return computeObjective(compiled, relaxedSchedule).tardiness;
}
