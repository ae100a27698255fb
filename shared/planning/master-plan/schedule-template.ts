import type { PlanNode } from './plan-node.ts';
import { scheduleEarliest, scheduleLatest, convertHoursToMinutes } from './schedule-nodes.ts';
import { sortNodes } from './sort-nodes.ts';

/** A scheduled node, in working hours from the start of the plan. */
export interface ScheduledNode {
  readonly seq: number;
  readonly start: number;
  readonly end: number;
  /** By how many working hours the node can be late without delaying the end of the plan. */
  readonly slack: number;
  readonly isCritical: boolean;
}

/** The nodes of a template in the given order, and the length of the template in working hours. */
export interface ScheduledTemplate {
  readonly nodes: readonly ScheduledNode[];
  readonly hours: number;
}

const toHours = (minutes: number): number => Math.round((minutes / 60) * 100) / 100;

/**
 * Schedules every node of a template as early as its links allow. It marks the nodes without slack as critical.
 * @param nodes the nodes of the template; each has a different seq
 * @returns null if nodes wait for each other
 */
export function scheduleTemplate(nodes: readonly PlanNode[], workdayHours: number): ScheduledTemplate | null {
  const sorted = sortNodes(nodes);
  if (sorted.cycle.length > 0) return null;
  const network = { nodes: sorted.nodes, workdayMinutes: convertHoursToMinutes(workdayHours) };
  const earliestSpans = scheduleEarliest(network, 0);
  const planEnd = Math.max(0, ...[...earliestSpans.values()].map(({ end }) => end));
  const latestSpans = scheduleLatest(network, planEnd);
  const scheduledNodes = nodes.map(({ seq }): ScheduledNode => {
    const { start, end } = earliestSpans.get(seq)!;
    const slack = toHours(latestSpans.get(seq)!.start - start);
    return { seq, start: toHours(start), end: toHours(end), slack, isCritical: slack <= 0 };
  });
  return { nodes: scheduledNodes, hours: toHours(planEnd) };
}
