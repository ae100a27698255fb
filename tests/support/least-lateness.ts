import type { Proposal } from '#shared/planning/engine/proposal.ts';
import type { PlanInput, Task } from '#shared/planning/engine/types.ts';
import { readDuration } from './checked-plan.ts';

/** Returns the minutes of a task on its fastest machine. */
function findShortest(task: Task): number {
  const machines = task.need.kind === 'machines' ? task.need.machines.map(({ id }) => id) : [null];
  return Math.min(...machines.map((machine) => readDuration(task, machine) ?? Infinity));
}

/**
 * Computes how late each order is at least, in minutes, as if no task waited for a machine, a shift or people. Started
 * and pinned tasks end where the plan says.
 */
export function findLeastLateness(input: PlanInput, proposal: Proposal): Map<number, number> {
  const taskById = new Map(input.tasks.map((task) => [task.id, task]));
  const placedByTask = new Map(proposal.placed.map((placed) => [placed.task, placed]));
  const leastEnds = new Map<number, number>();
  const findEnd = (task: Task): number => {
    const known = leastEnds.get(task.id);
    if (known !== undefined) return known;
    const isHeld = task.started !== null || task.pinned !== null;
    const before = task.after.flatMap(({ task: id, transfer }) => {
      const predecessor = taskById.get(id);
      return predecessor && !isHeld ? findEnd(predecessor) + transfer : [];
    });
    const start = Math.max(input.now, task.materialAt ?? 0, task.notBefore ?? 0, ...before);
    const end = isHeld ? placedByTask.get(task.id)!.end : start + findShortest(task);
    leastEnds.set(task.id, end);
    return end;
  };
  return new Map(
    input.orders.map(({ id, due }) => {
      const placed = input.tasks.filter((task) => task.order === id && placedByTask.has(task.id));
      const end = Math.max(-Infinity, ...placed.map(findEnd));
      return [id, Math.max(0, end - (due ?? Infinity))];
    }),
  );
}
