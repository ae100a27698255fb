import type { ScheduleOperation } from '../schedule.ts';

/** How many processes a page asks the states of at most. For more changes, it reads all states. */
export const MAX_ASKED_STATES = 500;

/** The facts of a planned operation that change while people work. */
export type OperationState = Pick<ScheduleOperation, 'processId' | 'state' | 'pinned' | 'started'> & {
  /** The devices that work on it now; absent if none does. */
  readonly runningOn?: readonly number[];
};
