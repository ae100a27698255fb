import { groupBy } from '#shared/planning/group-by.ts';
import type { Placed, Proposal } from '#shared/planning/engine/proposal.ts';
import type { PlanInput, Task } from '#shared/planning/engine/types.ts';
import { checkPlanAnswers } from './check-plan-answers.ts';
import { countOpen, PlanFloor, readDuration } from './plan-floor.ts';

function checkPlacedOnce({ input, proposal }: PlanFloor): string[] {
  const counts = new Map<number, number>();
  for (const { task } of [...proposal.placed, ...proposal.unplaced])
    counts.set(task, (counts.get(task) ?? 0) + 1);
  const faults = input.tasks
    .filter(({ id }) => counts.get(id) !== 1)
    .map(({ id }) => `task ${id} is told ${counts.get(id) ?? 0} times`);
  if (counts.size !== input.tasks.length) faults.push('a task is not known');
  return faults;
}

function isOnCycle(floor: PlanFloor, task: Task): boolean {
  const seen = new Set<number>();
  const open = [task];
  while (open.length > 0) {
    const current = open.pop()!;
    if (floor.isHeld(current.id)) continue;
    for (const { task: id } of current.after) {
      if (id === task.id) return true;
      const next = floor.taskById.get(id);
      if (!next || seen.has(id)) continue;
      seen.add(id);
      open.push(next);
    }
  }
  return false;
}

function checkReasons(floor: PlanFloor): string[] {
  const faults: string[] = [];
  for (const { task: id, reason, predecessor } of floor.proposal.unplaced) {
    const task = floor.taskById.get(id)!;
    const machines = task.need.kind === 'machines' ? task.need.machines : [];
    const known = machines.filter((machine) => floor.machineById.has(machine.id));
    const estimates =
      task.started || task.need.kind !== 'machines'
        ? [readDuration(task, null)]
        : known.map((machine) => readDuration(task, machine.id));
    const estimated = known
      .map((machine) => machine.id)
      .filter((machine) => task.started !== null || readDuration(task, machine) !== null);
    const isTrue = {
      noEstimate: () => estimates.every((minutes) => minutes === null) || task.pinned !== null,
      noResource: () => task.need.kind === 'machines' && (known.length === 0 || floor.isHeld(id)),
      noCalendar: () =>
        (task.started?.machine ? [task.started.machine] : estimated).every(
          (machine) => countOpen(floor.windowsOf(task, machine), -Infinity, Infinity) === 0,
        ),
      noPeople: () => task.crew !== null && !floor.isHeld(id),
      beyondHorizon: () => task.pinned === null || task.started !== null,
      cycle: () => isOnCycle(floor, task),
      predecessorUnplaced: () =>
        predecessor !== null &&
        task.after.some((after) => after.task === predecessor) &&
        !floor.placedByTask.has(predecessor),
    }[reason];
    if (!isTrue || !isTrue()) faults.push(`task ${id} is not placed for a wrong reason: ${reason}`);
  }
  return faults;
}

/** A free task works its whole duration in open windows, begins and ends in one, and not before it may. */
function checkFreeTask(floor: PlanFloor, task: Task, placed: Placed): string[] {
  const { now, fenceEnd, horizonEnd, last, bookings } = floor.input;
  const faults: string[] = [];
  const fault = (text: string): unknown => faults.push(`task ${task.id} ${text}`);
  const duration = readDuration(task, placed.machine);
  if (duration === null) return [`task ${task.id} is placed without an estimate`];
  if (task.need.kind !== 'machines' && placed.machine !== null) fault('has a machine that it does not need');
  const windows = floor.windowsOf(task, placed.machine);
  if (countOpen(windows, placed.start, placed.end) !== duration) fault('works too long or too short');
  if (placed.start > placed.end || placed.end > horizonEnd) fault('ends outside the horizon');
  if (!floor.isOpenAt(windows, placed.start)) fault('starts while closed');
  if (duration > 0 && !floor.isOpenAt(windows, placed.end - 1)) fault('ends while closed');
  const wasInFence = last?.some(({ task: id, start }) => id === task.id && start < fenceEnd) ?? false;
  if (placed.start < (wasInFence ? now : Math.max(now, fenceEnd))) fault('is newly put inside the fence');
  if (placed.start < Math.max(task.materialAt ?? 0, task.notBefore ?? 0)) fault('starts before it may');
  for (const { task: id, transfer } of task.after) {
    if (!floor.taskById.has(id)) continue;
    const predecessor = floor.placedByTask.get(id);
    if (!predecessor) fault(`is placed, but not its predecessor ${id}`);
    else if (placed.start < predecessor.end + transfer) fault(`starts before ${id} is there`);
  }
  for (const { machine, from, until } of bookings)
    if (
      machine === placed.machine &&
      countOpen(windows, Math.max(from, placed.start), Math.min(until, placed.end)) > 0
    )
      fault('works while its machine is booked');
  return faults;
}

function checkHeldTask({ proposal, input }: PlanFloor, task: Task, placed: Placed): string[] {
  const { started, pinned } = task;
  const at = started ?? pinned!;
  const faults: string[] = [];
  const start = started ? started.at : pinned!.start;
  if (placed.start !== start) faults.push(`task ${task.id} is held, but moved`);
  if (task.need.kind === 'machines' && at.machine !== null && placed.machine !== at.machine)
    faults.push(`task ${task.id} is held, but on another machine`);
  if (!started && pinned!.end !== null && placed.end !== Math.max(pinned!.end, pinned!.start))
    faults.push(`task ${task.id} is pinned, but ends at another time`);
  if (started) return faults;
  const told = proposal.conflicts.filter((conflict) => conflict.task === task.id);
  const expectTold = (kind: string, isBroken: boolean): void => {
    if (told.some((conflict) => conflict.kind === kind) !== isBroken)
      faults.push(`conflict ${kind} of task ${task.id} is ${isBroken ? 'not told' : 'told without need'}`);
  };
  const placedByTask = new Map(proposal.placed.map((other) => [other.task, other]));
  const known = new Set(input.tasks.map(({ id }) => id));
  expectTold(
    'predecessor',
    task.after.some(
      ({ task: id, transfer }) =>
        known.has(id) && (placedByTask.get(id)?.end ?? Infinity) + transfer > placed.start,
    ),
  );
  expectTold('early', placed.start < Math.max(input.now, task.materialAt ?? 0, task.notBefore ?? 0));
  return faults;
}

/** Two tasks on one lane never work at the same time. Only held tasks may, and then it is told on both sides. */
function checkLanes(floor: PlanFloor): string[] {
  const faults: string[] = [];
  const told = new Set(
    floor.proposal.conflicts
      .filter(({ kind }) => kind === 'overlap')
      .map(({ task, other }) => `${task} ${other}`),
  );
  for (const pair of told) {
    const [task, other] = pair.split(' ');
    if (other !== 'null' && !told.has(`${other} ${task}`))
      faults.push(`overlap ${pair} is told on one side only`);
  }
  const byMachine = groupBy(
    floor.proposal.placed.filter(({ machine }) => machine !== null),
    ({ machine }) => machine!,
  );
  for (const [machine, placed] of byMachine) {
    const windows = floor.windowsOfMachine(machine);
    for (const [index, one] of placed.entries()) {
      if (one.lane < 0 || one.lane >= floor.machineById.get(machine)!.lanes)
        faults.push(`task ${one.task} has an unknown lane`);
      for (const other of placed.slice(index + 1)) {
        if (one.lane !== other.lane) continue;
        const [from, until] = floor.busySpan(one);
        const [otherFrom, otherUntil] = floor.busySpan(other);
        if (countOpen(windows, Math.max(from, otherFrom), Math.min(until, otherUntil)) === 0) continue;
        const isTold = [one.task, other.task].some((task) =>
          [...told].some((pair) => pair.startsWith(`${task} `)),
        );
        if (!floor.isHeld(one.task) || !floor.isHeld(other.task) || !isTold)
          faults.push(`tasks ${one.task} and ${other.task} have one lane at the same time`);
      }
    }
  }
  return faults;
}

/** Checks a plan against its input. @returns a sentence per fault */
export function checkPlan(input: PlanInput, proposal: Proposal): string[] {
  const floor = new PlanFloor(input, proposal);
  const onceFaults = checkPlacedOnce(floor);
  if (onceFaults.length > 0) return onceFaults;
  const taskFaults = input.tasks.flatMap((task) => {
    const placed = floor.placedByTask.get(task.id);
    if (!placed) return [];
    return floor.isHeld(task.id) ? checkHeldTask(floor, task, placed) : checkFreeTask(floor, task, placed);
  });
  return [...checkReasons(floor), ...taskFaults, ...checkLanes(floor), ...checkPlanAnswers(floor)];
}
