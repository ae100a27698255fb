/**
 * How a plan node depends on its predecessor, e.g. `finishToStart`: it starts after the predecessor
 * has finished.
 */
export const PLAN_RELATIONS = ['finishToStart', 'startToStart', 'finishToFinish', 'startToFinish'] as const;
export type PlanRelation = (typeof PLAN_RELATIONS)[number];
