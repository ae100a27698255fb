/** The relation of a plan node to its predecessor: which end of it waits for which end of the predecessor. */
export const PLAN_RELATIONS = ['finishToStart', 'startToStart', 'finishToFinish', 'startToFinish'] as const;
export type PlanRelation = (typeof PLAN_RELATIONS)[number];
