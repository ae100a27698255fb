import type { Load, PlannedOrder, Proposal } from './proposal.ts';

/** An order whose end differs between two plans. */
export interface ShiftedOrder {
  readonly id: number;
  /** Minutes by which it ends later; negative if it ends earlier. */
  readonly laterBy: number;
  readonly lateBefore: number;
  readonly lateAfter: number;
}

/** An operation that two plans put in different places. */
export interface MovedTask {
  readonly task: number;
  /** Minutes by which it starts later; negative if it starts earlier. */
  readonly laterBy: number;
  readonly isMachineChanged: boolean;
}

/** How much more load a machine or a group has on a day. */
export interface LoadDifference {
  readonly id: number;
  /** A position in `PlanInput.days`. */
  readonly day: number;
  /** Negative if it has less load. */
  readonly minutes: number;
}

export interface Comparison {
  /** Orders that are late in the second plan, but not in the first. */
  readonly newlyLate: readonly number[];
  readonly newlyOnTime: readonly number[];
  /** Orders that end at another time, the largest delay first. */
  readonly shifted: readonly ShiftedOrder[];
  readonly moved: readonly MovedTask[];
  /** The operations that only the second plan places, and the operations that only the first plan places. */
  readonly newlyPlaced: readonly number[];
  readonly newlyUnplaced: readonly number[];
  readonly machineLoad: readonly LoadDifference[];
  readonly peopleLoad: readonly LoadDifference[];
}

function compareLoads(before: readonly Load[], after: readonly Load[]): LoadDifference[] {
  const plannedBefore = new Map(before.map(({ id, planned }) => [id, planned]));
  const plannedAfter = new Map(after.map(({ id, planned }) => [id, planned]));
  const ids = [...new Set([...plannedBefore.keys(), ...plannedAfter.keys()])].sort((a, b) => a - b);
  return ids.flatMap((id) => {
    const minutesBefore = plannedBefore.get(id) ?? [];
    const minutesAfter = plannedAfter.get(id) ?? [];
    return Array.from({ length: Math.max(minutesBefore.length, minutesAfter.length) }, (_, day) => ({
      id,
      day,
      minutes: (minutesAfter[day] ?? 0) - (minutesBefore[day] ?? 0),
    })).filter(({ minutes }) => minutes !== 0);
  });
}

function compareOrders(before: readonly PlannedOrder[], after: readonly PlannedOrder[]): ShiftedOrder[] {
  const ordersBefore = new Map(before.map((order) => [order.id, order]));
  const shifted = after.flatMap((order): ShiftedOrder[] => {
    const orderBefore = ordersBefore.get(order.id);
    if (!orderBefore || orderBefore.end === null || order.end === null || orderBefore.end === order.end)
      return [];
    return [
      {
        id: order.id,
        laterBy: order.end - orderBefore.end,
        lateBefore: orderBefore.lateBy,
        lateAfter: order.lateBy,
      },
    ];
  });
  return shifted.sort((a, b) => b.laterBy - a.laterBy || a.id - b.id);
}

/** Compares the orders, operations and loads of two plans of the same factory with the same days. */
export function comparePlans(before: Proposal, after: Proposal): Comparison {
  const placedBefore = new Map(before.placed.map((placed) => [placed.task, placed]));
  const placedAfter = new Set(after.placed.map(({ task }) => task));
  const lateBefore = new Set(before.orders.filter(({ lateBy }) => lateBy > 0).map(({ id }) => id));
  const lateAfter = new Set(after.orders.filter(({ lateBy }) => lateBy > 0).map(({ id }) => id));
  const moved = after.placed.flatMap((placed): MovedTask[] => {
    const placementBefore = placedBefore.get(placed.task);
    if (!placementBefore) return [];
    const isMachineChanged = placementBefore.machine !== placed.machine;
    const laterBy = placed.start - placementBefore.start;
    return isMachineChanged || laterBy !== 0 ? [{ task: placed.task, laterBy, isMachineChanged }] : [];
  });
  return {
    newlyLate: [...lateAfter].filter((id) => !lateBefore.has(id)),
    newlyOnTime: [...lateBefore].filter((id) => !lateAfter.has(id)),
    shifted: compareOrders(before.orders, after.orders),
    moved,
    newlyPlaced: [...placedAfter].filter((task) => !placedBefore.has(task)),
    newlyUnplaced: [...placedBefore.keys()].filter((task) => !placedAfter.has(task)),
    machineLoad: compareLoads(before.machineLoad, after.machineLoad),
    peopleLoad: compareLoads(before.peopleLoad, after.peopleLoad),
  };
}
