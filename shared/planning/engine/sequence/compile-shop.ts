import type { SequenceShop } from '../sequence-types.ts';

/**
 * The arcs from each operation to its neighbours: its predecessors, or its successors. Most operations have at most one
 * neighbour, so the first is kept in its own array, which needs no loop. The index `count` stands for no operation.
 */
export interface ArcList {
  /** The first neighbour of each operation, or `count`. */
  readonly first: Int32Array;
  readonly firstTransfer: Float64Array;
  /** The other neighbours of operation i are the entries `furtherFrom[i]` … `furtherFrom[i + 1] - 1`. */
  readonly furtherFrom: Int32Array;
  readonly furtherOperations: Int32Array;
  readonly furtherTransfers: Float64Array;
}

/**
 * A shop in the form that the search reads. It never changes. Times are floating-point numbers, which cannot overflow.
 */
export interface CompiledShop {
  /** The number of operations. */
  readonly count: number;
  readonly machineCount: number;
  readonly release: Float64Array;
  readonly predecessors: ArcList;
  readonly successors: ArcList;
  /** The choices of operation i are the entries `choiceFrom[i]` … `choiceFrom[i + 1] - 1`. */
  readonly choiceFrom: Int32Array;
  /** A machine, or -1 for no machine. */
  readonly choiceMachine: Int32Array;
  readonly choiceDuration: Float64Array;
  /** All operations, predecessors first. */
  readonly topologicalOrder: Int32Array;
}

/** Compiles a shop. @throws Error if the predecessors form a cycle */
export function compileShop(shop: SequenceShop): CompiledShop {
  const count = shop.operationCount;
  const predecessorLists: Arc[][] = Array.from({ length: count }, () => []);
  const successorLists: Arc[][] = Array.from({ length: count }, () => []);
  for (let operation = 0; operation < count; operation++)
    for (
      let entry = shop.predecessorFrom[operation]!;
      entry < shop.predecessorFrom[operation + 1]!;
      entry++
    ) {
      const predecessor = shop.predecessor[entry]!;
      const transfer = shop.transfer[entry]!;
      predecessorLists[operation]!.push({ other: predecessor, transfer });
      successorLists[predecessor]!.push({ other: operation, transfer });
    }
  return {
    count,
    machineCount: shop.machineCount,
    release: Float64Array.from(shop.release),
    predecessors: packArcs(predecessorLists),
    successors: packArcs(successorLists),
    choiceFrom: shop.choiceFrom,
    choiceMachine: shop.choiceMachine,
    choiceDuration: Float64Array.from(shop.choiceDuration),
    topologicalOrder: sortTopologically(predecessorLists, successorLists),
  };
}

/**
 * Calls a function for each arc of an operation. The inner loops of the search do not use it, because it is too slow.
 */
export function visitArcs(
  { first, firstTransfer, furtherFrom, furtherOperations, furtherTransfers }: ArcList,
  operation: number,
  visit: (other: number, transfer: number) => void,
): void {
  if (first[operation] !== first.length) visit(first[operation]!, firstTransfer[operation]!);
  for (let entry = furtherFrom[operation]!; entry < furtherFrom[operation + 1]!; entry++)
    visit(furtherOperations[entry]!, furtherTransfers[entry]!);
}

interface Arc {
  readonly other: number;
  readonly transfer: number;
}

function packArcs(lists: readonly (readonly Arc[])[]): ArcList {
  const furtherArcs = lists.flatMap((list) => list.slice(1));
  const furtherFrom = new Int32Array(lists.length + 1);
  lists.forEach((list, operation) => {
    furtherFrom[operation + 1] = furtherFrom[operation]! + Math.max(0, list.length - 1);
  });
  return {
    first: Int32Array.from(lists, ([arc]) => arc?.other ?? lists.length),
    firstTransfer: Float64Array.from(lists, ([arc]) => arc?.transfer ?? 0),
    furtherFrom,
    furtherOperations: Int32Array.from(furtherArcs, ({ other }) => other),
    furtherTransfers: Float64Array.from(furtherArcs, ({ transfer }) => transfer),
  };
}

function sortTopologically(
  predecessorLists: readonly (readonly Arc[])[],
  successorLists: readonly (readonly Arc[])[],
): Int32Array {
  const openCounts = predecessorLists.map((list) => list.length);
  const order: number[] = [];
  openCounts.forEach((openCount, operation) => {
    if (openCount === 0) order.push(operation);
  });
  for (const operation of order)
    for (const { other } of successorLists[operation]!) if (--openCounts[other]! === 0) order.push(other);
  if (order.length < openCounts.length) throw new Error('The predecessors of the operations form a cycle');
  return Int32Array.from(order);
}
