import { NEVER, toLimitedMinutes } from './calendar.ts';
import { type Compiled, FREE, getDayPositions } from './compile.ts';
import { findFreeLane, type InitialState } from './initial-state.ts';
import type { LastPlan } from './schedule.ts';
import type { PlanInput } from './types.ts';

/**
 * The number of minutes that a change of machine must save. A task leaves its last machine only under two
 * conditions. On the last machine, it would end more than this later than in the last plan. On another
 * machine, it would end more than this earlier than on the last machine.
 */
export const MACHINE_CHANGE_THRESHOLD = 240;

/** Reads the last plan. A choice or lane that no longer exists is −1. */
export function readLastPlan(compiled: Compiled, placements: PlanInput['last']): LastPlan | null {
  if (placements === null) return null;
  const { tasks, machineChoices, indexByTask, indexByMachine, laneFrom } = compiled;
  const last: LastPlan = {
    choice: new Int32Array(tasks.length).fill(-1),
    lane: new Int32Array(tasks.length).fill(-1),
    start: new Int32Array(tasks.length).fill(NEVER),
    end: new Int32Array(tasks.length).fill(NEVER),
  };
  for (const placement of placements) {
    const task = indexByTask.get(placement.task);
    if (task === undefined) continue;
    last.start[task] = toLimitedMinutes(placement.start);
    last.end[task] = toLimitedMinutes(placement.end);
    const machine = placement.machine === null ? -1 : (indexByMachine.get(placement.machine) ?? -2);
    for (let choice = machineChoices.from[task]!; choice < machineChoices.from[task + 1]!; choice++)
      if (machineChoices.machine[choice] === machine && last.choice[task]! < 0) last.choice[task] = choice;
    const lane = machine < 0 ? -1 : laneFrom[machine]! + (placement.lane ?? -1);
    if (machine >= 0 && lane >= laneFrom[machine]! && lane < laneFrom[machine + 1]!) last.lane[task] = lane;
  }
  return last;
}

/** Takes the place of a task in the last plan, if the machine and the people are still free there. */
function reserveLastPlace(
  compiled: Compiled,
  initialState: InitialState,
  last: LastPlan,
  task: number,
): void {
  const { machineChoices, axes, fenceEnd } = compiled;
  const { schedule, freePeople } = initialState;
  const choice = last.choice[task]!;
  const start = last.start[task]!;
  if (choice < 0 || (start < fenceEnd && start < compiled.now)) return;
  const axis = axes[machineChoices.axis[choice]!]!;
  if (!axis.isOpenAt(start)) return;
  const position = axis.toWork(start);
  const duration = machineChoices.duration[choice]!;
  if (position + duration > axis.total) return;
  const job = compiled.machineChoices.crewJob[choice];
  const dayPositions = getDayPositions(compiled, choice);
  if (job && freePeople.findLaterPosition(job, position, dayPositions) >= 0) return;
  if (machineChoices.machine[choice]! >= 0) {
    const machine = machineChoices.machine[choice]!;
    const until = position + duration;
    const lane = findFreeLane(compiled, initialState.freeTime, machine, last.lane[task]!, position, until);
    if (lane < 0) return;
    initialState.freeTime.take(lane, position, until);
    schedule.lane[task] = lane;
  }
  if (job) freePeople.take(job, position, dayPositions);
  initialState.reserved[task] = 1;
  schedule.choice[task] = choice;
  schedule.position[task] = position;
  schedule.positionEnd[task] = position + duration;
  schedule.start[task] = start;
  schedule.end[task] = duration === 0 ? start : axis.endAt(position + duration);
}

/** Reserves the last places of tasks that the last plan starts before an instant, in the order of these starts. */
export function reserveLastPlaces(
  compiled: Compiled,
  initialState: InitialState,
  last: LastPlan,
  before: number,
): void {
  const stayingTasks: number[] = [];
  for (const task of compiled.precedence)
    if (compiled.hold[task] === FREE && compiled.unplacedReasons[task] === null && last.start[task]! < before)
      stayingTasks.push(task);
  stayingTasks.sort((a, b) => last.start[a]! - last.start[b]! || compiled.rank[a]! - compiled.rank[b]!);
  for (const task of stayingTasks) reserveLastPlace(compiled, initialState, last, task);
}
