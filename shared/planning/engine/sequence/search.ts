import { createRandomGenerator } from '#shared/kernel/random.ts';
import type { SequenceAnswer, SequenceRun, SequenceShop } from '../sequence-types.ts';
import { compileShop, type CompiledShop } from './compile-shop.ts';
import { dispatchRandomly } from './dispatch.ts';
import { findLowerBound } from './lower-bound.ts';
import { combineSequences, isSameSequence } from './combine.ts';
import { TabuSearch, type Solution } from './tabu-search.ts';
import { pickIntegerBelow, type RandomNumbers } from './random.ts';

const POOL_SIZE = 10;
/** After this many children in a row that do not enter the pool, a new pool is built with the best sequence. */
const CHILDREN_WITHOUT_GAIN = 60;
const MOVES_PER_ROUND = 1000;

/**
 * Searches for a sequence with a small makespan, by tabu search from a pool of ten sequences, then from combinations of
 * two of them. It ends when no sequence can be better, when the rounds are used up, or when it is cancelled. The same
 * shop, seed and rounds give the same answer. The answer is never worse than `shop.initialOrder`.
 * @throws Error if the predecessors form a cycle
 */
export function searchSequence(shop: SequenceShop, run: SequenceRun): SequenceAnswer {
  return new PoolSearch(shop, run).search();
}

class PoolSearch {
  readonly #shop: CompiledShop;
  readonly #initialOrder: SequenceShop['initialOrder'];
  readonly #run: SequenceRun;
  readonly #random: RandomNumbers;
  readonly #tabuSearch: TabuSearch;
  readonly #lowerBound: number;
  #best: Solution | null = null;
  #isOver = false;

  constructor(shop: SequenceShop, run: SequenceRun) {
    this.#shop = compileShop(shop);
    this.#initialOrder = shop.initialOrder;
    this.#run = run;
    this.#random = createRandomGenerator(run.seed);
    this.#lowerBound = findLowerBound(this.#shop);
    this.#tabuSearch = new TabuSearch(this.#shop, this.#random, () => this.#mayContinue());
  }

  search(): SequenceAnswer {
    this.#improve(this.#initialOrder ?? dispatchRandomly(this.#shop, this.#random));
    while (!this.#isOver) this.#combinePool(this.#buildPool());
    return { ...this.#best!, rounds: this.#countRounds() };
  }

  /** Builds a pool of the best sequence and improved random ones. */
  #buildPool(): Solution[] {
    const pool = [this.#best!];
    while (pool.length < POOL_SIZE && !this.#isOver)
      pool.push(this.#improve(dispatchRandomly(this.#shop, this.#random)));
    return pool;
  }

  /**
   * Improves combinations of two members. A child that is better than the worst member replaces this member, unless the
   * pool already contains the child.
   */
  #combinePool(pool: Solution[]): void {
    let childrenWithoutGain = 0;
    while (childrenWithoutGain < CHILDREN_WITHOUT_GAIN && !this.#isOver) {
      const first = pickIntegerBelow(this.#random, pool.length);
      const second = (first + 1 + pickIntegerBelow(this.#random, pool.length - 1)) % pool.length;
      const child = this.#improve(combineSequences(pool[first]!, pool[second]!, this.#random));
      const worst = pool.reduce((a, b) => (b.makespan > a.makespan ? b : a));
      if (child.makespan < worst.makespan && !pool.some((member) => isSameSequence(member, child))) {
        pool[pool.indexOf(worst)] = child;
        childrenWithoutGain = 0;
      } else childrenWithoutGain++;
    }
  }

  #improve(order: Parameters<TabuSearch['improve']>[0]): Solution {
    const solution = this.#tabuSearch.improve(order, this.#lowerBound);
    if (this.#best === null || solution.makespan < this.#best.makespan) {
      this.#best = solution;
      this.#isOver ||= solution.makespan <= this.#lowerBound;
      this.#run.onBetter?.(solution.makespan, this.#countRounds());
    }
    return solution;
  }

  #mayContinue(): boolean {
    this.#isOver ||= this.#tabuSearch.moves >= this.#run.rounds * MOVES_PER_ROUND;
    this.#isOver ||= this.#run.isCancelled?.() ?? false;
    return !this.#isOver;
  }

  #countRounds(): number {
    return Math.ceil(this.#tabuSearch.moves / MOVES_PER_ROUND);
  }
}
