import type { Placed } from '#shared/planning/engine/proposal.ts';
import type { Task } from '#shared/planning/engine/types.ts';
import { countOpen, type CheckedPlan } from './checked-plan.ts';

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

function checkOrders({ input, proposal, placedByTask }: CheckedPlan): string[] {
  const faults: string[] = [];
  let tardiness = 0;
  let flow = 0;
  const plannedById = new Map(proposal.orders.map((order) => [order.id, order]));
  for (const order of input.orders) {
    const planned = plannedById.get(order.id);
    if (!planned) return [`order ${order.id} is missing`];
    const tasks = input.tasks.filter((task) => task.order === order.id);
    const ends = tasks.flatMap(({ id }) => placedByTask.get(id)?.end ?? []);
    const end = Math.max(...ends);
    const isWholeOrderPlaced = ends.length === tasks.length && ends.length > 0;
    if (planned.end !== (isWholeOrderPlaced ? end : null))
      faults.push(`order ${order.id} ends at another time`);
    const lateBy = ends.length === 0 ? 0 : Math.max(0, end - (order.due ?? Infinity));
    if (planned.lateBy !== lateBy) faults.push(`order ${order.id} is late by ${lateBy}`);
    if (sum(planned.causes.map(({ minutes }) => minutes)) !== lateBy)
      faults.push(`the causes of order ${order.id} do not add up`);
    tardiness += order.weight * lateBy;
    if (ends.length > 0) flow += end - input.now;
    if (lateBy === 0 || end <= input.now) continue;
    if (planned.chain[0]?.from !== input.now || planned.chain.at(-1)?.until !== end)
      faults.push(`the chain of order ${order.id} does not reach from now to its end`);
    for (const [index, piece] of planned.chain.entries()) {
      if (piece.from >= piece.until || piece.closed < 0 || piece.closed > piece.until - piece.from)
        faults.push(`a piece of the chain of order ${order.id} has no length`);
      if (index > 0 && piece.from !== planned.chain[index - 1]!.until)
        faults.push(`the chain of order ${order.id} has a gap`);
    }
  }
  const makespan = Math.max(0, ...proposal.placed.map(({ end }) => end - input.now));
  const expectedObjective = { unplaced: proposal.unplaced.length, tardiness, makespan, flow };
  for (const [name, value] of Object.entries(expectedObjective))
    if (proposal.objective[name as keyof typeof expectedObjective] !== value)
      faults.push(`${name} is not ${value}`);
  return faults;
}

/** Counts the work minutes of a placed task: those before an instant, and those in total. */
function countWork(
  checkedPlan: CheckedPlan,
  task: Task,
  placed: Placed,
  instant: number,
): [done: number, all: number] {
  const windows = checkedPlan.listWindows(task, placed.machine);
  const [from, until] = checkedPlan.findBusySpan(placed);
  const totalMinutes = countOpen(windows, from, until);
  return [countOpen(windows, from, Math.min(instant, until)), totalMinutes];
}

/** Returns the man minutes of a placed task on each day: whole numbers that add up to its total man minutes. */
function spreadManMinutes(checkedPlan: CheckedPlan, task: Task, placed: Placed): number[] {
  const { days } = checkedPlan.input;
  const countAt = (day: number): number => {
    const [doneMinutes, totalMinutes] = countWork(checkedPlan, task, placed, days[day]!);
    if (totalMinutes === 0) return 0;
    const manMinutes = task.crew!.manMinutes ?? Math.round(totalMinutes * task.crew!.ratio);
    return Math.floor((manMinutes * doneMinutes) / totalMinutes);
  };
  return days.slice(1).map((_, day) => countAt(day + 1) - countAt(day));
}

function checkPeople(checkedPlan: CheckedPlan): string[] {
  const { input, proposal, taskById } = checkedPlan;
  const faults: string[] = [];
  for (const group of input.people) {
    const placedTasksOfGroup = proposal.placed.filter(
      ({ task }) => taskById.get(task)!.crew?.group === group.id,
    );
    const shares = placedTasksOfGroup.map((placed) => ({
      placed,
      minutes: spreadManMinutes(checkedPlan, taskById.get(placed.task)!, placed),
    }));
    const load = proposal.peopleLoad.find(({ id }) => id === group.id);
    for (const [day, available] of group.minutes.entries()) {
      const total = sum(shares.map(({ minutes }) => minutes[day]!));
      if (load?.planned[day] !== total || load.available[day] !== available)
        faults.push(`the load of group ${group.id} on day ${day} is ${total} of ${available}`);
      if (total <= available) continue;
      const heldShares = shares.filter(({ placed }) => checkedPlan.isHeld(placed.task));
      const heldMinutes = sum(heldShares.map(({ minutes }) => minutes[day]!));
      for (const { placed, minutes } of shares.filter((share) => share.minutes[day]! > 0))
        if (checkedPlan.isHeld(placed.task))
          faults.push(...expectPeopleConflict(checkedPlan, placed.task, available, heldMinutes));
        else faults.push(`task ${placed.task} overfills day ${day} of group ${group.id}: ${minutes[day]}`);
    }
  }
  return faults;
}

/**
 * Checks that a people conflict of a pinned task is reported if the started and pinned tasks alone need more people
 * than a day has.
 * @returns a sentence per fault
 */
function expectPeopleConflict(
  { taskById, proposal }: CheckedPlan,
  task: number,
  available: number,
  heldMinutes: number,
): string[] {
  const isReported = proposal.conflicts.some(
    (conflict) => conflict.task === task && conflict.kind === 'people',
  );
  if (taskById.get(task)!.started !== null || heldMinutes <= available || isReported) return [];
  return [`task ${task} needs people that are not there, which is not reported`];
}

function checkMachineLoad(checkedPlan: CheckedPlan): string[] {
  const { input, proposal, taskById } = checkedPlan;
  return input.machines.flatMap(({ id, lanes }) => {
    const load = proposal.machineLoad.find((candidate) => candidate.id === id);
    const placed = proposal.placed.filter(({ machine }) => machine === id);
    return input.days.slice(1).flatMap((dayEnd, day) => {
      const dayStart = input.days[day]!;
      const planned = sum(
        placed.map((placedTask) => {
          const task = taskById.get(placedTask.task)!;
          return (
            countWork(checkedPlan, task, placedTask, dayEnd)[0] -
            countWork(checkedPlan, task, placedTask, dayStart)[0]
          );
        }),
      );
      const available = lanes * countOpen(checkedPlan.listWindowsOfMachine(id), dayStart, dayEnd);
      return load?.planned[day] === planned && load.available[day] === available
        ? []
        : [`the load of machine ${id} on day ${day} is ${planned} of ${available}`];
    });
  });
}

/**
 * Checks what follows from the placed tasks of a proposal: orders, objective, chains and loads.
 * @returns a sentence per fault
 */
export const checkPlanAnswers = (checkedPlan: CheckedPlan): string[] => [
  ...checkOrders(checkedPlan),
  ...checkPeople(checkedPlan),
  ...checkMachineLoad(checkedPlan),
];
