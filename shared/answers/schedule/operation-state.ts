import type { ScheduleOperation } from '../schedule.ts';

/** What changes of a planned operation while people work. */
export type OperationState = Pick<ScheduleOperation, 'processId' | 'state' | 'pinned' | 'started'>;
