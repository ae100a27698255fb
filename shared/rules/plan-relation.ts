/** How a plan node hangs on the one before it: which end of it waits for which end of the other. */
export const PLAN_RELATIONS = ['finishToStart', 'startToStart', 'finishToFinish', 'startToFinish'] as const;
export type PlanRelation = (typeof PLAN_RELATIONS)[number];
