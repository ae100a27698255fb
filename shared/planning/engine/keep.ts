import { NEVER, toMinutes } from './calendar.ts';
import { type Compiled, FREE } from './compile.ts';
import type { Foundation } from './foundation.ts';
import type { Schedule } from './schedule.ts';
import type { PlanInput } from './types.ts';

/** Where the last plan put each task. `start` is `NEVER` for a task that it does not hold. */
export type LastPlan = Pick<Schedule, 'choice' | 'lane' | 'start' | 'end'>;

/** A task stays on its last machine, unless it would end this much later there than last planned, in minutes. */
export const PATIENCE = 240;

/** Reads the last plan. A choice that is gone, and a lane that is not known, are −1. */
export function readLastPlan(compiled: Compiled, placements: PlanInput['last']): LastPlan | null {
  if (placements === null) return null;
  const { tasks, choices, indexByTask, indexByMachine, laneFrom } = compiled;
  const last: LastPlan = {
    choice: new Int32Array(tasks.length).fill(-1),
    lane: new Int32Array(tasks.length).fill(-1),
    start: new Int32Array(tasks.length).fill(NEVER),
    end: new Int32Array(tasks.length).fill(NEVER),
  };
  for (const placement of placements) {
    const task = indexByTask.get(placement.task);
    if (task === undefined) continue;
    last.start[task] = toMinutes(placement.start);
    last.end[task] = toMinutes(placement.end);
    const machine = placement.machine === null ? -1 : (indexByMachine.get(placement.machine) ?? -2);
    for (let choice = choices.from[task]!; choice < choices.from[task + 1]!; choice++)
      if (choices.machine[choice] === machine) last.choice[task] = choice;
    const lane = machine < 0 ? -1 : laneFrom[machine]! + (placement.lane ?? -1);
    if (machine >= 0 && lane >= laneFrom[machine]! && lane < laneFrom[machine + 1]!) last.lane[task] = lane;
  }
  return last;
}

/** Finds a free lane for a task at its last place, preferably its last lane. @returns −1 if there is none */
function findFreeLane(
  { laneFrom, choices }: Compiled,
  { free }: Foundation,
  choice: number,
  lastLane: number,
  position: number,
): number {
  const machine = choices.machine[choice]!;
  const until = position + choices.duration[choice]!;
  if (lastLane >= 0 && free.isFree(lastLane, position, until)) return lastLane;
  for (let lane = laneFrom[machine]!; lane < laneFrom[machine + 1]!; lane++)
    if (free.isFree(lane, position, until)) return lane;
  return -1;
}

/** Takes the last place of one task, if its machine and its people still have it. */
function reserve(compiled: Compiled, foundation: Foundation, last: LastPlan, task: number): void {
  const { choices, axes, fenceEnd } = compiled;
  const { schedule, room } = foundation;
  const choice = last.choice[task]!;
  const start = last.start[task]!;
  if (choice < 0 || (start < fenceEnd && start < compiled.now)) return;
  const axis = axes[choices.axis[choice]!]!;
  if (!axis.isOpenAt(start)) return;
  const position = axis.toWork(start);
  const duration = choices.duration[choice]!;
  if (position + duration > axis.total) return;
  const job = compiled.choices.crewJob[choice];
  const dayPositions = compiled.dayPositions[choices.axis[choice]!]!;
  if (job && room.findNext(job, position, dayPositions) >= 0) return;
  if (choices.machine[choice]! >= 0) {
    const lane = findFreeLane(compiled, foundation, choice, last.lane[task]!, position);
    if (lane < 0) return;
    foundation.free.take(lane, position, position + duration);
    schedule.lane[task] = lane;
  }
  if (job) room.take(job, position, dayPositions);
  foundation.reserved[task] = 1;
  schedule.choice[task] = choice;
  schedule.position[task] = position;
  schedule.positionEnd[task] = position + duration;
  schedule.start[task] = start;
  schedule.end[task] = duration === 0 ? start : axis.endAt(position + duration);
}

/** Lets tasks stay where the last plan starts them before an instant, in the order of their starts. */
export function reserveLastPlaces(
  compiled: Compiled,
  foundation: Foundation,
  last: LastPlan,
  before: number,
): void {
  const staying: number[] = [];
  for (const task of compiled.precedence)
    if (compiled.hold[task] === FREE && compiled.reasons[task] === null && last.start[task]! < before)
      staying.push(task);
  staying.sort((a, b) => last.start[a]! - last.start[b]! || compiled.rank[a]! - compiled.rank[b]!);
  for (const task of staying) reserve(compiled, foundation, last, task);
}
