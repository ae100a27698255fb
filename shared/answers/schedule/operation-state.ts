import type { ScheduleOperation } from '../schedule.ts';

/** The facts of a planned operation that change while people work. */
export type OperationState = Pick<ScheduleOperation, 'processId' | 'state' | 'pinned' | 'started'>;
