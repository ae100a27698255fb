import type { CompiledShop } from './compile-shop.ts';
import { TopologicalOrder } from './topological-order.ts';

/**
 * A schedule as a graph. Arcs lead from each operation to the next one of its machine and to its successors.
 * The index `count` stands for no operation; its times are 0.
 */
export class SequenceGraph {
  readonly shop: CompiledShop;
  /** The choice of each operation, with its machine (-1: none) and its duration. */
  readonly choice: Int32Array;
  readonly machine: Int32Array;
  readonly duration: Float64Array;
  /** The operations directly before and after each operation on its machine. */
  readonly previous: Int32Array;
  readonly next: Int32Array;
  /** The first and the last operation of each machine. */
  readonly firstOf: Int32Array;
  readonly lastOf: Int32Array;
  /** The longest path from time 0 to the start of each operation: its earliest start. */
  readonly head: Float64Array;
  /** The longest path from the start of each operation to the end of the schedule. */
  readonly tail: Float64Array;
  /** A topological order of the operations, and the place of each in it. */
  readonly order: Int32Array;
  readonly position: Int32Array;
  makespan = 0;
  readonly #topologicalOrder: TopologicalOrder;
  readonly #withoutMachine: number[];

  constructor(shop: CompiledShop) {
    const { count, machineCount } = shop;
    this.shop = shop;
    this.choice = new Int32Array(count);
    this.machine = new Int32Array(count + 1).fill(-1);
    this.duration = new Float64Array(count + 1);
    this.previous = new Int32Array(count + 1);
    this.next = new Int32Array(count + 1);
    this.firstOf = new Int32Array(machineCount);
    this.lastOf = new Int32Array(machineCount);
    this.head = new Float64Array(count + 1);
    this.tail = new Float64Array(count + 1);
    this.#topologicalOrder = new TopologicalOrder(shop.predecessors, this.previous);
    this.order = this.#topologicalOrder.order;
    this.position = this.#topologicalOrder.position;
    this.#withoutMachine = [...this.order.keys()].filter((operation) =>
      shop.choiceMachine.subarray(shop.choiceFrom[operation], shop.choiceFrom[operation + 1]).includes(-1),
    );
  }

  /** Loads a sequence. @param list all operations, predecessors first */
  load(list: Int32Array, choices: Int32Array): void {
    const { count, choiceMachine, choiceDuration } = this.shop;
    this.choice.set(choices);
    this.#topologicalOrder.load(list);
    this.firstOf.fill(count);
    this.lastOf.fill(count);
    this.next.fill(count);
    this.previous.fill(count);
    for (let place = 0; place < count; place++) {
      const operation = list[place]!;
      const choice = choices[operation]!;
      const machine = choiceMachine[choice]!;
      this.machine[operation] = machine;
      this.duration[operation] = choiceDuration[choice]!;
      if (machine >= 0) this.#link(operation, machine, this.lastOf[machine]!);
    }
    this.#sweepHeads(0);
    this.#sweepTails(count - 1);
  }

  /** Returns all operations sorted by start. Equal starts keep the topological order. */
  listByStart(): Int32Array {
    const { head, position } = this;
    return this.order.toSorted((a, b) => head[a]! - head[b]! || position[a]! - position[b]!);
  }

  /**
   * Moves an operation behind another one on the machine of a choice, and computes all times that can change.
   * @param previousOperation the operation after which it comes; `count`: it comes first
   * @throws Error if the move closes a cycle; the graph has then to be loaded again
   */
  move(operation: number, choice: number, previousOperation: number): void {
    const { count, choiceMachine, choiceDuration } = this.shop;
    const { position } = this;
    const oldPrevious = this.previous[operation]!;
    const oldNext = this.next[operation]!;
    this.#unlink(operation);
    this.choice[operation] = choice;
    this.machine[operation] = choiceMachine[choice]!;
    this.duration[operation] = choiceDuration[choice]!;
    this.#link(operation, choiceMachine[choice]!, previousOperation);
    const newNext = this.next[operation]!;
    if (previousOperation !== count) this.#topologicalOrder.putBefore(previousOperation, operation);
    if (newNext !== count) this.#topologicalOrder.putBefore(operation, newNext);
    const place = position[operation]!;
    this.#sweepHeads(Math.min(place, position[oldNext]!, position[newNext]!));
    let lastChanged = place;
    if (oldPrevious !== count) lastChanged = Math.max(lastChanged, position[oldPrevious]!);
    if (previousOperation !== count) lastChanged = Math.max(lastChanged, position[previousOperation]!);
    this.#sweepTails(lastChanged);
  }

  /** Returns the earliest start of an operation after its release and its predecessors; its machine does not count. */
  readyAfterPredecessors(operation: number): number {
    const { release, predecessors } = this.shop;
    const { head, duration } = this;
    const { furtherFrom, furtherOperations, furtherTransfers } = predecessors;
    const first = predecessors.first[operation]!;
    let time = Math.max(
      release[operation]!,
      head[first]! + duration[first]! + predecessors.firstTransfer[operation]!,
    );
    for (let entry = furtherFrom[operation]!; entry < furtherFrom[operation + 1]!; entry++) {
      const other = furtherOperations[entry]!;
      time = Math.max(time, head[other]! + duration[other]! + furtherTransfers[entry]!);
    }
    return time;
  }

  /** Returns the longest path from the end of an operation through its successors to the end of the schedule. */
  tailAfterSuccessors(operation: number): number {
    const { successors } = this.shop;
    const { furtherFrom, furtherOperations, furtherTransfers } = successors;
    const { tail } = this;
    let time = tail[successors.first[operation]!]! + successors.firstTransfer[operation]!;
    for (let entry = furtherFrom[operation]!; entry < furtherFrom[operation + 1]!; entry++)
      time = Math.max(time, tail[furtherOperations[entry]!]! + furtherTransfers[entry]!);
    return time;
  }

  /**
   * Returns a time limit for an operation and a machine: the latest start of the predecessors of the operation. If a
   * predecessor runs on the machine itself, its end counts instead of its start. If another operation on the machine
   * ends after the limit, no path leads from it to a predecessor, because each predecessor starts before that end.
   */
  latestPredecessorTime(operation: number, machine: number): number {
    const { first, furtherFrom, furtherOperations } = this.shop.predecessors;
    if (first[operation] === this.shop.count) return -Infinity;
    let latest = this.#startOrEnd(first[operation]!, machine, true);
    for (let entry = furtherFrom[operation]!; entry < furtherFrom[operation + 1]!; entry++)
      latest = Math.max(latest, this.#startOrEnd(furtherOperations[entry]!, machine, true));
    return latest;
  }

  /**
   * Returns a time limit. From a successor of the given operation, no path leads to an operation of the machine that
   * starts before this limit.
   */
  earliestSuccessorTime(operation: number, machine: number): number {
    const { first, furtherFrom, furtherOperations } = this.shop.successors;
    if (first[operation] === this.shop.count) return Infinity;
    let earliest = this.#startOrEnd(first[operation]!, machine, false);
    for (let entry = furtherFrom[operation]!; entry < furtherFrom[operation + 1]!; entry++)
      earliest = Math.min(earliest, this.#startOrEnd(furtherOperations[entry]!, machine, false));
    return earliest;
  }

  /**
   * Returns the end of an operation that runs on the machine, and the start of any other operation. Without
   * `usesEndOnMachine`, returns the reverse.
   */
  #startOrEnd(operation: number, machine: number, usesEndOnMachine: boolean): number {
    const start = this.head[operation]!;
    return (this.machine[operation] === machine) === usesEndOnMachine
      ? start + this.duration[operation]!
      : start;
  }

  /**
   * Whether a path leads from one operation to another one. There is no path if the first operation ends
   * after the start of the second, so most calls need no search.
   */
  hasPath(from: number, to: number): boolean {
    if (this.head[from]! + this.duration[from]! > this.head[to]!) return from === to;
    return this.#topologicalOrder.hasPath(from, to);
  }

  /** Whether a path leads from a successor of an operation to another operation. */
  successorReaches(operation: number, to: number): boolean {
    const { first, furtherFrom, furtherOperations } = this.shop.successors;
    if (first[operation] === this.shop.count) return false;
    if (this.hasPath(first[operation]!, to)) return true;
    for (let entry = furtherFrom[operation]!; entry < furtherFrom[operation + 1]!; entry++)
      if (this.hasPath(furtherOperations[entry]!, to)) return true;
    return false;
  }

  /** Whether a path leads from an operation to a predecessor of another one. */
  reachesPredecessor(from: number, operation: number): boolean {
    const { first, furtherFrom, furtherOperations } = this.shop.predecessors;
    if (first[operation] === this.shop.count) return false;
    if (this.hasPath(from, first[operation]!)) return true;
    for (let entry = furtherFrom[operation]!; entry < furtherFrom[operation + 1]!; entry++)
      if (this.hasPath(from, furtherOperations[entry]!)) return true;
    return false;
  }

  #unlink(operation: number): void {
    const { count } = this.shop;
    const { previous, next } = this;
    const before = previous[operation]!;
    const after = next[operation]!;
    if (before === count) this.firstOf[this.machine[operation]!] = after;
    else next[before] = after;
    if (after === count) this.lastOf[this.machine[operation]!] = before;
    else previous[after] = before;
  }

  #link(operation: number, machine: number, previousOperation: number): void {
    const { count } = this.shop;
    const { previous, next } = this;
    const after = previousOperation === count ? this.firstOf[machine]! : next[previousOperation]!;
    previous[operation] = previousOperation;
    next[operation] = after;
    if (previousOperation === count) this.firstOf[machine] = operation;
    else next[previousOperation] = operation;
    if (after === count) this.lastOf[machine] = operation;
    else previous[after] = operation;
  }

  /** Computes the heads from a place of the topological order on, and the makespan. */
  #sweepHeads(from: number): void {
    const { order, head, duration, previous } = this;
    const { count, release, predecessors } = this.shop;
    const { first, firstTransfer, furtherFrom, furtherOperations, furtherTransfers } = predecessors;
    const hasFurther = furtherOperations.length > 0;
    for (let place = from; place < count; place++) {
      const operation = order[place]!;
      let time = release[operation]!;
      const before = first[operation]!;
      const readyAfterBefore = head[before]! + duration[before]! + firstTransfer[operation]!;
      if (readyAfterBefore > time) time = readyAfterBefore;
      const neighbour = previous[operation]!;
      const machineFreeFrom = head[neighbour]! + duration[neighbour]!;
      if (machineFreeFrom > time) time = machineFreeFrom;
      if (hasFurther)
        for (let entry = furtherFrom[operation]!; entry < furtherFrom[operation + 1]!; entry++) {
          const other = furtherOperations[entry]!;
          time = Math.max(time, head[other]! + duration[other]! + furtherTransfers[entry]!);
        }
      head[operation] = time;
    }
    let makespan = 0;
    for (const last of this.lastOf) makespan = Math.max(makespan, head[last]! + duration[last]!);
    for (const last of this.#withoutMachine) makespan = Math.max(makespan, head[last]! + duration[last]!);
    this.makespan = makespan;
  }

  /** Computes the tails from a place of the topological order back to its start. */
  #sweepTails(from: number): void {
    const { order, tail, duration, next } = this;
    const { first, firstTransfer, furtherFrom, furtherOperations, furtherTransfers } = this.shop.successors;
    const hasFurther = furtherOperations.length > 0;
    for (let place = from; place >= 0; place--) {
      const operation = order[place]!;
      let time = tail[first[operation]!]! + firstTransfer[operation]!;
      const neighbourTail = tail[next[operation]!]!;
      if (neighbourTail > time) time = neighbourTail;
      if (hasFurther)
        for (let entry = furtherFrom[operation]!; entry < furtherFrom[operation + 1]!; entry++)
          time = Math.max(time, tail[furtherOperations[entry]!]! + furtherTransfers[entry]!);
      tail[operation] = time + duration[operation]!;
    }
  }
}
