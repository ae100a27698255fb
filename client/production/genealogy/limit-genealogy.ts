import { groupBy } from '#shared/planning/group-by.ts';
import { addQuantities } from '#shared/ledger/quantity.ts';
import { computeLevels, type DrawnEdge, type DrawnGenealogy, type DrawnNode } from './genealogy-layout.ts';

/** The limits within which a genealogy is drawn. */
export interface GenealogyLimits {
  /** The number of levels to draw, counted from the first level. */
  levelCount: number;
  /**
   * The maximum number of nodes in a level that is not unfolded. If there are more, the last drawn node
   * stands for the rest.
   */
  nodesPerLevel: number;
  unfoldedLevels: ReadonlySet<number>;
}

const FOLDED_PREFIX = 'folded ';

/** Returns the level that a click on this node unfolds; null if the node is not a folded node. */
export const findFoldedLevel = (key: string): number | null =>
  key.startsWith(FOLDED_PREFIX) ? Number(key.slice(FOLDED_PREFIX.length)) : null;

/** Adds the quantities of edges between the same nodes. An unknown quantity makes the sum unknown. */
function mergeEdges(edges: readonly DrawnEdge[]): DrawnEdge[] {
  return [...groupBy(edges, ({ from, to }) => `${from}>${to}`)].map(([key, parallelEdges]) => ({
    key,
    from: parallelEdges[0]!.from,
    to: parallelEdges[0]!.to,
    quantity: parallelEdges.some(({ quantity }) => quantity === null)
      ? null
      : addQuantities(...parallelEdges.map(({ quantity }) => quantity!)),
  }));
}

/**
 * Limits a genealogy to its first levels. In a level with more nodes than the maximum, folds the last nodes into one
 * node.
 * @param foldedTexts the texts of a folded node; `title` gets the number of nodes in it
 * @returns the limited genealogy, and the number of levels of the whole genealogy
 */
export function limitGenealogy(
  genealogy: DrawnGenealogy,
  { levelCount, nodesPerLevel, unfoldedLevels }: GenealogyLimits,
  foldedTexts: { title: (count: number) => string; detail: string },
): { shownGenealogy: DrawnGenealogy; levelCount: number } {
  const levels = computeLevels(genealogy);
  const shownKeyByKey = new Map<string, string>();
  const nodes: DrawnNode[] = [];
  for (const [level, levelNodes] of groupBy(genealogy.nodes, ({ key }) => levels.get(key)!)) {
    if (level >= levelCount) continue;
    const isFolded = levelNodes.length > nodesPerLevel && !unfoldedLevels.has(level);
    const shownNodes = isFolded ? levelNodes.slice(0, nodesPerLevel - 1) : levelNodes;
    for (const node of shownNodes) shownKeyByKey.set(node.key, node.key);
    nodes.push(...shownNodes);
    if (!isFolded) continue;
    const foldedNodes = levelNodes.slice(shownNodes.length);
    const key = `${FOLDED_PREFIX}${level}`;
    for (const node of foldedNodes) shownKeyByKey.set(node.key, key);
    nodes.push({ key, title: foldedTexts.title(foldedNodes.length), detail: foldedTexts.detail });
  }
  const edges = genealogy.edges.flatMap(({ from, to, ...edge }) => {
    const [shownFrom, shownTo] = [shownKeyByKey.get(from), shownKeyByKey.get(to)];
    return shownFrom !== undefined && shownTo !== undefined
      ? [{ ...edge, from: shownFrom, to: shownTo }]
      : [];
  });
  return {
    shownGenealogy: { nodes, edges: mergeEdges(edges) },
    levelCount: Math.max(0, ...levels.values()) + 1,
  };
}
