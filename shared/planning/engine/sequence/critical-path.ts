import type { SequenceGraph } from './graph.ts';
import { pickIntegerBelow, type RandomNumbers } from './random.ts';

/** A critical path: operations that follow each other without a pause and end at the makespan. */
export class CriticalPath {
  /** The operations, the last one first. Only the first `length` entries count. */
  readonly operations: Int32Array;
  length = 0;

  constructor(count: number) {
    this.operations = new Int32Array(count);
  }

  /** Follows a random critical path of a graph. */
  trace(graph: SequenceGraph, random: RandomNumbers): void {
    const { count, predecessors } = graph.shop;
    const { first, firstTransfer, furtherFrom, furtherOperations, furtherTransfers } = predecessors;
    const { head, duration, previous } = graph;
    let operation = pickLast(graph, random);
    let length = 0;
    while (operation !== count) {
      this.operations[length++] = operation;
      const start = head[operation]!;
      let nextOnPath = count;
      let candidateCount = 0;
      const neighbour = previous[operation]!;
      if (neighbour !== count && start === head[neighbour]! + duration[neighbour]!) {
        nextOnPath = neighbour;
        candidateCount = 1;
      }
      const before = first[operation]!;
      if (before !== count && start === head[before]! + duration[before]! + firstTransfer[operation]!)
        if (pickIntegerBelow(random, ++candidateCount) === 0) nextOnPath = before;
      for (let entry = furtherFrom[operation]!; entry < furtherFrom[operation + 1]!; entry++) {
        const other = furtherOperations[entry]!;
        if (start === head[other]! + duration[other]! + furtherTransfers[entry]!)
          if (pickIntegerBelow(random, ++candidateCount) === 0) nextOnPath = other;
      }
      operation = nextOnPath;
    }
    this.length = length;
  }
}

/** Picks one of the operations that end last, at random. */
function pickLast(
  { shop: { count }, head, duration, makespan }: SequenceGraph,
  random: RandomNumbers,
): number {
  let last = count;
  let lastCount = 0;
  for (let operation = 0; operation < count; operation++)
    if (makespan === head[operation]! + duration[operation]! && pickIntegerBelow(random, ++lastCount) === 0)
      last = operation;
  return last;
}
