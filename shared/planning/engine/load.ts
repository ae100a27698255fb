import { type Compiled, getDayPositions } from './compile.ts';
import { findDay, FreePeople } from './free-people.ts';
import { makeCrewJob } from './choices.ts';
import type { Load } from './proposal.ts';
import type { Schedule } from './schedule.ts';

/**
 * Sums the work minutes and the open minutes of each machine on each day from now on, for all its lanes
 * together.
 */
export function sumMachineLoad(compiled: Compiled, schedule: Schedule): Load[] {
  const { machines, axisOfMachine, dayPositions, machineChoices } = compiled;
  const dayCount = Math.max(0, compiled.days.length - 1);
  const planned = machines.map(() => Array.from({ length: dayCount }, () => 0));
  for (let task = 0; task < schedule.choice.length; task++) {
    const choice = schedule.choice[task]!;
    const machine = choice < 0 ? -1 : machineChoices.machine[choice]!;
    if (machine < 0) continue;
    const positions = getDayPositions(compiled, choice);
    const from = schedule.position[task]!;
    const until = schedule.positionEnd[task]!;
    for (let day = Math.max(0, findDay(positions, from)); day < dayCount && positions[day]! < until; day++) {
      const minutes = Math.min(until, positions[day + 1]!) - Math.max(from, positions[day]!);
      if (minutes > 0) planned[machine]![day]! += minutes;
    }
  }
  return machines.map(({ id }, machine) => {
    const positions = dayPositions[axisOfMachine[machine]!]!;
    const lanes = Math.max(1, Math.floor(machines[machine]!.lanes) || 1);
    const available = planned[machine]!.map((_, day) => lanes * (positions[day + 1]! - positions[day]!));
    return { id, planned: planned[machine]!, available };
  });
}

/** Sums the man minutes that tasks need of each group on each day. */
export function sumPeopleLoad(compiled: Compiled, schedule: Schedule): Load[] {
  const { people, groupOfTask, tasks, manMinutes } = compiled;
  const dayCount = Math.max(0, compiled.days.length - 1);
  const takenPeople = new FreePeople(new Int32Array(people.length * dayCount), dayCount);
  for (let task = 0; task < schedule.choice.length; task++) {
    const choice = schedule.choice[task]!;
    if (choice < 0) continue;
    const duration = schedule.positionEnd[task]! - schedule.position[task]!;
    const job = makeCrewJob(tasks[task]!.crew, groupOfTask[task]!, duration);
    if (job) takenPeople.take(job, schedule.position[task]!, getDayPositions(compiled, choice));
  }
  return people.map(({ id }, group) => ({
    id,
    planned: Array.from({ length: dayCount }, (_, day) => 0 - takenPeople.getManMinutes(group, day)),
    available: [...manMinutes.subarray(group * dayCount, (group + 1) * dayCount)],
  }));
}
