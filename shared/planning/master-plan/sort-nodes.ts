import type { PlanNode } from './plan-node.ts';

export interface SortedNodes<N extends PlanNode> {
  /**
   * The nodes, sorted so that each node comes after the nodes that it waits for. If there is a cycle, nodes
   * are missing.
   */
  readonly nodes: readonly N[];
  /**
   * The `seq` of the nodes of a cycle, the smallest first; empty without a cycle. Each node waits for the
   * node before it in the list, and the first node waits for the last one.
   */
  readonly cycle: readonly number[];
}

/** Sorts nodes so that each node comes after the nodes that it waits for. Finds a cycle if there is one. */
export function sortNodes<N extends PlanNode>(nodes: readonly N[]): SortedNodes<N> {
  const nodeBySeq = new Map(nodes.map((node) => [node.seq, node]));
  const sortedNodes: N[] = [];
  const finishedSeqs = new Set<number>();
  const path: number[] = [];
  let cycle: number[] = [];
  const visit = (node: N): void => {
    if (finishedSeqs.has(node.seq) || cycle.length > 0) return;
    const begin = path.indexOf(node.seq);
    if (begin >= 0) {
      const cycleSeqs = path.slice(begin).reverse();
      const first = cycleSeqs.indexOf(Math.min(...cycleSeqs));
      cycle = [...cycleSeqs.slice(first), ...cycleSeqs.slice(0, first)];
      return;
    }
    path.push(node.seq);
    for (const { afterSeq } of node.links) {
      const predecessor = nodeBySeq.get(afterSeq);
      if (predecessor) visit(predecessor);
    }
    path.pop();
    if (cycle.length > 0) return;
    finishedSeqs.add(node.seq);
    sortedNodes.push(node);
  };
  nodes.forEach(visit);
  return { nodes: sortedNodes, cycle };
}
