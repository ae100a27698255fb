import { defineMachine } from '#shared/kernel/machine.ts';

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

export const ORDER_EVENTS = [
  'release',
  'suspend',
  'resume',
  'close',
  'reopen',
  'cancel',
  'report',
  'complete',
  'retract',
] as const;
export type OrderEvent = (typeof ORDER_EVENTS)[number];

/**
 * A work order's life. `report`, `complete` and `retract` are derived from its processes: the first report starts it,
 * the last process of its root parts completes it, a reversal or a new process takes that back.
 * What `resume` and `reopen` lead to is derived in the same way; the table names the least advanced state.
 */
export const workOrderMachine = defineMachine({
  name: 'workOrder',
  states: ORDER_STATES,
  events: ORDER_EVENTS,
  initial: 'draft',
  moves: {
    draft: { release: 'released', cancel: 'cancelled' },
    released: {
      report: 'inProgress',
      complete: 'completed',
      suspend: 'suspended',
      close: 'closed',
      cancel: 'cancelled',
    },
    inProgress: { complete: 'completed', retract: 'released', suspend: 'suspended', close: 'closed' },
    completed: { retract: 'inProgress', close: 'closed' },
    closed: { reopen: 'released' },
    suspended: { resume: 'released', close: 'closed', cancel: 'cancelled' },
    cancelled: {},
  },
});

const REPORTABLE: ReadonlySet<OrderState> = new Set(['released', 'inProgress', 'completed']);
const OVER: ReadonlySet<OrderState> = new Set(['closed', 'cancelled']);

/** Whether work on an order can be reported. */
export const isReportable = (state: OrderState): boolean => REPORTABLE.has(state);
/** Whether an order is over: what belongs to it can no longer be changed. */
export const isOver = (state: OrderState): boolean => OVER.has(state);
