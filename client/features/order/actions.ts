import { hasPermission } from '#shared/kernel/permissions.ts';
import { findNextState, listAllowedEvents } from '#shared/kernel/machine.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import { workOrderStateMachine, type OrderEvent, type OrderState } from '#shared/machines/work-order.ts';

/** The events of a work order that planners trigger. */
export type PlannerEvent = Extract<
  OrderEvent,
  'release' | 'suspend' | 'resume' | 'close' | 'reopen' | 'cancel'
>;

const PLANNER_EVENTS: readonly PlannerEvent[] = ['release', 'resume', 'reopen', 'suspend', 'close', 'cancel'];
const isPlannerEvent = (event: OrderEvent): event is PlannerEvent =>
  (PLANNER_EVENTS as readonly OrderEvent[]).includes(event);

/**
 * Returns the events that this user may trigger in the current state of an order. Release, resume and
 * reopen come before the events that stop the work.
 */
export function findPlannerEvents(state: OrderState, user: CurrentUser): PlannerEvent[] {
  const possibleEvents = listAllowedEvents(workOrderStateMachine, state).filter(isPlannerEvent);
  const permittedEvents = possibleEvents.filter((event) =>
    hasPermission(user, event === 'reopen' ? 'WORK_ORDER_REOPEN' : 'WORK_ORDER_MODIFY'),
  );
  return PLANNER_EVENTS.filter((event) => permittedEvents.includes(event));
}

type OrderWithState = Readonly<{ id: number; code: string; state: OrderState }>;

/** Returns the events that this user may trigger in the current state of at least one of the orders. */
export function findPlannerEventsOfMany(
  orders: readonly OrderWithState[],
  user: CurrentUser,
): PlannerEvent[] {
  const possibleEvents = new Set(orders.flatMap(({ state }) => findPlannerEvents(state, user)));
  return PLANNER_EVENTS.filter((event) => possibleEvents.has(event));
}

/** Divides orders into those whose state allows an event, and those that must be left out. */
export function chooseOrdersForEvent<O extends OrderWithState>(
  orders: readonly O[],
  event: PlannerEvent | 'merge',
): { allowedOrders: O[]; omittedOrders: O[] } {
  const isAllowed = ({ state }: O) => findNextState(workOrderStateMachine, state, event) !== null;
  return {
    allowedOrders: orders.filter(isAllowed),
    omittedOrders: orders.filter((order) => !isAllowed(order)),
  };
}
