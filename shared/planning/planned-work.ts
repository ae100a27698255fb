/**
 * The states of planned work on boards.
 * - `processing`: somebody works on it
 * - `behindPlan`: nobody works on it, and its planned start or, after a first run, its planned end has passed by more
 * than the tolerance
 * - `workPlanned`: it comes later
 */
export const PLANNED_WORK_STATES = ['processing', 'behindPlan', 'workPlanned'] as const;
export type PlannedWorkState = (typeof PLANNED_WORK_STATES)[number];

/** What a machine does at a planned time: work in a state, or `downtimes`, a planned downtime. */
export const PLANNED_TIME_KINDS = [...PLANNED_WORK_STATES, 'downtimes'] as const;
export type PlannedTimeKind = (typeof PLANNED_TIME_KINDS)[number];
