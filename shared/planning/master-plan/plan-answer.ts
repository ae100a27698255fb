import type { OrderState } from '#shared/machines/work-order.ts';
import type { PlanRelation } from '#shared/rules/plan-relation.ts';
import type { NodeDays, PlanDays, PlanDirection, PlanProblem } from './compute-plan.ts';
import type { PlanLight } from './plan-light.ts';

/** The kinds of confirmations: that a node has started, and that it has ended. */
export const CONFIRMATION_KINDS = ['beginNode', 'finishNode'] as const;
export type ConfirmationKind = (typeof CONFIRMATION_KINDS)[number];

/** The types of nodes, as in the field `masterPlanNode.nodeType`. */
export type PlanNodeType = 'manual' | 'departmentTask' | 'boundToCrafts';

/** A confirmation that is not withdrawn. Withdrawn confirmations are only in the history of the plan. */
export interface PlanConfirmation {
  confirmationId: number;
  seq: number;
  kind: ConfirmationKind;
  day: string;
  byName: string;
  remark: string | null;
  at: string;
}

/** How many processes of a plan's orders belong to a node, and how many of them are done. */
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
  /** The days of the node; null if the plan has a problem. */
  days: NodeDays | null;
  /** The processes of the node; null for a node that people confirm. */
  processes: NodeProcesses | null;
  confirmations: PlanConfirmation[];
  /** The kinds that the caller may confirm now. */
  mayConfirm: ConfirmationKind[];
  /** Whether the caller may withdraw the last confirmation. */
  mayWithdraw: boolean;
}

/** A plan without its nodes: its order or project, and the days and rules from which its days are computed. */
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
  /** The due day of the plan, or else of its order or project. */
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

/** How far a plan is, and whether it is late. */
export interface PlanStanding {
  id: number;
  dueOn: string | null;
  projectedEnd: string | null;
  endedOn: string | null;
  light: PlanLight | null;
  doneCount: number;
  nodeCount: number;
}

/** A node that the caller can confirm next. */
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

/** A notice to the caller about a confirmation by somebody else. */
export interface PlanNotice {
  noticeId: number;
  planId: number;
  planName: string;
  subject: string;
  kind: ConfirmationKind;
  nodeName: string;
  /** The node of the caller's department that can start now; null if there is none. */
  nextName: string | null;
  day: string;
  byName: string;
  at: string;
}
