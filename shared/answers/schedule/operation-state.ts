import type { ScheduleOperation } from '../schedule.ts';

/**
 * The maximum number of processes whose states a page requests by id. After more changes, it requests all
 * states.
 */
export const MAX_ASKED_STATES = 500;

/** The facts of a planned operation that change while people work. */
export type OperationState = Pick<ScheduleOperation, 'processId' | 'state' | 'pinned' | 'started'> & {
  /** The devices that work on the operation now; absent if none works on it. */
  readonly runningOn?: readonly number[];
};
