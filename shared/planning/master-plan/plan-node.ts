import type { PlanRelation } from '#shared/rules/plan-relation.ts';

/** What a node waits for: another node of its plan. */
export interface PlanLink {
  readonly afterSeq: number;
  readonly relation: PlanRelation;
  /** How many working days must pass between the two nodes. */
  readonly lagDays: number;
}

/** A node of a master plan, with its length in working hours. */
export interface PlanNode {
  readonly seq: number;
  readonly hours: number;
  /** A link to a node that is not in the plan is ignored. */
  readonly links: readonly PlanLink[];
}

/** When a node starts and ends, as positions in working minutes. */
export interface PlanSpan {
  readonly start: number;
  readonly end: number;
}
