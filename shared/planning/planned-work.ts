/**
 * What boards show of planned work: somebody works on it; it should have begun or ended by now and has not; or it comes
 * later.
 */
export const PLANNED_WORK_STATES = ['processing', 'behindPlan', 'workPlanned'] as const;
export type PlannedWorkState = (typeof PLANNED_WORK_STATES)[number];
