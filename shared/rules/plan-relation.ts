/**
 * How a plan node can depend on its predecessor. With `finishToStart`, for example, the node starts after the
 * predecessor has finished.
 */
export const PLAN_RELATIONS = ['finishToStart', 'startToStart', 'finishToFinish', 'startToFinish'] as const;
export type PlanRelation = (typeof PLAN_RELATIONS)[number];
