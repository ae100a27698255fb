/**
 * The states of planned work on boards.
 * - `processing`: somebody works on it
 * - `behindPlan`: nobody works on it, and its planned start or, after a first run, its planned end has passed by more
 * than the tolerance
 * - `workPlanned`: it comes later
 */
export const PLANNED_WORK_STATES = ['processing', 'behindPlan', 'workPlanned'] as const;
export type PlannedWorkState = (typeof PLANNED_WORK_STATES)[number];
