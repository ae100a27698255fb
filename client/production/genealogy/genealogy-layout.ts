import { groupBy } from '#shared/planning/group-by.ts';

export const NODE_WIDTH = 200;
export const NODE_HEIGHT = 46;
const COLUMN_GAP = 96;
const ROW_GAP = 14;
const MARGIN = 8;

/** A node of the drawing: a card, a part or a material. */
export interface DrawnNode {
  key: string;
  title: string;
  detail: string;
  /** Whether the node no longer holds pieces, because they went on. */
  isEmptied?: boolean;
}

/** Pieces that went from one node to another; the quantity is null if it is not known. */
export interface DrawnEdge {
  key: string;
  from: string;
  to: string;
  quantity: number | null;
}

export interface DrawnGenealogy {
  nodes: readonly DrawnNode[];
  edges: readonly DrawnEdge[];
}

/** A node at its place in the drawing, in pixels. */
interface PlacedNode {
  node: DrawnNode;
  x: number;
  y: number;
}

/** A quantity that went from one placed node to another. */
export interface PlacedEdge {
  edge: DrawnEdge;
  from: PlacedNode;
  to: PlacedNode;
}

interface GenealogyLayout {
  nodes: PlacedNode[];
  edges: PlacedEdge[];
  width: number;
  height: number;
}

/** Computes the level of each node: the number of edges on the longest path from a node without origins. */
export function computeLevels({ nodes, edges }: DrawnGenealogy): Map<string, number> {
  const levels = new Map(nodes.map(({ key }) => [key, 0]));
  const edgesByOrigin = groupBy(edges, ({ from }) => from);
  const unknownOriginCounts = new Map<string, number>();
  for (const { to } of edges) unknownOriginCounts.set(to, (unknownOriginCounts.get(to) ?? 0) + 1);
  // The level of a node is final when the levels of all its origins are final.
  const readyKeys = nodes.filter(({ key }) => !unknownOriginCounts.has(key)).map(({ key }) => key);
  for (const key of readyKeys)
    for (const { to } of edgesByOrigin.get(key) ?? []) {
      levels.set(to, Math.max(levels.get(to) ?? 0, levels.get(key)! + 1));
      unknownOriginCounts.set(to, unknownOriginCounts.get(to)! - 1);
      if (unknownOriginCounts.get(to) === 0) readyKeys.push(to);
    }
  return levels;
}

/**
 * Places nodes in columns, so that pieces move from the left to the right. Each node is near the nodes that its pieces
 * came from.
 */
export function layOutGenealogy(genealogy: DrawnGenealogy): GenealogyLayout {
  const levels = computeLevels(genealogy);
  const columnCount = Math.max(0, ...levels.values()) + 1;
  const nodesByColumn = groupBy(genealogy.nodes, ({ key }) => levels.get(key)!);
  const edgesByTarget = groupBy(genealogy.edges, ({ to }) => to);
  const placeByKey = new Map<string, PlacedNode>();
  const rowByKey = new Map<string, number>();
  let rowCount = 0;
  for (let column = 0; column < columnCount; column++) {
    const rankedNodes = (nodesByColumn.get(column) ?? []).map((node) => {
      const rows = (edgesByTarget.get(node.key) ?? []).map(({ from }) => rowByKey.get(from) ?? 0);
      return { node, rank: rows.length === 0 ? 0 : rows.reduce((sum, row) => sum + row, 0) / rows.length };
    });
    const nodes = rankedNodes.sort((a, b) => a.rank - b.rank).map(({ node }) => node);
    rowCount = Math.max(rowCount, nodes.length);
    for (const [row, node] of nodes.entries()) {
      rowByKey.set(node.key, row);
      placeByKey.set(node.key, {
        node,
        x: MARGIN + column * (NODE_WIDTH + COLUMN_GAP),
        y: MARGIN + row * (NODE_HEIGHT + ROW_GAP),
      });
    }
  }
  return {
    nodes: [...placeByKey.values()],
    edges: genealogy.edges.flatMap((edge) => {
      const from = placeByKey.get(edge.from);
      const to = placeByKey.get(edge.to);
      return from && to ? [{ edge, from, to }] : [];
    }),
    width: 2 * MARGIN + columnCount * NODE_WIDTH + (columnCount - 1) * COLUMN_GAP,
    height: 2 * MARGIN + rowCount * NODE_HEIGHT + Math.max(0, rowCount - 1) * ROW_GAP,
  };
}
