/**
 * The states of planned work on boards.
 * - `processing`: somebody works on it
 * - `behindPlan`: nobody works on it, although its planned start has passed by more than the tolerance. For
 *   work that has already run, the planned end counts instead.
 * - `workPlanned`: its time has not come yet
 */
export const PLANNED_WORK_STATES = ['processing', 'behindPlan', 'workPlanned'] as const;
export type PlannedWorkState = (typeof PLANNED_WORK_STATES)[number];

/**
 * The kinds of planned time of a machine: planned work in one of its states, or a planned downtime
 * (`downtimes`).
 */
export const PLANNED_TIME_KINDS = [...PLANNED_WORK_STATES, 'downtimes'] as const;
export type PlannedTimeKind = (typeof PLANNED_TIME_KINDS)[number];
