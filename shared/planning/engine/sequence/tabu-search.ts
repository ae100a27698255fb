import type { SequenceOrder } from '../sequence-types.ts';
import type { CompiledShop } from './compile-shop.ts';
import { SequenceGraph } from './graph.ts';
import { Neighbourhood, type Move } from './neighbourhood.ts';
import { TabuList } from './tabu-list.ts';
import type { RandomNumbers } from './random.ts';

/** A search from one sequence ends after this many moves without a better makespan. */
const MOVES_WITHOUT_GAIN = 8000;
/**
 * The moves of a pass, multiplied by the number of operations. A pass takes about 10 ms. Before each pass,
 * the search asks whether it may continue.
 */
const PASS_SIZE = 100_000;
const MAX_MOVES_PER_PASS = 1000;

/** A sequence whose operations are sorted by start. */
export interface Solution extends SequenceOrder {
  readonly makespan: number;
}

/** Improves sequences of a shop, one after the other. */
export class TabuSearch {
  readonly #graph: SequenceGraph;
  readonly #neighbourhood: Neighbourhood;
  readonly #tabu: TabuList;
  readonly #random: RandomNumbers;
  readonly #shortestTenure: number;
  readonly #movesPerPass: number;
  readonly #mayContinue: () => boolean;
  readonly #bestOperations: Int32Array;
  readonly #bestChoice: Int32Array;
  #moves = 0;

  /** @param mayContinue called before each pass; false ends the search */
  constructor(shop: CompiledShop, random: RandomNumbers, mayContinue: () => boolean) {
    const { count, machineCount, successors } = shop;
    this.#graph = new SequenceGraph(shop);
    this.#tabu = new TabuList(count, machineCount);
    this.#neighbourhood = new Neighbourhood(this.#graph, this.#tabu, random);
    this.#random = random;
    const routingCount = successors.first.filter((successor) => successor === count).length;
    this.#shortestTenure = 0.7 * (10 + routingCount / Math.max(1, machineCount));
    this.#movesPerPass = Math.min(MAX_MOVES_PER_PASS, Math.ceil(PASS_SIZE / count));
    this.#mayContinue = mayContinue;
    this.#bestOperations = new Int32Array(count);
    this.#bestChoice = new Int32Array(count);
  }

  /** The number of moves of all searches so far. */
  get moves(): number {
    return this.#moves;
  }

  /** Improves a sequence. @param target the search ends when it reaches this makespan */
  improve(initialOrder: SequenceOrder, target: number): Solution {
    const graph = this.#graph;
    graph.load(initialOrder.operations, initialOrder.choice);
    this.#keepBest();
    let bestMakespan = graph.makespan;
    let lastGain = this.#moves;
    while (bestMakespan > target && this.#moves - lastGain < MOVES_WITHOUT_GAIN) {
      if (this.#moves % this.#movesPerPass === 0 && !this.#mayContinue()) break;
      this.#moves++;
      const move = this.#neighbourhood.findBest(this.#moves, bestMakespan);
      if (move === null) continue;
      this.#forbidReturn(move);
      graph.move(move.operation, move.choice, move.previousOperation);
      if (graph.makespan >= bestMakespan) continue;
      this.#keepBest();
      bestMakespan = graph.makespan;
      lastGain = this.#moves;
    }
    graph.load(this.#bestOperations, this.#bestChoice);
    return { operations: graph.listByStart(), choice: graph.choice.slice(), makespan: bestMakespan };
  }

  #keepBest(): void {
    this.#bestOperations.set(this.#graph.order);
    this.#bestChoice.set(this.#graph.choice);
  }

  /**
   * Makes the reverse of a move tabu for some moves: the arcs that the move reverses, or the machine that the
   * operation leaves.
   */
  #forbidReturn({ operation, choice, previousOperation }: Move): void {
    const { shop, previous, position, machine, choice: presentChoice } = this.#graph;
    const until = this.#moves + Math.round(this.#shortestTenure * (1 + 0.4 * this.#random()));
    if (choice !== presentChoice[operation]) {
      this.#tabu.forbid(operation, shop.count + machine[operation]!, until);
      return;
    }
    const isForward = previousOperation !== shop.count && position[previousOperation]! > position[operation]!;
    if (isForward)
      for (let other = previousOperation; other !== operation; other = previous[other]!)
        this.#tabu.forbid(operation, other, until);
    else
      for (let other = previous[operation]!; other !== previousOperation; other = previous[other]!)
        this.#tabu.forbid(other, operation, until);
  }
}
