import { Block } from './block.ts';
import { CriticalPath } from './critical-path.ts';
import type { SequenceGraph } from './graph.ts';
import type { TabuList } from './tabu-list.ts';
import { pickIntegerBelow, type RandomNumbers } from './random.ts';

/** A move of an operation, and the makespan that is estimated for it. */
export interface Move {
  operation: number;
  /** The index of the choice among all choices. */
  choice: number;
  /** The operation after which it comes on the machine; the number of operations: it comes first. */
  previousOperation: number;
  estimate: number;
}

const makeEmptyMove = (): Move => ({ operation: -1, choice: -1, previousOperation: -1, estimate: Infinity });

/**
 * Finds the best move on a random critical path. An operation of a block may move right behind the last or right before
 * the first operation of the block (the neighbourhood N6 of Balas and Vazacopoulos 1998). Any critical operation may
 * move to another machine. The best move has the smallest estimate of the makespan.
 */
export class Neighbourhood {
  readonly #graph: SequenceGraph;
  readonly #tabu: TabuList;
  readonly #random: RandomNumbers;
  readonly #path: CriticalPath;
  readonly #block: Block;
  readonly #best = makeEmptyMove();
  readonly #bestTabu = makeEmptyMove();
  #bestCount = 0;
  #tabuCount = 0;
  #moveNumber = 0;
  #aspiration = 0;

  constructor(graph: SequenceGraph, tabu: TabuList, random: RandomNumbers) {
    this.#graph = graph;
    this.#tabu = tabu;
    this.#random = random;
    this.#path = new CriticalPath(graph.shop.count);
    this.#block = new Block(graph);
  }

  /**
   * Returns the best move that is not tabu, a random tabu one if there is no other, or null if no move is possible.
   * @param aspiration a tabu move is allowed if its estimate is below this makespan
   */
  findBest(moveNumber: number, aspiration: number): Move | null {
    this.#moveNumber = moveNumber;
    this.#aspiration = aspiration;
    this.#best.estimate = Infinity;
    this.#bestTabu.estimate = Infinity;
    this.#bestCount = 0;
    this.#tabuCount = 0;
    this.#path.trace(this.#graph, this.#random);
    this.#visitBlocks();
    this.#visitOtherMachines();
    if (this.#best.estimate < Infinity) return this.#best;
    return this.#bestTabu.estimate < Infinity ? this.#bestTabu : null;
  }

  #visitBlocks(): void {
    const { operations, length } = this.#path;
    const { previous } = this.#graph;
    let first = 0;
    while (first < length) {
      let last = first;
      while (last + 1 < length && previous[operations[last]!] === operations[last + 1]) last++;
      if (last > first) {
        this.#block.load(operations, first, last);
        this.#visitBlock();
      }
      first = last + 1;
    }
  }

  #visitBlock(): void {
    const { size } = this.#block;
    // Short moves come first: they are often the best, and then the estimates of the others stop early.
    for (let place = size - 2; place >= 0; place--) this.#tryBehindLast(place);
    // A block of two operations needs only one of the moves, because both exchange the two operations.
    if (size > 2) for (let place = 1; place < size; place++) this.#tryBeforeFirst(place);
  }

  #tryBehindLast(movedPlace: number): void {
    const estimate = this.#block.estimateBehindLast(movedPlace, this.#best.estimate);
    if (estimate > this.#best.estimate) return;
    const { operations, size } = this.#block;
    const operation = operations[movedPlace]!;
    const last = operations[size - 1]!;
    let isTabu = false;
    for (let place = movedPlace + 1; place < size && !isTabu; place++)
      isTabu = this.#tabu.isForbidden(operations[place]!, operation, this.#moveNumber);
    if (!this.#isWanted(estimate, isTabu) || this.#graph.successorReaches(operation, last)) return;
    this.#keepMove(operation, this.#graph.choice[operation]!, last, estimate, isTabu);
  }

  #tryBeforeFirst(movedPlace: number): void {
    const estimate = this.#block.estimateBeforeFirst(movedPlace, this.#best.estimate);
    if (estimate > this.#best.estimate) return;
    const { operations } = this.#block;
    const operation = operations[movedPlace]!;
    const first = operations[0]!;
    let isTabu = false;
    for (let place = 0; place < movedPlace && !isTabu; place++)
      isTabu = this.#tabu.isForbidden(operation, operations[place]!, this.#moveNumber);
    if (!this.#isWanted(estimate, isTabu) || this.#graph.reachesPredecessor(first, operation)) return;
    this.#keepMove(operation, this.#graph.choice[operation]!, this.#graph.previous[first]!, estimate, isTabu);
  }

  #visitOtherMachines(): void {
    const { operations, length } = this.#path;
    const { machine } = this.#graph;
    const { choiceFrom, choiceMachine } = this.#graph.shop;
    for (let index = 0; index < length; index++) {
      const operation = operations[index]!;
      const from = choiceFrom[operation]!;
      const to = choiceFrom[operation + 1]!;
      if (to - from === 1) continue;
      const readyTime = this.#graph.readyAfterPredecessors(operation);
      const tailTime = this.#graph.tailAfterSuccessors(operation);
      for (let choice = from; choice < to; choice++)
        if (choiceMachine[choice] !== machine[operation])
          this.#tryMachine(operation, choice, readyTime, tailTime);
    }
  }

  /**
   * Tries the places on another machine that cannot close a cycle. The operations from which a path may lead to a
   * predecessor of the moved operation stay before it. The operations to which a path may lead from its successors stay
   * behind it.
   */
  #tryMachine(operation: number, choice: number, readyTime: number, tailTime: number): void {
    const graph = this.#graph;
    const { head, tail, duration, next } = graph;
    const { count, choiceMachine, choiceDuration } = graph.shop;
    const machine = choiceMachine[choice]!;
    const minutes = choiceDuration[choice]!;
    const isTabu = this.#tabu.isForbidden(operation, count + machine, this.#moveNumber);
    const predecessorTime = graph.latestPredecessorTime(operation, machine);
    const successorTime = graph.earliestSuccessorTime(operation, machine);
    let previousOperation = count;
    let before = graph.firstOf[machine]!;
    while (previousOperation === count || head[previousOperation]! < successorTime) {
      if (before === count || head[before]! + duration[before]! > predecessorTime) {
        const start = Math.max(readyTime, head[previousOperation]! + duration[previousOperation]!) + minutes;
        if (start + tailTime > this.#best.estimate) return;
        const estimate = start + Math.max(tailTime, tail[before]!);
        if (this.#isWanted(estimate, isTabu))
          this.#keepMove(operation, choice, previousOperation, estimate, isTabu);
      }
      if (before === count) return;
      previousOperation = before;
      before = next[before]!;
    }
  }

  /**
   * Draws whether a move with this estimate replaces the best move so far. All moves with the same estimate
   * have the same chance.
   */
  #isWanted(estimate: number, isTabu: boolean): boolean {
    if (isTabu && estimate >= this.#aspiration)
      return pickIntegerBelow(this.#random, ++this.#tabuCount) === 0;
    if (estimate !== this.#best.estimate) return estimate < this.#best.estimate;
    return pickIntegerBelow(this.#random, ++this.#bestCount) === 0;
  }

  #keepMove(
    operation: number,
    choice: number,
    previousOperation: number,
    estimate: number,
    isTabu: boolean,
  ): void {
    const move = isTabu && estimate >= this.#aspiration ? this.#bestTabu : this.#best;
    if (move === this.#best && estimate < move.estimate) this.#bestCount = 1;
    move.operation = operation;
    move.choice = choice;
    move.previousOperation = previousOperation;
    move.estimate = estimate;
  }
}
