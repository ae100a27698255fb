import { NEVER } from './calendar.ts';
import type { Compiled } from './compile.ts';
import type { Objective } from './proposal.ts';
import { findOrderEnds, type Schedule } from './schedule.ts';
import type { Goal } from './types.ts';

/** Computes the values by which plans are compared. */
export function computeObjective(compiled: Compiled, schedule: Schedule): Objective {
  const { now, dueOfOrder, weightOfOrder } = compiled;
  let unplaced = 0;
  let makespan = 0;
  for (let task = 0; task < schedule.choice.length; task++)
    if (schedule.choice[task]! < 0) unplaced++;
    else if (schedule.end[task]! - now > makespan) makespan = schedule.end[task]! - now;
  let tardiness = 0;
  let flow = 0;
  for (const [order, end] of findOrderEnds(compiled, schedule).entries()) {
    if (end === -NEVER) continue;
    flow += end - now;
    if (end > dueOfOrder[order]!) tardiness += weightOfOrder[order]! * (end - dueOfOrder[order]!);
  }
  return { unplaced, tardiness, makespan, flow };
}

const CRITERIA = {
  tardiness: ['unplaced', 'tardiness', 'flow'],
  makespan: ['unplaced', 'makespan', 'tardiness', 'flow'],
} as const satisfies Record<Goal, readonly (keyof Objective)[]>;

/** Compares two plans by a goal. @returns below 0 if the first is better */
export function compareObjectives(goal: Goal, a: Objective, b: Objective): number {
  for (const criterion of CRITERIA[goal])
    if (a[criterion] !== b[criterion]) return a[criterion] - b[criterion];
  return 0;
}
