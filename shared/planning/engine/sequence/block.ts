import type { SequenceGraph } from './graph.ts';

/**
 * A block of a critical path: operations that follow each other on a machine. It estimates the makespan after a move
 * within the block as Balas and Vazacopoulos (1998) do: as the longest path through the operations whose places change.
 * The path starts with the heads before them and ends with the tails behind them.
 */
export class Block {
  /** The operations in the order of the machine. Only the first `size` entries count. */
  readonly operations: Int32Array;
  size = 0;
  readonly #graph: SequenceGraph;
  /** For each place the earliest start after the predecessors, and the longest path through the successors. */
  readonly #readyTimes: Float64Array;
  readonly #tailsAfterSuccessors: Float64Array;
  /** The heads or tails of the operations after a move, by their present places. */
  readonly #newTimes: Float64Array;

  constructor(graph: SequenceGraph) {
    const { count } = graph.shop;
    this.#graph = graph;
    this.operations = new Int32Array(count);
    this.#readyTimes = new Float64Array(count);
    this.#tailsAfterSuccessors = new Float64Array(count);
    this.#newTimes = new Float64Array(count);
  }

  /** Loads the entries from `last` down to `first` of a path. A path lists its last operation first. */
  load(path: Int32Array, first: number, last: number): void {
    this.size = last - first + 1;
    for (let place = 0; place < this.size; place++) {
      const operation = path[last - place]!;
      this.operations[place] = operation;
      this.#readyTimes[place] = this.#graph.readyAfterPredecessors(operation);
      this.#tailsAfterSuccessors[place] = this.#graph.tailAfterSuccessors(operation);
    }
  }

  /**
   * Estimates the makespan if the operation at `movedPlace` moves right behind the last one. It stops as soon as
   * the estimate is above the limit; the result may then be too small.
   */
  estimateBehindLast(movedPlace: number, limit: number): number {
    const { head, tail, duration, previous, next } = this.#graph;
    const operations = this.operations;
    const readyTimes = this.#readyTimes;
    const tailsAfterSuccessors = this.#tailsAfterSuccessors;
    const newHead = this.#newTimes;
    const last = this.size - 1;
    const operation = operations[movedPlace]!;
    const before = previous[operation]!;
    let freeFrom = head[before]! + duration[before]!;
    for (let place = movedPlace + 1; place <= last; place++) {
      if (readyTimes[place]! > freeFrom) freeFrom = readyTimes[place]!;
      newHead[place] = freeFrom;
      freeFrom += duration[operations[place]!]!;
    }
    let newTail =
      Math.max(tailsAfterSuccessors[movedPlace]!, tail[next[operations[last]!]!]!) + duration[operation]!;
    let estimate = Math.max(freeFrom, readyTimes[movedPlace]!) + newTail;
    for (let place = last; place > movedPlace && estimate <= limit; place--) {
      if (tailsAfterSuccessors[place]! > newTail) newTail = tailsAfterSuccessors[place]!;
      newTail += duration[operations[place]!]!;
      if (newHead[place]! + newTail > estimate) estimate = newHead[place]! + newTail;
    }
    return estimate;
  }

  /**
   * Estimates the makespan if the operation at `movedPlace` moves right before the first one, with the same limit.
   */
  estimateBeforeFirst(movedPlace: number, limit: number): number {
    const { head, tail, duration, previous, next } = this.#graph;
    const operations = this.operations;
    const readyTimes = this.#readyTimes;
    const tailsAfterSuccessors = this.#tailsAfterSuccessors;
    const newTail = this.#newTimes;
    const operation = operations[movedPlace]!;
    let tailBehind = tail[next[operation]!]!;
    for (let place = movedPlace - 1; place >= 0; place--) {
      if (tailsAfterSuccessors[place]! > tailBehind) tailBehind = tailsAfterSuccessors[place]!;
      tailBehind += duration[operations[place]!]!;
      newTail[place] = tailBehind;
    }
    const before = previous[operations[0]!]!;
    let freeFrom =
      Math.max(head[before]! + duration[before]!, readyTimes[movedPlace]!) + duration[operation]!;
    let estimate = freeFrom + Math.max(tailBehind, tailsAfterSuccessors[movedPlace]!);
    for (let place = 0; place < movedPlace && estimate <= limit; place++) {
      if (readyTimes[place]! > freeFrom) freeFrom = readyTimes[place]!;
      if (freeFrom + newTail[place]! > estimate) estimate = freeFrom + newTail[place]!;
      freeFrom += duration[operations[place]!]!;
    }
    return estimate;
  }
}
