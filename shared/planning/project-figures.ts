import { buildReportPermissionCode } from '#shared/kernel/permissions.ts';
import type { OrderLatenessData } from '#shared/rules/lateness.ts';

/**
 * The permission to see the cost of projects, orders and extra processes. It is the permission of the cost report.
 * People also need the permission to see the projects or orders themselves.
 */
export const PROJECT_COST_PERMISSION = buildReportPermissionCode('costReportDetails');

/** The maximum number of orders of a project that its page can show. */
export const MAX_PROJECT_ORDERS = 5000;

/** The progress figures of a project including its sub-projects. Cancelled orders are left out. */
export interface ProjectFigures {
  id: number;
  parentId: number | null;
  /** The depth in the tree: 0 for the requested project, 1 for its sub-projects, and so on. */
  depth: number;
  code: string;
  name: string;
  leaderName: string | null;
  dueDate: string | null;
  orders: number;
  /** How many orders are completed or closed. */
  doneOrders: number;
  /** How many orders are overdue or are expected to finish after their due day. */
  lateOrders: number;
  /**
   * The mean progress of the orders in percent, weighted by their standard hours; null without orders. An
   * order without standard hours has the weight of the average order.
   */
  progress: number | null;
}

/** An order of a project or of one of its sub-projects. */
export interface ProjectOrder extends OrderLatenessData {
  id: number;
  code: string;
  name: string;
  projectId: number;
  quantity: number;
  completedQuantity: number;
}

/** The sub-projects and orders of a project. */
export interface ProjectOverview {
  /** The project itself comes first, then its sub-projects, each below its parent. */
  projects: ProjectFigures[];
  /** The orders, by due day; at most `MAX_PROJECT_ORDERS`. */
  orders: ProjectOrder[];
  /** The number of all orders. */
  orderCount: number;
}

/** Money in the currency of the factory, with two decimals. */
export interface ProjectCostFigures {
  /** The budget; null if there is none. */
  budget: number | null;
  labourCost: number;
  deviceCost: number;
  /** The cost of labour and machines in the closed reports, without the cost for which a rate is missing. */
  actualCost: number;
  /** The number of closed reports with an unknown cost, because a rate is missing. */
  unpricedReports: number;
}

/**
 * A row of the comparison of budget and actual cost, for one cost type. In the row of crafts without a cost
 * type, the cost type is null.
 */
export interface ProjectCostLine extends ProjectCostFigures {
  costTypeId: number | null;
  costTypeName: string | null;
}

/** The budget and the actual cost of one project, or of a project with its sub-projects. */
export interface ProjectCostSum extends ProjectCostFigures {
  contractAmount: number | null;
  /** The part of the budget that is not divided among cost types; negative if the lines exceed the budget. */
  undividedBudget: number;
  lines: ProjectCostLine[];
}

export interface ProjectCost {
  own: ProjectCostSum;
  withSubprojects: ProjectCostSum;
}
