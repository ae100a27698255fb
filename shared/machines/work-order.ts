import { defineStateMachine } from '#shared/kernel/machine.ts';

export const ORDER_STATES = [
  'draft',
  'released',
  'inProgress',
  'completed',
  'closed',
  'suspended',
  'cancelled',
] as const;
export type OrderState = (typeof ORDER_STATES)[number];

const ORDER_EVENTS = [
  'release',
  'suspend',
  'resume',
  'close',
  'reopen',
  'cancel',
  'merge',
  'report',
  'complete',
  'retract',
] as const;
export type OrderEvent = (typeof ORDER_EVENTS)[number];

/**
 * The states of a work order. An order that is merged into another order is cancelled, because the other order makes
 * its pieces. The server itself triggers `report`, `complete` and `retract`: the first report starts the order, the
 * last processes of the root parts complete the order, and a reversal or a new process can move the order back. After
 * `release`, `resume` and `reopen`, the server also derives the state from the processes; the table contains the least
 * advanced state.
 */
export const workOrderStateMachine = defineStateMachine({
  name: 'workOrder',
  states: ORDER_STATES,
  events: ORDER_EVENTS,
  initial: 'draft',
  moves: {
    draft: { release: 'released', cancel: 'cancelled', merge: 'cancelled' },
    released: {
      report: 'inProgress',
      complete: 'completed',
      suspend: 'suspended',
      close: 'closed',
      cancel: 'cancelled',
      merge: 'cancelled',
    },
    inProgress: { complete: 'completed', retract: 'released', suspend: 'suspended', close: 'closed' },
    completed: { retract: 'inProgress', close: 'closed' },
    closed: { reopen: 'released' },
    suspended: { resume: 'released', close: 'closed', cancel: 'cancelled' },
    cancelled: {},
  },
});

/** The states of an order in which new work on it can be reported. */
export const REPORTABLE_ORDER_STATES: ReadonlySet<OrderState> = new Set([
  'released',
  'inProgress',
  'completed',
]);
const ENDED_ORDER_STATES: ReadonlySet<OrderState> = new Set(['closed', 'cancelled']);

const SPLITTABLE_ORDER_STATES: ReadonlySet<OrderState> = new Set([
  'draft',
  'released',
  'inProgress',
  'suspended',
]);

/** Whether new work on an order in this state can be reported. */
export const isOrderReportable = (state: OrderState): boolean => REPORTABLE_ORDER_STATES.has(state);
/** Whether an order has ended: whether it is closed or cancelled. */
export const hasOrderEnded = (state: OrderState): boolean => ENDED_ORDER_STATES.has(state);
/** Whether a quantity of an order in this state can be split off, because work on the order may still continue. */
export const isOrderSplittable = (state: OrderState): boolean => SPLITTABLE_ORDER_STATES.has(state);
