import { groupBy } from '#shared/planning/group-by.ts';
import type { Placed, Proposal } from '#shared/planning/engine/proposal.ts';
import type { PlanInput, Task } from '#shared/planning/engine/types.ts';
import { checkPlanAnswers } from './check-plan-answers.ts';
import { countOpen, CheckedPlan, readDuration } from './checked-plan.ts';

function checkPlacedOnce({ input, proposal }: CheckedPlan): string[] {
  const counts = new Map<number, number>();
  for (const { task } of [...proposal.placed, ...proposal.unplaced])
    counts.set(task, (counts.get(task) ?? 0) + 1);
  const faults = input.tasks
    .filter(({ id }) => counts.get(id) !== 1)
    .map(({ id }) => `task ${id} is reported ${counts.get(id) ?? 0} times`);
  if (counts.size !== input.tasks.length) faults.push('a task is not known');
  return faults;
}

function isOnCycle(checkedPlan: CheckedPlan, task: Task): boolean {
  const seenIds = new Set<number>();
  const tasksToVisit = [task];
  while (tasksToVisit.length > 0) {
    const current = tasksToVisit.pop()!;
    if (checkedPlan.isHeld(current.id)) continue;
    for (const { task: id } of current.after) {
      if (id === task.id) return true;
      const next = checkedPlan.taskById.get(id);
      if (!next || seenIds.has(id)) continue;
      seenIds.add(id);
      tasksToVisit.push(next);
    }
  }
  return false;
}

function checkReasons(checkedPlan: CheckedPlan): string[] {
  const faults: string[] = [];
  for (const { task: id, reason, predecessor } of checkedPlan.proposal.unplaced) {
    const task = checkedPlan.taskById.get(id)!;
    const machines = task.need.kind === 'machines' ? task.need.machines : [];
    const knownMachines = machines.filter((machine) => checkedPlan.machineById.has(machine.id));
    const estimates =
      task.started || task.need.kind !== 'machines'
        ? [readDuration(task, null)]
        : knownMachines.map((machine) => readDuration(task, machine.id));
    const estimatedMachineIds = knownMachines
      .map((machine) => machine.id)
      .filter((machine) => task.started !== null || readDuration(task, machine) !== null);
    const isTrue = {
      noEstimate: () => estimates.every((minutes) => minutes === null) || task.pinned !== null,
      noResource: () =>
        task.need.kind === 'machines' && (knownMachines.length === 0 || checkedPlan.isHeld(id)),
      noCalendar: () =>
        (task.started?.machine ? [task.started.machine] : estimatedMachineIds).every(
          (machine) => countOpen(checkedPlan.listWindows(task, machine), -Infinity, Infinity) === 0,
        ),
      noPeople: () => task.crew !== null && !checkedPlan.isHeld(id),
      beyondHorizon: () => task.pinned === null || task.started !== null,
      cycle: () => isOnCycle(checkedPlan, task),
      predecessorUnplaced: () =>
        predecessor !== null &&
        task.after.some((after) => after.task === predecessor) &&
        !checkedPlan.placedByTask.has(predecessor),
    }[reason];
    if (!isTrue || !isTrue()) faults.push(`task ${id} is not placed for a wrong reason: ${reason}`);
  }
  return faults;
}

/** Checks that a free task works its whole duration in open windows, and not before it may start. */
function checkFreeTask(checkedPlan: CheckedPlan, task: Task, placed: Placed): string[] {
  const { now, fenceEnd, horizonEnd, last, bookings } = checkedPlan.input;
  const faults: string[] = [];
  const addFault = (text: string): unknown => faults.push(`task ${task.id} ${text}`);
  const duration = readDuration(task, placed.machine);
  if (duration === null) return [`task ${task.id} is placed without an estimate`];
  if (task.need.kind !== 'machines' && placed.machine !== null)
    addFault('has a machine that it does not need');
  const windows = checkedPlan.listWindows(task, placed.machine);
  if (countOpen(windows, placed.start, placed.end) !== duration) addFault('works too long or too short');
  if (placed.start > placed.end || placed.end > horizonEnd) addFault('ends outside the horizon');
  if (!checkedPlan.isOpenAt(windows, placed.start)) addFault('starts while closed');
  if (duration > 0 && !checkedPlan.isOpenAt(windows, placed.end - 1)) addFault('ends while closed');
  const wasInFence = last?.some(({ task: id, start }) => id === task.id && start < fenceEnd) ?? false;
  if (placed.start < (wasInFence ? now : Math.max(now, fenceEnd))) addFault('newly starts before the fence');
  if (placed.start < Math.max(task.materialAt ?? 0, task.notBefore ?? 0)) addFault('starts before it may');
  for (const { task: id, transfer } of task.after) {
    if (!checkedPlan.taskById.has(id)) continue;
    const predecessor = checkedPlan.placedByTask.get(id);
    if (!predecessor) addFault(`is placed, but not its predecessor ${id}`);
    else if (placed.start < predecessor.end + transfer) addFault(`starts before ${id} is there`);
  }
  for (const { machine, from, until } of bookings)
    if (
      machine === placed.machine &&
      countOpen(windows, Math.max(from, placed.start), Math.min(until, placed.end)) > 0
    )
      addFault('works while its machine is booked');
  return faults;
}

function checkHeldTask({ proposal, input }: CheckedPlan, task: Task, placed: Placed): string[] {
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
  const reportedConflicts = proposal.conflicts.filter((conflict) => conflict.task === task.id);
  const expectReported = (kind: string, isBroken: boolean): void => {
    if (reportedConflicts.some((conflict) => conflict.kind === kind) !== isBroken)
      faults.push(
        `conflict ${kind} of task ${task.id} is ${isBroken ? 'not reported' : 'reported without need'}`,
      );
  };
  const placedByTask = new Map(proposal.placed.map((candidate) => [candidate.task, candidate]));
  const knownTaskIds = new Set(input.tasks.map(({ id }) => id));
  expectReported(
    'predecessor',
    task.after.some(
      ({ task: id, transfer }) =>
        knownTaskIds.has(id) && (placedByTask.get(id)?.end ?? Infinity) + transfer > placed.start,
    ),
  );
  expectReported('early', placed.start < Math.max(input.now, task.materialAt ?? 0, task.notBefore ?? 0));
  return faults;
}

/**
 * Checks that no two tasks work on a lane at the same time, unless both are started or pinned and the overlap is
 * reported for both.
 */
function checkLanes(checkedPlan: CheckedPlan): string[] {
  const faults: string[] = [];
  const reported = new Set(
    checkedPlan.proposal.conflicts
      .filter(({ kind }) => kind === 'overlap')
      .map(({ task, other }) => `${task} ${other}`),
  );
  for (const pair of reported) {
    const [task, other] = pair.split(' ');
    if (other !== 'null' && !reported.has(`${other} ${task}`))
      faults.push(`overlap ${pair} is reported on one side only`);
  }
  const placedByMachine = groupBy(
    checkedPlan.proposal.placed.filter(({ machine }) => machine !== null),
    ({ machine }) => machine!,
  );
  for (const [machine, placed] of placedByMachine) {
    const windows = checkedPlan.listWindowsOfMachine(machine);
    for (const [index, placedTask] of placed.entries()) {
      if (placedTask.lane < 0 || placedTask.lane >= checkedPlan.machineById.get(machine)!.lanes)
        faults.push(`task ${placedTask.task} has an unknown lane`);
      for (const otherTask of placed.slice(index + 1)) {
        if (placedTask.lane !== otherTask.lane) continue;
        const [from, until] = checkedPlan.findBusySpan(placedTask);
        const [otherFrom, otherUntil] = checkedPlan.findBusySpan(otherTask);
        if (countOpen(windows, Math.max(from, otherFrom), Math.min(until, otherUntil)) === 0) continue;
        const isReported = [placedTask.task, otherTask.task].some((task) =>
          [...reported].some((pair) => pair.startsWith(`${task} `)),
        );
        if (!checkedPlan.isHeld(placedTask.task) || !checkedPlan.isHeld(otherTask.task) || !isReported)
          faults.push(`tasks ${placedTask.task} and ${otherTask.task} have one lane at the same time`);
      }
    }
  }
  return faults;
}

/** Checks a plan against its input. @returns a sentence per fault */
export function checkPlan(input: PlanInput, proposal: Proposal): string[] {
  const checkedPlan = new CheckedPlan(input, proposal);
  const onceFaults = checkPlacedOnce(checkedPlan);
  if (onceFaults.length > 0) return onceFaults;
  const taskFaults = input.tasks.flatMap((task) => {
    const placed = checkedPlan.placedByTask.get(task.id);
    if (!placed) return [];
    return checkedPlan.isHeld(task.id)
      ? checkHeldTask(checkedPlan, task, placed)
      : checkFreeTask(checkedPlan, task, placed);
  });
  return [
    ...checkReasons(checkedPlan),
    ...taskFaults,
    ...checkLanes(checkedPlan),
    ...checkPlanAnswers(checkedPlan),
  ];
}
