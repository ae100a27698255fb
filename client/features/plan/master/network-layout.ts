import { linkHorizontal } from 'd3';
import type { MasterPlanDetail, MasterPlanNodeAnswer } from '#shared/planning/master-plan/plan-answer.ts';
import type { PlanRelation } from '#shared/rules/plan-relation.ts';

export const NODE_WIDTH = 168;
export const NODE_HEIGHT = 64;
const COLUMN_GAP = 72;
const ROW_GAP = 16;

export interface PlacedNode {
  readonly node: MasterPlanNodeAnswer;
  readonly x: number;
  readonly y: number;
}

export interface PlacedNetworkLink {
  readonly key: string;
  readonly path: string;
  readonly isCritical: boolean;
  /** The label of the link shows the relation and the lag. A finish-to-start link without a lag has no label. */
  readonly relation: PlanRelation;
  readonly lagDays: number;
  readonly labelX: number;
  readonly labelY: number;
}

export interface NetworkLayout {
  readonly nodes: readonly PlacedNode[];
  readonly links: readonly PlacedNetworkLink[];
  readonly width: number;
  readonly height: number;
}

const drawLink = linkHorizontal<unknown, [number, number]>();

/**
 * Finds a column for each node, to the right of all nodes that it waits for.
 * @returns the columns by `seq` of the node
 */
function findColumns({ nodes, links }: MasterPlanDetail): Map<number, number> {
  const columns = new Map<number, number>();
  const predecessorsBySeq = new Map(
    nodes.map(({ seq }) => [seq, links.filter((link) => link.seq === seq).map(({ afterSeq }) => afterSeq)]),
  );
  const findColumn = (seq: number): number => {
    const knownColumn = columns.get(seq);
    if (knownColumn !== undefined) return knownColumn;
    const column = Math.max(-1, ...(predecessorsBySeq.get(seq) ?? []).map(findColumn)) + 1;
    columns.set(seq, column);
    return column;
  };
  for (const { seq } of nodes) findColumn(seq);
  return columns;
}

/** Computes the positions of the nodes and links of a network from left to right. The plan must not have a cycle. */
export function layOutNetwork(plan: MasterPlanDetail): NetworkLayout {
  const columns = findColumns(plan);
  const rowCounts = new Map<number, number>();
  const placedNodes = plan.nodes.map((node): PlacedNode => {
    const column = columns.get(node.seq)!;
    const row = rowCounts.get(column) ?? 0;
    rowCounts.set(column, row + 1);
    return { node, x: column * (NODE_WIDTH + COLUMN_GAP), y: row * (NODE_HEIGHT + ROW_GAP) };
  });
  const placedBySeq = new Map(placedNodes.map((placedNode) => [placedNode.node.seq, placedNode]));
  const links = plan.links.flatMap(({ seq, afterSeq, relation, lagDays }): PlacedNetworkLink[] => {
    const from = placedBySeq.get(afterSeq);
    const to = placedBySeq.get(seq);
    if (!from || !to) return [];
    const source: [number, number] = [from.x + NODE_WIDTH, from.y + NODE_HEIGHT / 2];
    const target: [number, number] = [to.x, to.y + NODE_HEIGHT / 2];
    return [
      {
        key: `${afterSeq} ${seq}`,
        path: drawLink({ source, target }) ?? '',
        isCritical: (from.node.days?.isCritical ?? false) && (to.node.days?.isCritical ?? false),
        ...{ relation, lagDays },
        labelX: target[0] - COLUMN_GAP / 3,
        labelY: target[1] - 6 + (source[1] - target[1]) * 0.1,
      },
    ];
  });
  return {
    nodes: placedNodes,
    links,
    width: Math.max(0, ...placedNodes.map(({ x }) => x)) + NODE_WIDTH,
    height: Math.max(0, ...placedNodes.map(({ y }) => y)) + NODE_HEIGHT,
  };
}
