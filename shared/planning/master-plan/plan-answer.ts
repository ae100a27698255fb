import type { OrderState } from '#shared/machines/work-order.ts';
import type { PlanRelation } from '#shared/rules/plan-relation.ts';
import type { NodeDays, PlanDays, PlanDirection, PlanProblem } from './compute-plan.ts';
import type { PlanLight } from './plan-light.ts';

/** What people confirm of a node. */
export const CONFIRMATION_KINDS = ['beginNode', 'finishNode'] as const;
export type ConfirmationKind = (typeof CONFIRMATION_KINDS)[number];

/** The types of nodes: `masterPlanNode.nodeType`. */
export type PlanNodeType = 'manual' | 'departmentTask' | 'boundToCrafts';

/** A confirmation that counts. Withdrawn ones are in the history of the plan only. */
export interface PlanConfirmation {
  confirmationId: number;
  seq: number;
  kind: ConfirmationKind;
  day: string;
  byName: string;
  remark: string | null;
  at: string;
}

/** The processes of the orders of a plan that a node waits for. */
export interface NodeProcesses {
  count: number;
  doneCount: number;
}

/** A node of a plan, without its days. */
export interface PlanNodeFacts {
  seq: number;
  nodeId: number;
  code: string;
  name: string;
  nodeType: PlanNodeType;
  departmentId: number | null;
  department: string | null;
  crafts: string[];
  estimatedHours: number;
}

export interface PlanNodeLink {
  seq: number;
  afterSeq: number;
  relation: PlanRelation;
  lagDays: number;
}

export interface MasterPlanNodeAnswer extends PlanNodeFacts {
  /** Null if the plan has a problem. */
  days: NodeDays | null;
  /** Null for nodes that people confirm. */
  processes: NodeProcesses | null;
  confirmations: PlanConfirmation[];
  /** What the caller may confirm now. */
  mayConfirm: ConfirmationKind[];
}

/** The facts of a plan: what it is for, and from which day it counts. */
export interface PlanFacts {
  id: number;
  version: number;
  name: string;
  orderId: number | null;
  orderCode: string | null;
  orderName: string | null;
  orderState: OrderState | null;
  projectId: number | null;
  projectCode: string | null;
  projectName: string | null;
  template: string | null;
  direction: PlanDirection;
  startsOn: string | null;
  /** The due day of the plan, else of its order or project. */
  dueOn: string | null;
  workdayHours: number;
  remark: string | null;
  /** The leader of the project of the plan, or of its order. */
  leaderId: number | null;
  leader: string | null;
}

export interface MasterPlanDetail extends PlanFacts {
  today: string;
  nodes: MasterPlanNodeAnswer[];
  links: PlanNodeLink[];
  /** The days of the whole plan; null if it has a problem. */
  days: Omit<PlanDays, 'nodes'> | null;
  problem: PlanProblem['problem'] | null;
}

/** How a plan of a list stands. */
export interface PlanStanding {
  id: number;
  dueOn: string | null;
  projectedEnd: string | null;
  endedOn: string | null;
  light: PlanLight | null;
  doneCount: number;
  nodeCount: number;
}

/** A node that waits for the caller. */
export interface WaitingNode {
  planId: number;
  planName: string;
  /** The code of the order or project. */
  subject: string;
  seq: number;
  name: string;
  plannedEnd: string;
  light: PlanLight;
  mayConfirm: ConfirmationKind[];
}

/** What somebody else has confirmed, and what it means for the caller. */
export interface PlanNotice {
  noticeId: number;
  planId: number;
  planName: string;
  subject: string;
  kind: ConfirmationKind;
  nodeName: string;
  /** The node that can begin now; null if the caller is only to know. */
  nextName: string | null;
  day: string;
  byName: string;
  at: string;
}
