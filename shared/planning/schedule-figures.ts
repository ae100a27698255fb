import type { ScheduleComparison, ScheduleFigures, ScheduleMove } from '#shared/answers/schedule.ts';
import { comparePlans } from './engine/compare.ts';
import type { Proposal } from './engine/proposal.ts';
import type { Placement } from './engine/types.ts';

/** Computes the figures of a plan. */
export function sumScheduleFigures({
  placed,
  unplaced,
  conflicts,
  orders,
  objective,
}: Proposal): ScheduleFigures {
  const lateOrders = orders.filter(({ lateBy }) => lateBy > 0);
  return {
    placed: placed.length,
    unplaced: unplaced.length,
    conflicts: conflicts.length,
    orders: orders.length,
    lateOrders: lateOrders.length,
    lateMinutes: lateOrders.reduce((sum, { lateBy }) => sum + lateBy, 0),
    mostLateMinutes: lateOrders.reduce((largest, { lateBy }) => Math.max(largest, lateBy), 0),
    objective,
  };
}

/** Lists the operations for which a proposal has another machine or time than the present plan. */
function listMoves(last: readonly Placement[], { placed }: Proposal): ScheduleMove[] {
  const lastByTask = new Map(last.map((placement) => [placement.task, placement]));
  return placed.flatMap(({ task, machine, start }): ScheduleMove[] => {
    const from = lastByTask.get(task);
    if (!from || (from.machine === machine && from.start === start)) return [];
    return [
      {
        processId: task,
        laterBy: start - from.start,
        isMachineChanged: from.machine !== machine,
        fromMachine: from.machine,
        fromStart: from.start,
        fromEnd: from.end,
      },
    ];
  });
}

/**
 * Compares a proposal with the present plan.
 * @param last the placements of the present plan
 * @param before the repaired present plan, in which operations that no longer fit have moved into gaps
 * @param after the proposal
 */
export function compareSchedules(
  last: readonly Placement[],
  before: Proposal,
  after: Proposal,
): ScheduleComparison {
  const { newlyLate, newlyOnTime, shifted } = comparePlans(before, after);
  const placedBefore = new Set(last.map(({ task }) => task));
  const placedAfter = new Set(after.placed.map(({ task }) => task));
  return {
    newlyLate,
    newlyOnTime,
    shifted,
    moved: listMoves(last, after),
    newlyPlaced: [...placedAfter].filter((task) => !placedBefore.has(task)),
    newlyUnplaced: after.unplaced.flatMap(({ task }) => (placedBefore.has(task) ? [task] : [])),
  };
}
