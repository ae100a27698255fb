import type { PlanRelation } from './plan-relation.ts';

/** A node of a plan before scheduling, with its length in working hours and its predecessor. */
export interface UnscheduledNode {
  seq: number;
  hours: number;
  /** The seq of the predecessor. If it is null, or no node has this seq, the node has no predecessor. */
  afterSeq: number | null;
  relation: PlanRelation;
  /** The number of working days that the relation adds as a lag. */
  lagDays: number;
}

/** A scheduled node, in working hours from the start of the plan. */
export interface ScheduledNode {
  seq: number;
  start: number;
  end: number;
  /** The number of working hours by which the node can be late without delaying the end of the plan. */
  slack: number;
  isCritical: boolean;
}

/** Returns the working hours from the start of the predecessor to the start of a node. */
function calculateStartOffset(
  node: UnscheduledNode,
  predecessor: UnscheduledNode,
  workdayHours: number,
): number {
  const lagHours = node.lagDays * workdayHours;
  switch (node.relation) {
    case 'finishToStart':
      return predecessor.hours + lagHours;
    case 'startToStart':
      return lagHours;
    case 'finishToFinish':
      return predecessor.hours + lagHours - node.hours;
    case 'startToFinish':
      return lagHours - node.hours;
  }
}

/** Sorts nodes so that each node comes after its predecessor; null if there is a cycle. */
function sortByPredecessor(
  nodes: readonly UnscheduledNode[],
  nodeBySeq: ReadonlyMap<number, UnscheduledNode>,
): UnscheduledNode[] | null {
  const sortedNodes = new Set<UnscheduledNode>();
  for (const node of nodes) {
    const chain: UnscheduledNode[] = [];
    for (
      let current: UnscheduledNode | undefined = node;
      current && !sortedNodes.has(current);
      current = current.afterSeq === null ? undefined : nodeBySeq.get(current.afterSeq)
    ) {
      if (chain.includes(current)) return null;
      chain.push(current);
    }
    for (const chainNode of chain.reverse()) sortedNodes.add(chainNode);
  }
  return [...sortedNodes];
}

/** Rounds hours to hundredths, which removes binary rounding errors. */
const roundHours = (hours: number): number => Math.round(hours * 100) / 100;

/**
 * Schedules every node of a plan as early as the relation to its predecessor allows, but not before the start of the
 * plan. It marks the nodes without slack as critical.
 * @param nodes the nodes of the plan; each has a different seq
 * @returns the nodes in the given order, and the length of the plan in working hours; null if there is a cycle
 */
export function schedulePlanForward(
  nodes: readonly UnscheduledNode[],
  workdayHours: number,
): { nodes: ScheduledNode[]; hours: number } | null {
  const nodeBySeq = new Map(nodes.map((node) => [node.seq, node]));
  const sortedNodes = sortByPredecessor(nodes, nodeBySeq);
  if (!sortedNodes) return null;
  const startByNode = new Map<UnscheduledNode, number>();
  for (const node of sortedNodes) {
    const predecessor = node.afterSeq === null ? undefined : nodeBySeq.get(node.afterSeq);
    startByNode.set(
      node,
      predecessor
        ? Math.max(0, startByNode.get(predecessor)! + calculateStartOffset(node, predecessor, workdayHours))
        : 0,
    );
  }
  const planHours = Math.max(0, ...nodes.map((node) => startByNode.get(node)! + node.hours));
  const latestStartByNode = new Map(nodes.map((node) => [node, planHours - node.hours]));
  for (const node of sortedNodes.toReversed()) {
    const predecessor = node.afterSeq === null ? undefined : nodeBySeq.get(node.afterSeq);
    if (!predecessor) continue;
    latestStartByNode.set(
      predecessor,
      Math.min(
        latestStartByNode.get(predecessor)!,
        latestStartByNode.get(node)! - calculateStartOffset(node, predecessor, workdayHours),
      ),
    );
  }
  const scheduledNodes = nodes.map((node): ScheduledNode => {
    const start = startByNode.get(node)!;
    const slack = roundHours(latestStartByNode.get(node)! - start);
    return {
      seq: node.seq,
      start: roundHours(start),
      end: roundHours(start + node.hours),
      slack,
      isCritical: slack <= 0,
    };
  });
  return { nodes: scheduledNodes, hours: roundHours(planHours) };
}
