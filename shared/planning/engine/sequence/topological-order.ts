import type { ArcList } from './compile-shop.ts';

/**
 * A topological order of a graph. The arcs of the graph lead to each operation from its predecessors and from the
 * previous operation of its machine. For a new arc, the order changes only between the places of its two ends. This
 * also detects cycles.
 */
export class TopologicalOrder {
  /** The operations in this order. */
  readonly order: Int32Array;
  /**
   * The place of each operation in the order. The last entry stands for no operation; it is the number of operations.
   */
  readonly position: Int32Array;
  readonly #predecessors: ArcList;
  /** The operation before each one on its machine. The graph changes this array. */
  readonly #previous: Int32Array;
  /**
   * An operation is marked if it has the present mark number. It can then be reached from the operation where
   * the present search starts.
   */
  readonly #mark: Int32Array;
  #markNumber = 0;
  readonly #movedOperations: Int32Array;

  constructor(predecessors: ArcList, previous: Int32Array) {
    const count = predecessors.first.length;
    this.order = new Int32Array(count);
    this.position = new Int32Array(count + 1).fill(count);
    this.#predecessors = predecessors;
    this.#previous = previous;
    this.#mark = new Int32Array(count + 1);
    this.#movedOperations = new Int32Array(count);
  }

  load(order: Int32Array): void {
    this.order.set(order);
    for (let place = 0; place < order.length; place++) this.position[order[place]!] = place;
  }

  /** Whether a path leads from one operation to another one. */
  hasPath(from: number, to: number): boolean {
    const { order, position } = this;
    const first = position[from]!;
    const last = position[to]!;
    if (first >= last) return from === to;
    const mark = this.#mark;
    const markNumber = ++this.#markNumber;
    mark[from] = markNumber;
    for (let place = first + 1; place <= last; place++) {
      const operation = order[place]!;
      if (this.#followsMarked(operation)) mark[operation] = markNumber;
    }
    return mark[to] === markNumber;
  }

  /**
   * Adds an arc between two operations to the order: the later one, and what follows it, moves behind the earlier one.
   * @throws Error if a path leads from the later operation to the earlier one; the order has then to be loaded again
   */
  putBefore(earlier: number, later: number): void {
    const { order, position } = this;
    const first = position[later]!;
    const last = position[earlier]!;
    if (last < first) return;
    const mark = this.#mark;
    const markNumber = ++this.#markNumber;
    const movedOperations = this.#movedOperations;
    let movedCount = 0;
    let freePlace = first;
    for (let place = first; place <= last; place++) {
      const operation = order[place]!;
      if (operation === later || this.#followsMarked(operation)) {
        mark[operation] = markNumber;
        movedOperations[movedCount++] = operation;
      } else {
        order[freePlace] = operation;
        position[operation] = freePlace++;
      }
    }
    if (mark[earlier] === markNumber) throw new Error('The arc closes a cycle');
    for (let entry = 0; entry < movedCount; entry++) {
      const operation = movedOperations[entry]!;
      order[freePlace] = operation;
      position[operation] = freePlace++;
    }
  }

  #followsMarked(operation: number): boolean {
    const mark = this.#mark;
    const markNumber = this.#markNumber;
    const { first, furtherFrom, furtherOperations } = this.#predecessors;
    if (mark[this.#previous[operation]!] === markNumber || mark[first[operation]!] === markNumber)
      return true;
    for (let entry = furtherFrom[operation]!; entry < furtherFrom[operation + 1]!; entry++)
      if (mark[furtherOperations[entry]!] === markNumber) return true;
    return false;
  }
}
